// A partner that sends over AS2, by a client that nobody here has written.
package dev.semel.report.as2;

import com.helger.as2lib.client.AS2Client;
import com.helger.as2lib.client.AS2ClientRequest;
import com.helger.as2lib.client.AS2ClientResponse;
import com.helger.as2lib.client.AS2ClientSettings;
import com.helger.as2lib.crypto.ECompressionType;
import com.helger.as2lib.crypto.ECryptoAlgorithmCrypt;
import com.helger.as2lib.crypto.ECryptoAlgorithmSign;
import com.helger.as2lib.crypto.IMICMatchingHandler;
import com.helger.as2lib.disposition.DispositionOptions;
import com.helger.as2lib.message.IMessage;
import com.helger.security.keystore.EKeyStoreType;
import dev.semel.provider.As2Partnership;
import dev.semel.provider.FileNamePattern;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** A partner that sends over AS2, by a client that nobody here has written. */
final class As2Sender {
  private static final String PASSWORD = "test";
  private static final Identity OURS = Identity.fresh("semel");
  private static final Identity THEIRS = Identity.fresh("acme");
  private static final Identity STRANGER = Identity.fresh("stranger");

  private final Path directory;
  private final String url;

  /** Of each receipt: whether its digest is the sender's own. */
  final List<String> digests = new ArrayList<>();

  /** What is sent, and how. */
  record Letter(
      String content,
      boolean encrypted,
      ECompression compression,
      @Nullable ECryptoAlgorithmSign digest,
      String messageId) {}

  /** When it is compressed. */
  enum ECompression {
    NEVER,
    BEFORE_SIGNING,
    AFTER_SIGNING
  }

  /** A key and its certificate. */
  record Identity(String name, KeyPair keys, X509Certificate certificate) {
    static Identity fresh(String name) {
      try {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair keys = generator.generateKeyPair();
        X500Name subject = new X500Name("CN=" + name);
        Instant now = Instant.now();
        return new Identity(
            name,
            keys,
            new JcaX509CertificateConverter()
                .getCertificate(
                    new JcaX509v3CertificateBuilder(
                            subject,
                            BigInteger.valueOf(now.toEpochMilli()),
                            Date.from(now.minus(Duration.ofDays(1))),
                            Date.from(now.plus(Duration.ofDays(1))),
                            subject,
                            keys.getPublic())
                        .build(
                            new JcaContentSignerBuilder("SHA256withRSA")
                                .build(keys.getPrivate()))));
      } catch (GeneralSecurityException | OperatorCreationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  As2Sender(Path directory, String url) {
    this.directory = directory;
    this.url = url;
  }

  /** How it and we know each other. */
  static As2Partnership partnership() {
    return new As2Partnership(
        "Semel Payouts",
        "ACME",
        OURS.certificate(),
        OURS.keys().getPrivate(),
        List.of(STRANGER.certificate(), THEIRS.certificate()),
        true,
        FileNamePattern.parse("settlement-{date:yyyyMMdd}.csv"));
  }

  /** The same, of one whose certificate we do not have. */
  static As2Partnership partnershipWithAnother() {
    return changed(List.of(STRANGER.certificate()), true);
  }

  /** The same, where messages need not be encrypted. */
  static As2Partnership openPartnership() {
    return changed(List.of(THEIRS.certificate()), false);
  }

  private static As2Partnership changed(List<X509Certificate> theirs, boolean encrypted) {
    As2Partnership known = partnership();
    return new As2Partnership(
        known.ourId(),
        known.partnerId(),
        known.certificate(),
        known.key(),
        theirs,
        encrypted,
        known.files());
  }

  /** Sends a letter, and returns what came back. */
  AS2ClientResponse send(Letter letter) throws IOException, GeneralSecurityException {
    Path store = Files.createTempFile(directory, "store", ".p12");
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, PASSWORD.toCharArray());
    keys.setKeyEntry(
        "acme",
        THEIRS.keys().getPrivate(),
        PASSWORD.toCharArray(),
        new X509Certificate[] {THEIRS.certificate()});
    try (OutputStream out = Files.newOutputStream(store)) {
      keys.store(out, PASSWORD.toCharArray());
    }
    AS2ClientSettings settings = new AS2ClientSettings();
    settings.setKeyStore(EKeyStoreType.PKCS12, store.toFile(), PASSWORD);
    settings.setSaveKeyStoreChangesToFile(false);
    settings.setSenderData("ACME", "acme@example.org", "acme");
    settings.setReceiverData("Semel Payouts", "semel", url);
    settings.setReceiverCertificate(OURS.certificate());
    settings.setPartnershipName("ACME to Semel");
    settings.setEncryptAndSign(
        letter.encrypted() ? ECryptoAlgorithmCrypt.CRYPT_AES256_CBC : null, letter.digest());
    if (letter.compression() != ECompression.NEVER) {
      settings.setCompress(
          ECompressionType.ZLIB, letter.compression() == ECompression.BEFORE_SIGNING);
    }
    settings.setMDNOptions(
        new DispositionOptions()
            .setMICAlg(
                letter.digest() == null ? ECryptoAlgorithmSign.DIGEST_SHA_256 : letter.digest())
            .setMICAlgImportance(DispositionOptions.IMPORTANCE_REQUIRED)
            .setProtocol(DispositionOptions.PROTOCOL_PKCS7_SIGNATURE)
            .setProtocolImportance(DispositionOptions.IMPORTANCE_REQUIRED));
    settings.setMessageIDFormat(letter.messageId());
    settings.setMICMatchingHandler(
        new IMICMatchingHandler() {
          @Override
          public void onMICMatch(IMessage message, String mic) {
            digests.add("same");
          }

          @Override
          public void onMICMismatch(IMessage message, String own, String received) {
            digests.add("other");
          }
        });
    AS2ClientRequest request = new AS2ClientRequest("settlement");
    request.setData(letter.content(), StandardCharsets.UTF_8);
    request.setContentType("text/csv");
    request.setFilename("settlement-20261130.csv");
    return new AS2Client().sendSynchronous(settings, request);
  }
}
