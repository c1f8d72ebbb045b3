// Opens what a partner has sent.
package dev.semel.report.as2;

import dev.semel.domain.Sha256;
import dev.semel.provider.As2Partnership;
import dev.semel.report.as2.As2RefusalException.Reason;
import dev.semel.report.as2.OpenedMessage.Proof;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cms.CMSCompressedData;
import org.bouncycastle.cms.CMSEnvelopedData;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.RecipientInformation;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.cms.jcajce.JceKeyTransEnvelopedRecipient;
import org.bouncycastle.cms.jcajce.JceKeyTransRecipientId;
import org.bouncycastle.cms.jcajce.ZlibExpanderProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.jspecify.annotations.Nullable;

/**
 * Opens what a partner has sent, layer by layer: encrypted outermost, compressed before or after it
 * was signed (RFC 5402), each at most once. A certificate in the message proves nothing; the
 * partner's own, which we have, does. Until a signature is reached, every fault of an encrypted
 * message is told in the same words: whoever sends altered ones learns nothing of what they hold.
 */
final class OpenMessage {
  /** Of a message of 16 MiB at most. */
  private static final long LARGEST_UNPACKED = 64L * 1024 * 1024;

  private final As2Partnership partnership;
  private boolean encrypted;
  private boolean signed;

  OpenMessage(As2Partnership partnership) {
    this.partnership = partnership;
  }

  /** What was signed, and what the signature proves. */
  private record Signature(byte[] signed, Proof proof) {}

  /** Opens a message. */
  OpenedMessage open(MimeEntity message) throws As2RefusalException {
    try {
      return unwrap(message);
    } catch (As2RefusalException e) {
      throw encrypted && !signed ? hidden(e) : e;
    } catch (MessagingException | IOException | RuntimeException e) {
      throw encrypted && !signed
          ? hidden(e)
          : new As2RefusalException(
              Reason.UNEXPECTED, "The message is no MIME that can be read.", e);
    }
  }

  private static As2RefusalException hidden(Exception cause) {
    return new As2RefusalException(
        Reason.DECRYPTION_FAILED,
        "The message can't be decrypted, or what it holds is not signed.",
        cause);
  }

  private OpenedMessage unwrap(MimeEntity message)
      throws As2RefusalException, MessagingException, IOException {
    MimeEntity entity = message;
    boolean compressed = false;
    @Nullable Signature signature = null;
    while (entity.kind() != MimeEntity.Kind.PLAIN) {
      switch (entity.kind()) {
        case ENCRYPTED -> {
          once(encrypted || compressed || signature != null);
          encrypted = true;
          entity = MimeEntity.parse(decrypted(entity.content()));
        }
        case COMPRESSED -> {
          once(compressed);
          mustBeEncrypted();
          entity = MimeEntity.parse(expanded(entity.content()));
          compressed = true;
        }
        case SIGNED -> {
          once(signature != null);
          mustBeEncrypted();
          signed = true;
          signature = verified(entity);
          entity = MimeEntity.parse(signature.signed());
        }
        case RECEIPT, STRANGE, PLAIN ->
            throw new As2RefusalException(
                Reason.UNSUPPORTED_FORMAT,
                "Only reports are taken here, signed apart from their content.");
      }
    }
    if (signature == null) {
      throw new As2RefusalException(Reason.INSUFFICIENT_SECURITY, "The message is not signed.");
    }
    return new OpenedMessage(
        entity.content(),
        entity.type().getBaseType(),
        entity.fileName(),
        signature.signed(),
        signature.proof());
  }

  /** Nothing is unpacked or checked of a message that anybody could have sent. */
  private void mustBeEncrypted() throws As2RefusalException {
    if (partnership.encrypted() && !encrypted) {
      throw new As2RefusalException(Reason.INSUFFICIENT_SECURITY, "The message is not encrypted.");
    }
  }

  private static void once(boolean tooOften) throws As2RefusalException {
    if (tooOften) {
      throw new As2RefusalException(
          Reason.UNSUPPORTED_FORMAT,
          "A message is encrypted outermost, and compressed and signed at most once.");
    }
  }

