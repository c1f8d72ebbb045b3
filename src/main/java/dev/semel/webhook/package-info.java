/**
 * Providers' webhooks: each is verified over its raw bytes and stored before it is answered, then
 * read, told apart from its duplicates, and applied to the payout that it names.
 */
@NullMarked
package dev.semel.webhook;

import org.jspecify.annotations.NullMarked;
