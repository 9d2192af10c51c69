@NullMarked
package io.sluice.query.sql;

import org.jspecify.annotations.NullMarked;