  private byte[] decrypted(byte[] content) throws As2RefusalException {
    try {
      RecipientInformation ours =
          new CMSEnvelopedData(content)
              .getRecipientInfos()
              .get(new JceKeyTransRecipientId(partnership.certificate()));
      if (ours == null) {
        throw new As2RefusalException(
            Reason.DECRYPTION_FAILED, "The message is not encrypted for our certificate.");
      }
      return ours.getContent(new JceKeyTransEnvelopedRecipient(partnership.key()));
    } catch (CMSException | RuntimeException e) {
      throw new As2RefusalException(Reason.DECRYPTION_FAILED, "The message can't be decrypted.", e);
    }
  }

  private static byte[] expanded(byte[] content) throws As2RefusalException {
    try {
      return new CMSCompressedData(content).getContent(new ZlibExpanderProvider(LARGEST_UNPACKED));
    } catch (CMSException | RuntimeException e) {
      throw new As2RefusalException(
          Reason.DECOMPRESSION_FAILED, "The message can't be unpacked, or is too large then.", e);
    }
  }

  /**
   * A message whose signature proves nothing is opened all the same, so that people can look at
   * what it holds.
   */
  private Signature verified(MimeEntity entity)
      throws As2RefusalException, MessagingException, IOException {
    List<byte[]> parts = entity.signedParts();
    byte[] asSent = parts.getFirst();
    byte[] signature = MimeEntity.parse(parts.getLast()).content();
    try {
      return new Signature(asSent, proof(asSent, signature));
    } catch (As2RefusalException e) {
      return switch (e.reason()) {
        // The digest of a receipt is over what was sent, which is all that the sender still has.
        case INTEGRITY_CHECK_FAILED ->
            new Signature(asSent, proofOrNot(MimeEntity.withLineEnds(asSent), signature));
        case AUTHENTICATION_FAILED -> new Signature(asSent, new Proof.Nothing(e));
        case DECRYPTION_FAILED,
            DECOMPRESSION_FAILED,
            INSUFFICIENT_SECURITY,
            UNEXPECTED,
            UNSUPPORTED_FORMAT,
            UNSUPPORTED_MIC ->
            throw e;
      };
    }
  }

  private Proof proofOrNot(byte[] signed, byte[] signature) throws As2RefusalException {
    try {
      return proof(signed, signature);
    } catch (As2RefusalException e) {
      if (e.reason() != Reason.INTEGRITY_CHECK_FAILED) {
        throw e;
      }
      return new Proof.Nothing(e);
    }
  }

  private Proof proof(byte[] signed, byte[] signature) throws As2RefusalException {
    try {
      CMSSignedData data = new CMSSignedData(new CMSProcessableByteArray(signed), signature);
      for (SignerInformation signer : data.getSignerInfos()) {
        for (X509Certificate certificate : partnership.partnerCertificates()) {
          if (signer.getSID().match(new JcaX509CertificateHolder(certificate))) {
            return proof(signer, certificate);
          }
        }
      }
    } catch (CMSException
        | GeneralSecurityException
        | OperatorCreationException
        | RuntimeException e) {
      throw new As2RefusalException(
          Reason.INTEGRITY_CHECK_FAILED, "The signature does not fit the content.", e);
    }
    throw new As2RefusalException(
        Reason.AUTHENTICATION_FAILED, "The message is signed by nobody we know for this sender.");
  }

  private static Proof proof(SignerInformation signer, X509Certificate certificate)
      throws As2RefusalException, CMSException, OperatorCreationException {
    Digest digest =
        Digest.identified(signer.getDigestAlgOID())
            .orElseThrow(
                () ->
                    new As2RefusalException(
                        Reason.INSUFFICIENT_SECURITY,
                        "The digest of the signature is not taken; use sha-256."));
    if (!signer.verify(new JcaSimpleSignerInfoVerifierBuilder().build(certificate))) {
      throw new As2RefusalException(
          Reason.INTEGRITY_CHECK_FAILED, "The signature does not fit the content.");
    }
    return new Proof.Good(digest, fingerprint(certificate));
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      return Sha256.hexOf(certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was read can be written", e);
    }
  }
}
