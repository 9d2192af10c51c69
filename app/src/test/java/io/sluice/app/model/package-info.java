@NullMarked
package io.sluice.app.model;

import org.jspecify.annotations.NullMarked;
