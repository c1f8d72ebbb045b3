// What the way of a report itself has proved.
package dev.semel.report.pickup;

/** What the way of a report itself has proved, before its bytes are looked at. */
public sealed interface Seal {
  /** Such ways prove nothing of the report. */
  Seal NONE = new None();

  /** The way proves nothing of the report. */
  record None() implements Seal {}

  /**
   * The message that it came in is signed by the partner.
   *
   * @param signer the SHA-256 of the certificate that proves it, in hexadecimal digits
   */
  record Good(String signer) implements Seal {}

  /**
   * The message that it came in is signed, and not provably by the partner.
   *
   * @param evidence what shows that, a sentence
   */
  record Doubtful(Doubt doubt, String evidence) implements Seal {}

  /** Why a signature of a message proves nothing. */
  enum Doubt {
    /** None of the partner's certificates made it. */
    SIGNER_UNKNOWN,
    /** It does not fit the content. */
    SIGNATURE_BAD
  }
}
