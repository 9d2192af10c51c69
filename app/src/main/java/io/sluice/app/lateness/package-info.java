/** How late a source's readings arrive, and what each watermark delay would lose of them. */
@NullMarked
package io.sluice.app.lateness;

import org.jspecify.annotations.NullMarked;
