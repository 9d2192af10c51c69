/** What a newcomer meets first: the demo and the pages that describe it. */
@NullMarked
package io.sluice.test.demo;

import org.jspecify.annotations.NullMarked;
