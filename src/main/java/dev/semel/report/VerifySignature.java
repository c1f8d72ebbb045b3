// Verifies an OpenPGP signature of a report.
package dev.semel.report;

import dev.semel.provider.PgpKeys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;

/**
 * Verifies an OpenPGP signature of a report, over a stream. Of several signatures one has to be
 * good: the others may be by keys that are none of ours.
 */
final class VerifySignature {
  private static final int PIECE = 64 * 1024;
  private static final int MOST_SIGNATURES = 10;

  private final PgpKeys keys;
  private final KeyRules rules;

  /**
   * Verifies by keys.
   *
   * @param receivedAt when the report came
   */
  VerifySignature(PgpKeys keys, Instant receivedAt) {
    this.keys = keys;
    this.rules = new KeyRules(receivedAt);
  }

  /**
   * Verifies a signature in a file of its own, armoured or binary.
   *
   * @return what it proves
   * @throws SignatureFaultException when it proves nothing
   */
  ReportProof detached(byte[] file, InputStream content)
      throws SignatureFaultException, IOException {
    List<PGPSignature> ours = ours(signatures(file));
    byte[] piece = new byte[PIECE];
    for (int count = content.read(piece); count > 0; count = content.read(piece)) {
      for (PGPSignature signature : ours) {
        signature.update(piece, 0, count);
      }
    }
    Optional<SignatureFaultException> first = Optional.empty();
    for (PGPSignature signature : ours) {
      try {
        return proof(signature, signature.verify());
      } catch (SignatureFaultException e) {
        first = first.or(() -> Optional.of(e));
      } catch (PGPException e) {
        first = first.or(() -> Optional.of(bad()));
      }
    }
    throw first.orElseGet(VerifySignature::bad);
  }

  private static List<PGPSignature> signatures(byte[] file) throws SignatureFaultException {
    try (InputStream in = PGPUtil.getDecoderStream(new ByteArrayInputStream(file))) {
      if (new BcPGPObjectFactory(in).nextObject() instanceof PGPSignatureList list) {
        List<PGPSignature> signatures = new ArrayList<>();
        list.forEach(signatures::add);
        if (!signatures.isEmpty() && signatures.size() <= MOST_SIGNATURES) {
          return signatures;
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new SignatureFaultException(
          QuarantineReason.SIGNATURE_UNREADABLE, "The file of its signature can't be read.");
    }
    throw new SignatureFaultException(
        QuarantineReason.SIGNATURE_UNREADABLE,
        "The file of its signature holds no detached OpenPGP signature, or more than "
            + MOST_SIGNATURES
            + ".");
  }

  /** Those that one of the keys may have made, ready to be fed. */
  private List<PGPSignature> ours(List<PGPSignature> signatures) throws SignatureFaultException {
    List<PGPSignature> ours = new ArrayList<>();
    for (PGPSignature signature : signatures) {
      Optional<PgpKeys.Signing> key = keys.find(signature.getKeyID());
      if (signature.getSignatureType() != PGPSignature.BINARY_DOCUMENT) {
        throw new SignatureFaultException(
            QuarantineReason.SIGNATURE_UNREADABLE,
            "The signature is one over text, whose line ends anybody may change. The provider has to sign the file as it is.");
      }
      if (key.isPresent()) {
        try {
          signature.init(new BcPGPContentVerifierBuilderProvider(), key.get().key());
        } catch (PGPException e) {
          throw new SignatureFaultException(
              QuarantineReason.SIGNATURE_WEAK,
              "The signature is made in a way that is not known here.");
        }
        ours.add(signature);
      }
    }
    if (ours.isEmpty()) {
      throw unknown(signatures.getFirst().getKeyID());
    }
    return ours;
  }

  /**
   * Verifies a report that is inside an OpenPGP message.
   *
   * @param largest how many bytes the report in it may have
   * @return what the signature proves
   * @throws SignatureFaultException when it proves nothing
   */
  ReportProof inline(InputStream message, long largest)
      throws SignatureFaultException, IOException {
    InlineMessage.Verified verified = InlineMessage.verify(message, keys, largest);
    if (verified.signature().isEmpty()) {
      throw unknown(verified.signer());
    }
    return proof(verified.signature().get(), verified.fits());
  }

  private ReportProof proof(PGPSignature signature, boolean fits) throws SignatureFaultException {
    PgpKeys.Signing key =
        keys.find(signature.getKeyID()).orElseThrow(() -> unknown(signature.getKeyID()));
    Instant made = rules.check(signature, key);
    if (!fits) {
      throw bad();
    }
    return new ReportProof(ReportProof.Kind.PGP, Optional.of(key.fingerprint()), Optional.of(made));
  }

  private static SignatureFaultException bad() {
    return new SignatureFaultException(
        QuarantineReason.SIGNATURE_BAD,
        "The signature is not over these bytes: the report or its signature was changed or cut. Ask the provider for both again.");
  }

  private SignatureFaultException unknown(long keyId) {
    String found = HexFormat.of().withUpperCase().toHexDigits(keyId);
    return new SignatureFaultException(
        new GateDecision.Quarantine(
            QuarantineReason.SIGNATURE_KEY_UNKNOWN,
            "The signature is by the key "
                + found
                + ", which the provider's file does not name. Where it is the provider's new key, have it confirmed over another way, put it into the setting, and verify the report.",
            Optional.of(String.join(" or ", keys.fingerprints())),
            Optional.of(found)));
  }
}
