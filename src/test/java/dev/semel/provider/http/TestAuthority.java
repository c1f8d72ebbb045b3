// Makes certificates, sound ones and others.
package dev.semel.provider.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** A certificate authority that lives as long as a test. */
public final class TestAuthority {
  private static final X500Name NAME = new X500Name("CN=Authority of a test");
  private static final char[] NO_PASSWORD = {};
  private static final Duration DAY = Duration.ofDays(1);

  private final KeyPair keys = newKeys();
  private final X509Certificate certificate;

  public TestAuthority() {
    this.certificate =
        certificate(NAME, keys, NAME, keys.getPrivate(), "authority.test", true, DAY);
  }

  /** Its certificate, for those who trust it. */
  public String pem() {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(certificate);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A server of this host whose certificate it signed. */
  public SSLContext server(String host) {
    return signed(host, DAY);
  }

  /** The same, but the certificate was good until yesterday. */
  SSLContext expiredServer(String host) {
    return signed(host, DAY.negated());
  }

  private SSLContext signed(String host, Duration validFor) {
    KeyPair own = newKeys();
    return context(
        own.getPrivate(),
        certificate(
            new X500Name("CN=" + host), own, NAME, keys.getPrivate(), host, false, validFor),
        trustingThisOne());
  }

  /** A client whose certificate it signed. */
  Client client() {
    KeyPair own = newKeys();
    X500Name name = new X500Name("CN=client.test");
    return new Client(
        own.getPrivate(),
        certificate(name, own, NAME, keys.getPrivate(), "client.test", false, DAY));
  }

  /** A key and its certificate, for files. */
  record Client(PrivateKey key, X509Certificate certificate) {
    String certificatePem() throws CertificateEncodingException {
      return pem("CERTIFICATE", certificate.getEncoded());
    }

    String keyPem() {
      return pem("PRIVATE KEY", key.getEncoded());
    }

    byte[] pkcs12(String password) throws GeneralSecurityException, IOException {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("client", key, password.toCharArray(), new X509Certificate[] {certificate});
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      store.store(file, password.toCharArray());
      return file.toByteArray();
    }

    private static String pem(String kind, byte[] content) {
      String lines = Base64.getMimeEncoder().encodeToString(content);
      return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }
  }

  private TrustManager[] trustingThisOne() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, NO_PASSWORD);
      trusted.setCertificateEntry("authority", certificate);
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      return factory.getTrustManagers();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A server of this host that nobody vouches for but itself. */
  public static SSLContext selfSignedServer(String host) {
    KeyPair own = newKeys();
    X500Name name = new X500Name("CN=" + host);
    return context(
        own.getPrivate(), certificate(name, own, name, own.getPrivate(), host, false, DAY), null);
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate certificate(
      X500Name subject,
      KeyPair own,
      X500Name issuer,
      PrivateKey issuerKey,
      String host,
      boolean authority,
      Duration validFor) {
    Instant now = Instant.now();
    try {
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              issuer,
              BigInteger.valueOf(now.toEpochMilli()).add(BigInteger.valueOf(own.hashCode())),
              Date.from(now.minus(DAY.multipliedBy(7))),
              Date.from(now.plus(validFor)),
              subject,
              own.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, host)));
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKey)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SSLContext context(
      PrivateKey key, X509Certificate certificate, TrustManager @Nullable [] trusted) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("server", key, NO_PASSWORD, new X509Certificate[] {certificate});
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trusted, null);
      return context;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
