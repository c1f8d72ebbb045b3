// Writes what a sender gets for its message.
package dev.semel.report.as2;

import dev.semel.provider.As2Partnership;
import dev.semel.report.as2.As2RefusalException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoGeneratorBuilder;
import org.bouncycastle.operator.OperatorCreationException;

/**
 * Writes what a sender gets for its message: what became of it, and the digest of what was signed,
 * byte for byte as it was sent. Signed with our certificate where it asks for that.
 */
final class WriteReceipt {
  private static final String LINE = "\r\n";
  private static final String POSITIVE = "processed";

  private final As2Partnership partnership;
  private final String name;

  /**
   * Receipts of a partnership.
   *
   * @param name a name that no other receipt has
   */
  WriteReceipt(As2Partnership partnership, String name) {
    this.partnership = partnership;
    this.name = name;
  }

  /** The digest that the sender wants, as it spells it; one that we have, or else of none. */
  static Optional<String> digestName(As2Headers headers, Digest signedWith) {
    return headers.digests().isEmpty()
        ? Optional.of(signedWith.usualName())
        : headers.digests().stream().filter(one -> Digest.named(one).isPresent()).findFirst();
  }

  /** The receipt of a message that we have. */
  Receipt positive(As2Headers headers, OpenedMessage message, Digest signedWith)
      throws As2RefusalException {
    String digest =
        digestName(headers, signedWith)
            .orElseThrow(
                () ->
                    new As2RefusalException(
                        Reason.UNSUPPORTED_MIC,
                        "None of the digests that you ask for is made here."));
    String mic = Digest.named(digest).orElseThrow().of(message.signed()) + ", " + digest;
    return receipt(headers, "The report was received and kept.", POSITIVE, Optional.of(mic));
  }

  /** The receipt of a message that we do not have. */
  Receipt negative(As2Headers headers, As2RefusalException refusal) {
    return receipt(headers, refusal.sentence(), refusal.reason().disposition(), Optional.empty());
  }

  private Receipt receipt(
      As2Headers headers, String sentence, String disposition, Optional<String> mic) {
    String report = report(headers, sentence, disposition, mic);
    String type =
        "multipart/report; report-type=disposition-notification; boundary=\"" + name + "-r\"";
    if (!headers.wantsSignature()) {
      return new Receipt(messageId(), type, ascii(report));
    }
    byte[] entity = ascii("Content-Type: " + type + LINE + LINE + report);
    String boundary = name + "-s";
    String signed =
        "--"
            + boundary
            + LINE
            + new String(entity, StandardCharsets.US_ASCII)
            + LINE
            + "--"
            + boundary
            + LINE
            + "Content-Type: application/pkcs7-signature; name=smime.p7s; smime-type=signed-data"
            + LINE
            + "Content-Transfer-Encoding: base64"
            + LINE
            + "Content-Disposition: attachment; filename=smime.p7s"
            + LINE
            + LINE
            + Base64.getMimeEncoder().encodeToString(signature(entity))
            + LINE
            + "--"
            + boundary
            + "--"
            + LINE;
    return new Receipt(
        messageId(),
        "multipart/signed; protocol=\"application/pkcs7-signature\"; micalg=sha-256; boundary=\""
            + boundary
            + "\"",
        ascii(signed));
  }

  private String messageId() {
    return "<" + name + "@semel>";
  }

  private String report(
      As2Headers headers, String sentence, String disposition, Optional<String> mic) {
    String delimiter = "--" + name + "-r";
    List<String> fields =
        List.of(
            "Reporting-UA: Semel",
            "Original-Recipient: rfc822; " + As2Headers.quoted(headers.to()),
            "Final-Recipient: rfc822; " + As2Headers.quoted(partnership.ourId()),
            "Original-Message-ID: " + headers.messageId(),
            "Disposition: automatic-action/MDN-sent-automatically; " + disposition);
    return String.join(
        LINE,
        delimiter,
        "Content-Type: text/plain; charset=us-ascii",
        "",
        sentence,
        "",
        delimiter,
        "Content-Type: message/disposition-notification",
        "",
        String.join(LINE, fields)
            + mic.map(value -> LINE + "Received-Content-MIC: " + value).orElse(""),
        "",
        "",
        delimiter + "--",
        "");
  }

  private byte[] signature(byte[] content) {
    try {
      String algorithm =
          partnership.key().getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
      CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
      generator.addSignerInfoGenerator(
          new JcaSimpleSignerInfoGeneratorBuilder()
              .build(algorithm, partnership.key(), partnership.certificate()));
      generator.addCertificates(new JcaCertStore(List.of(partnership.certificate())));
      return generator.generate(new CMSProcessableByteArray(content), false).getEncoded();
    } catch (CMSException | OperatorCreationException | GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a receipt could not be signed with our key", e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
