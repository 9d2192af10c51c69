/** The files by which a query is deployed, as far as they can be checked without a container engine. */
@NullMarked
package io.sluice.app.deployment;

import org.jspecify.annotations.NullMarked;
