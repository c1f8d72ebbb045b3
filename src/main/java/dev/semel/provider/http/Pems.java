// Keys and certificates in PEM, from settings.
package dev.semel.provider.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/** Reads keys and certificates in PEM. */
final class Pems {
  private Pems() {}

  /**
   * A private key that is not encrypted.
   *
   * @throws IllegalArgumentException when there is none; the message is a sentence without the text
   */
  static PrivateKey key(String pem) {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
      return switch (parser.readObject()) {
        case PrivateKeyInfo info -> converter.getPrivateKey(info);
        case PEMKeyPair pair -> converter.getKeyPair(pair).getPrivate();
        case null, default -> throw new IOException("no private key");
      };
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          "The key of as2 has to be a private key in PEM that is not encrypted.", e);
    }
  }

  /**
   * A certificate.
   *
   * @throws IllegalArgumentException when there is none; the message is a sentence without the text
   */
  static X509Certificate certificate(String pem) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException | ClassCastException e) {
      throw new IllegalArgumentException("A certificate of as2 has to be one in PEM.", e);
    }
  }
}
