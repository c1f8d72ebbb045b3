// Whether a key could make a signature when it was made.
package dev.semel.report;

import dev.semel.provider.PgpKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.SignatureSubpacketTags;
import org.bouncycastle.bcpg.sig.RevocationReason;
import org.bouncycastle.bcpg.sig.RevocationReasonTags;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureSubpacketVector;
import org.jspecify.annotations.Nullable;

/**
 * Whether a key could make a signature when it was made. One that was made while the key was valid
 * stays good after the key has expired, or was retired; one by a key that was revoked for any other
 * reason proves nothing, whenever it was made.
 */
final class KeyRules {
  private static final Duration CLOCKS_APART = Duration.ofDays(1);
  private static final int LEAST_RSA_BITS = 2048;
  private static final Set<Integer> DIGESTS =
      Set.of(
          HashAlgorithmTags.SHA256,
          HashAlgorithmTags.SHA384,
          HashAlgorithmTags.SHA512,
          HashAlgorithmTags.SHA3_256,
          HashAlgorithmTags.SHA3_512);
  private static final Set<Integer> CURVES =
      Set.of(
          PublicKeyAlgorithmTags.ECDSA,
          PublicKeyAlgorithmTags.EDDSA_LEGACY,
          PublicKeyAlgorithmTags.Ed25519,
          PublicKeyAlgorithmTags.Ed448);

  private final Instant receivedAt;

  /**
   * Rules for a report.
   *
   * @param receivedAt when it came
   */
  KeyRules(Instant receivedAt) {
    this.receivedAt = receivedAt;
  }

  /**
   * Checks a signature and its key, without the bytes.
   *
   * @return when it was made
   * @throws SignatureFaultException when it proves nothing
   */
  Instant check(PGPSignature signature, PgpKeys.Signing key) throws SignatureFaultException {
    strength(signature, key.key());
    Instant made = made(signature);
    List<PGPPublicKey> chain =
        key.key().isMasterKey() ? List.of(key.key()) : List.of(key.primary(), key.key());
    for (PGPPublicKey one : chain) {
      lifetime(one, key, made);
      revocation(one, key, made);
    }
    return made;
  }

  private static void strength(PGPSignature signature, PGPPublicKey key)
      throws SignatureFaultException {
    boolean strong =
        CURVES.contains(key.getAlgorithm())
            || (key.getAlgorithm() == PublicKeyAlgorithmTags.RSA_GENERAL
                && key.getBitStrength() >= LEAST_RSA_BITS);
    if (!strong || !DIGESTS.contains(signature.getHashAlgorithm())) {
      throw new SignatureFaultException(
          QuarantineReason.SIGNATURE_WEAK,
          "The signature rests on a digest or a kind of key that proves nothing any more. The provider has to sign with SHA-256 or better, by RSA of at least 2048 bits, ECDSA or EdDSA.");
    }
  }

  private Instant made(PGPSignature signature) throws SignatureFaultException {
    @Nullable PGPSignatureSubpacketVector said = signature.getHashedSubPackets();
    if (said == null || said.getSignatureCreationTime() == null) {
      throw new SignatureFaultException(
          QuarantineReason.SIGNATURE_UNREADABLE, "The signature does not say when it was made.");
    }
    Instant made = said.getSignatureCreationTime().toInstant();
    if (made.isAfter(receivedAt.plus(CLOCKS_APART))) {
      throw new SignatureFaultException(
          QuarantineReason.SIGNATURE_BAD,
          "The signature says that it was made at " + made + ", after the report had come.");
    }
    long seconds = said.getSignatureExpirationTime();
    if (seconds > 0 && made.plusSeconds(seconds).isBefore(receivedAt)) {
      throw new SignatureFaultException(
          QuarantineReason.SIGNATURE_EXPIRED,
          "The signature was good until " + made.plusSeconds(seconds) + " only.");
    }
    return made;
  }

  private static void lifetime(PGPPublicKey one, PgpKeys.Signing key, Instant made)
      throws SignatureFaultException {
    Instant born = one.getCreationTime().toInstant();
    if (made.isBefore(born)) {
      throw new SignatureFaultException(
          QuarantineReason.SIGNATURE_BAD, "The signature is older than the key that made it.");
    }
    long seconds = one.getValidSeconds();
    if (seconds > 0 && !made.isBefore(born.plusSeconds(seconds))) {
      throw new SignatureFaultException(
          QuarantineReason.SIGNATURE_KEY_EXPIRED,
          "The key "
              + key.fingerprint()
              + " expired at "
              + born.plusSeconds(seconds)
              + " as far as the copy in our settings says, and the signature was made at "
              + made
              + ". Where its owner has renewed it, put the renewed key into the setting and verify the report: the bytes are kept.");
    }
  }

  private static void revocation(PGPPublicKey one, PgpKeys.Signing key, Instant made)
      throws SignatureFaultException {
    int kind = one.isMasterKey() ? PGPSignature.KEY_REVOCATION : PGPSignature.SUBKEY_REVOCATION;
    for (Iterator<PGPSignature> all = one.getSignaturesOfType(kind); all.hasNext(); ) {
      PGPSignature revocation = all.next();
      boolean retired = isRetirement(revocation);
      if (!retired || !made.isBefore(revocation.getCreationTime().toInstant())) {
        throw new SignatureFaultException(
            QuarantineReason.SIGNATURE_KEY_REVOKED,
            "The key "
                + key.fingerprint()
                + " was revoked"
                + (retired
                    ? " before the signature was made."
                    : ": nothing that it signed proves anything.")
                + " Ask the provider over another way what happened, and which key is in force.");
      }
    }
  }

  /** Whether its owner says that it was only replaced or retired; without a word, the worst. */
  private static boolean isRetirement(PGPSignature revocation) {
    @Nullable PGPSignatureSubpacketVector said = revocation.getHashedSubPackets();
    return said != null
        && said.getSubpacket(SignatureSubpacketTags.REVOCATION_REASON)
            instanceof RevocationReason reason
        && (reason.getRevocationReason() == RevocationReasonTags.KEY_SUPERSEDED
            || reason.getRevocationReason() == RevocationReasonTags.KEY_RETIRED);
  }
}
