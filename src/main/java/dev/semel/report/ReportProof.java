// What proves where a report comes from.
package dev.semel.report;

import java.time.Instant;
import java.util.Optional;

/**
 * What proves where a report comes from, or that it is whole.
 *
 * @param by the fingerprint of the key or certificate that does, in hexadecimal digits
 * @param madeAt when it was signed, as the signature says
 */
record ReportProof(Kind kind, Optional<String> by, Optional<Instant> madeAt) {
  /** What kind of proof. */
  enum Kind {
    CHECKSUM,
    PGP,
    AS2
  }
}
