/** The freezer readings that the demo plays and the tests know by heart. */
@NullMarked
package io.sluice.app.model;

import org.jspecify.annotations.NullMarked;
