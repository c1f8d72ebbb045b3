/**
 * The conformance kit, {@code ./semel provider test}: the real engine and a provider file against a
 * server that speaks as the partner does and fails as partners fail. What the partner did is in a
 * ledger that Semel knows nothing of, and the verdict rests on that.
 */
@NullMarked
package dev.semel.app.conformance;

import org.jspecify.annotations.NullMarked;
