// How large a body may be, by path.
package dev.semel.app.edge;

import dev.semel.json.StrictJson;
import dev.semel.payout.PayoutBatchResource;
import dev.semel.report.ReportResource;
import dev.semel.report.as2.As2Resource;

/** How large a request's body may be. */
final class BodyLimits {

  /** What any operation takes, in bytes, unless it is named below. */
  static final long USUAL = StrictJson.MAX_BYTES;

  private BodyLimits() {}

  /**
   * The largest body that a path takes, in bytes.
   *
   * @param path raw, without the query
   */
  static long of(String path) {
    if (path.startsWith(As2Resource.PATH + "/")) {
      return As2Resource.MAX_BYTES;
    }
    if (path.equals(ReportResource.PATH)) {
      return ReportResource.MAX_BYTES;
    }
    return path.equals(PayoutBatchResource.PATH) ? PayoutBatchResource.MAX_BYTES : USUAL;
  }
}
