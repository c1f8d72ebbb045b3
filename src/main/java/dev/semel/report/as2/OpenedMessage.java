// A message that was opened.
package dev.semel.report.as2;

/**
 * A message that was opened: decrypted, its signature good, unpacked.
 *
 * @param content the report
 * @param contentType what the sender says that it is
 * @param fileName what the sender calls it; empty when nothing
 * @param signed what was signed, byte for byte as it was sent
 * @param signedWith the digest of the signature
 * @param signer the SHA-256 of the certificate that proves the signature, in hexadecimal digits
 */
record OpenedMessage(
    byte[] content,
    String contentType,
    String fileName,
    byte[] signed,
    Digest signedWith,
    String signer) {}
