// A partner that signs with OpenPGP keys of its own.
package dev.semel.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.crypto.generators.Ed25519KeyPairGenerator;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.Ed25519KeyGenerationParameters;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.openpgp.PGPCompressedData;
import org.bouncycastle.openpgp.PGPCompressedDataGenerator;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPLiteralData;
import org.bouncycastle.openpgp.PGPLiteralDataGenerator;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;

/** A partner that signs with an OpenPGP key of its own, whose life a test tells. */
final class PgpPartner {
  private final BcPGPKeyPair pair;
  private PGPPublicKey published;

  private int words;

  private PgpPartner(BcPGPKeyPair pair) {
    this.pair = pair;
    this.published = pair.getPublicKey();
  }

  /** With an Ed25519 key that was made then. */
  static PgpPartner since(Instant born) throws PGPException {
    Ed25519KeyPairGenerator generator = new Ed25519KeyPairGenerator();
    generator.init(new Ed25519KeyGenerationParameters(new SecureRandom()));
    return new PgpPartner(
        new BcPGPKeyPair(
            4, PublicKeyAlgorithmTags.EDDSA_LEGACY, generator.generateKeyPair(), Date.from(born)));
  }

  /** With an RSA key of so many bits. */
  static PgpPartner rsa(int bits, Instant born) throws PGPException {
    RSAKeyPairGenerator generator = new RSAKeyPairGenerator();
    generator.init(
        new RSAKeyGenerationParameters(BigInteger.valueOf(65537), new SecureRandom(), bits, 40));
    return new PgpPartner(
        new BcPGPKeyPair(
            4, PublicKeyAlgorithmTags.RSA_GENERAL, generator.generateKeyPair(), Date.from(born)));
  }

  /** From now on its key says that it is good for so long. */
  PgpPartner validFor(Duration life) throws PGPException {
    PGPSignatureSubpacketGenerator said = new PGPSignatureSubpacketGenerator();
    said.setKeyExpirationTime(true, life.toSeconds());
    said.setSignatureCreationTime(true, Date.from(said()));
    published =
        PGPPublicKey.addCertification(published, certification(PGPSignature.DIRECT_KEY, said));
    return this;
  }

  /** From now on its key says that it was revoked then, for this reason. */
  PgpPartner revoked(byte reason, Instant at) throws PGPException {
    PGPSignatureSubpacketGenerator said = new PGPSignatureSubpacketGenerator();
    said.setRevocationReason(false, reason, "");
    said.setSignatureCreationTime(true, Date.from(at));
    published =
        PGPPublicKey.addCertification(published, certification(PGPSignature.KEY_REVOCATION, said));
    return this;
  }

  /** Each word about the key is later than the one before. */
  private Instant said() {
    words++;
    return pair.getPublicKey().getCreationTime().toInstant().plusSeconds(words);
  }

  private PGPSignature certification(int kind, PGPSignatureSubpacketGenerator said)
      throws PGPException {
    PGPSignatureGenerator generator = generator(kind, HashAlgorithmTags.SHA256);
    generator.setHashedSubpackets(said.generate());
    return generator.generateCertification(pair.getPublicKey());
  }

  private PGPSignatureGenerator generator(int kind, int digest) throws PGPException {
    PGPSignatureGenerator generator =
        new PGPSignatureGenerator(
            new BcPGPContentSignerBuilder(pair.getPublicKey().getAlgorithm(), digest),
            pair.getPublicKey());
    generator.init(kind, pair.getPrivateKey());
    return generator;
  }

  /** Its public key as people send it. */
  String key() throws IOException {
    return new String(armoured(published.getEncoded()), StandardCharsets.US_ASCII);
  }

  /** A detached signature, binary, made then. */
  byte[] signature(byte[] content, Instant made) throws PGPException, IOException {
    return signature(content, made, HashAlgorithmTags.SHA256);
  }

  byte[] signature(byte[] content, Instant made, int digest) throws PGPException, IOException {
    PGPSignatureGenerator generator = made(made, digest);
    generator.update(content);
    return generator.generate().getEncoded();
  }

  private PGPSignatureGenerator made(Instant made, int digest) throws PGPException {
    PGPSignatureGenerator generator = generator(PGPSignature.BINARY_DOCUMENT, digest);
    PGPSignatureSubpacketGenerator said = new PGPSignatureSubpacketGenerator();
    said.setSignatureCreationTime(true, Date.from(made));
    generator.setHashedSubpackets(said.generate());
    return generator;
  }

  /** The content inside a message that is signed and compressed. */
  byte[] message(byte[] content, Instant made) throws PGPException, IOException {
    PGPSignatureGenerator generator = made(made, HashAlgorithmTags.SHA512);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PGPCompressedDataGenerator compression = new PGPCompressedDataGenerator(PGPCompressedData.ZIP);
    try (OutputStream out = compression.open(bytes)) {
      generator.generateOnePassVersion(false).encode(out);
      try (OutputStream literal =
          new PGPLiteralDataGenerator()
              .open(out, PGPLiteralData.BINARY, "day.csv", content.length, Date.from(made))) {
        literal.write(content);
      }
      generator.update(content);
      generator.generate().encode(out);
    }
    return bytes.toByteArray();
  }

  /** The same with letters only. */
  static byte[] armoured(byte[] bytes) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (ArmoredOutputStream out = new ArmoredOutputStream(text)) {
      out.write(bytes);
    }
    return text.toByteArray();
  }
}
