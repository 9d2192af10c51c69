/**
 * A query seen and asked from outside, over HTTP.
 *
 * <p>{@link io.sluice.app.http.QueryServer} is up before the query is and outlives it, so that health checks are answered during a
 * long start and between two attempts. Each request passes the {@code Gate} (who asks, from which page, how often) and then meets
 * one {@code Endpoint}. The list of endpoints is the only one there is: routes and the OpenAPI description are made of it.
 *
 * <p>All requests are GETs and change nothing. None of them waits for a stream thread, and no stream thread waits for them.
 */
@NullMarked
package io.sluice.app.http;

import org.jspecify.annotations.NullMarked;
