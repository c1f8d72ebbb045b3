// How large the body of a request may be.
package dev.semel.app;

import dev.semel.json.StrictJson;
import dev.semel.payout.PayoutBatchResource;

/** How large the body of a request may be, by its path. */
final class BodyLimits {
  private BodyLimits() {}

  /** The largest body that a path takes, in bytes. */
  static long of(String path) {
    return path.equals(PayoutBatchResource.PATH)
        ? PayoutBatchResource.MAX_BYTES
        : StrictJson.MAX_BYTES;
  }
}
