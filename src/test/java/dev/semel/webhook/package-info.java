/** Tests of providers' webhooks: over HTTP, on a real database, with workers stepped by hand. */
@NullMarked
package dev.semel.webhook;

import org.jspecify.annotations.NullMarked;
