// A certificate of ours, read from its files.
package dev.semel.provider.http;

import dev.semel.provider.file.AuthTerms.Certificate;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.Template;
import dev.semel.provider.file.TemplateValues;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.X509KeyManager;

/**
 * Reads a client certificate and its key, anew each time. Whether it is still valid is for the
 * partner to say.
 */
final class ClientCertificate {
  private static final int LARGEST_FILE = 1024 * 1024;
  private static final String[] KINDS_OF_KEYS = {"EC", "RSA", "EdDSA"};
  private static final byte[] SAMPLE = {1, 2, 3};

  private final Certificate certificate;
  private final TemplateValues values;
  private final Vertx vertx;

  ClientCertificate(Certificate certificate, TemplateValues values, Vertx vertx) {
    this.certificate = certificate;
    this.values = values;
    this.vertx = vertx;
  }

  /** What came of reading it. */
  sealed interface Reading {
    /** It can be shown. */
    record Usable(KeyCertOptions options) implements Reading {}

    /** It can't; a sentence about what to do. */
    record Faulty(String sentence) implements Reading {}
  }

  /** Why the certificate that a file asks for can't be shown, where that is so. */
  static Optional<String> fault(ProviderFile file, ProviderSettings settings, Vertx vertx) {
    return file.auth()
        .certificate()
        .map(c -> new ClientCertificate(c, settings.templateValues(), vertx).read())
        .flatMap(
            reading ->
                reading instanceof Reading.Faulty faulty
                    ? Optional.of(faulty.sentence())
                    : Optional.empty());
  }

  Reading read() {
    try {
      return switch (certificate) {
        case Certificate.Keystore keystore ->
            checked(
                new PfxOptions()
                    .setValue(content(keystore.file()))
                    .setPassword(text(keystore.password())),
                "the keystore of mtls can't be opened: it has to be a PKCS#12 file of this password"
                    + " with one key and its certificate; correct it.");
        case Certificate.Pem pem ->
            checked(
                new PemKeyCertOptions()
                    .addCertValue(content(pem.certificate()))
                    .addKeyValue(content(pem.key())),
                "the certificate and key of mtls are no pair in PEM: the key has to be that of the"
                    + " certificate, and not encrypted; correct them.");
      };
    } catch (UnusableException e) {
      return new Reading.Faulty(String.valueOf(e.getMessage()));
    }
  }

  private Reading checked(KeyCertOptions options, String otherwise) {
    try {
      return Arrays.stream(options.getKeyManagerFactory(vertx).getKeyManagers())
              .filter(X509KeyManager.class::isInstance)
              .anyMatch(manager -> hasPair((X509KeyManager) manager))
          ? new Reading.Usable(options.copy())
          : new Reading.Faulty(otherwise);
    } catch (Exception e) {
      // Whatever can be wrong with such files comes as some exception; none of them may be shown.
      return new Reading.Faulty(otherwise);
    }
  }

  private static boolean hasPair(X509KeyManager manager) {
    String alias = manager.chooseClientAlias(KINDS_OF_KEYS, null, null);
    PrivateKey key = alias == null ? null : manager.getPrivateKey(alias);
    X509Certificate[] chain = alias == null ? null : manager.getCertificateChain(alias);
    return key != null && chain != null && chain.length > 0 && fits(key, chain[0]);
  }

  /** Of two files that are replaced one after the other, one may be old. */
  private static boolean fits(PrivateKey key, X509Certificate certificate) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> key.getAlgorithm();
        };
    try {
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(key);
      signing.update(SAMPLE);
      byte[] signed = signing.sign();
      Signature checking = Signature.getInstance(algorithm);
      checking.initVerify(certificate.getPublicKey());
      checking.update(SAMPLE);
      return checking.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private Buffer content(Template path) throws UnusableException {
    try (InputStream in = Files.newInputStream(Path.of(text(path)))) {
      byte[] content = in.readNBytes(LARGEST_FILE);
      return Buffer.buffer(content);
    } catch (IOException | InvalidPathException e) {
      throw new UnusableException("a file of mtls can't be read; correct its path or its rights.");
    }
  }

  private String text(Template template) throws UnusableException {
    try {
      return template.text(values, UnaryOperator.identity());
    } catch (RenderingException e) {
      throw new UnusableException("a setting of mtls is missing: " + e.getMessage() + ".");
    }
  }

  /** It can't be used; the message says why. */
  private static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      super(message);
    }
  }
}
