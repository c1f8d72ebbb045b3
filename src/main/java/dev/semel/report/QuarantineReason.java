// Why a report is in quarantine.
package dev.semel.report;

/** Why a report is in quarantine. */
enum QuarantineReason {
  /** It is larger than the provider's file allows. */
  TOO_LARGE,
  /** No file of a checksum came with it. */
  CHECKSUM_MISSING,
  /** The checksum that came with it is that of other bytes. */
  CHECKSUM_DIFFERS,
  /** The file of its checksum has none in a form that is known. */
  CHECKSUM_UNREADABLE,
  /** The file of checksums does not name it, or names it more than once. */
  CHECKSUM_NOT_LISTED,
  /** It has no signature. */
  SIGNATURE_MISSING,
  /** It is signed, encrypted or written in another form than the provider's file says. */
  SIGNATURE_UNREADABLE,
  /** The signature does not fit the bytes. */
  SIGNATURE_BAD,
  /** The signature is by a key that the provider's file does not name. */
  SIGNATURE_KEY_UNKNOWN,
  /** The key that signed had expired, as far as our copy of it says. */
  SIGNATURE_KEY_EXPIRED,
  /** The key that signed had been revoked. */
  SIGNATURE_KEY_REVOKED,
  /** The signature says of itself that its time is over. */
  SIGNATURE_EXPIRED,
  /** The signature rests on something that proves nothing any more. */
  SIGNATURE_WEAK,
  /** The AS2 message that it came in is signed by nobody known. */
  AS2_SIGNER_UNKNOWN,
  /** The signature of the AS2 message that it came in does not fit. */
  AS2_SIGNATURE_BAD,
  /** It passed the gate, and can't be read whole. */
  UNREADABLE;

  /** Whether two people may say that it is good all the same: what can't be read, can't be. */
  boolean canBeReleased() {
    return this != UNREADABLE;
  }
}
