/** The query file: YAML read into checked settings, every problem reported at once with its place. */
@NullMarked
package io.sluice.app.file;

import org.jspecify.annotations.NullMarked;
