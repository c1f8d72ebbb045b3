// A message that was opened.
package dev.semel.report.as2;

/**
 * A message that was opened: decrypted, unpacked, and signed, whatever the signature proves.
 *
 * @param content the report
 * @param contentType what the sender says that it is
 * @param fileName what the sender calls it; empty when nothing
 * @param signed what was signed, byte for byte as it was sent
 * @param proof what the signature proves
 */
record OpenedMessage(
    byte[] content, String contentType, String fileName, byte[] signed, Proof proof) {
  /** What a signature proves. */
  sealed interface Proof {
    /**
     * It is good.
     *
     * @param digest its digest
     * @param signer the SHA-256 of the certificate that proves it, in hexadecimal digits
     */
    record Good(Digest digest, String signer) implements Proof {}

    /** It proves nothing, and the message is refused with these words. */
    record Nothing(As2RefusalException refusal) implements Proof {}
  }
}
