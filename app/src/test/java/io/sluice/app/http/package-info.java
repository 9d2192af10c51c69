@NullMarked
package io.sluice.app.http;

import org.jspecify.annotations.NullMarked;
