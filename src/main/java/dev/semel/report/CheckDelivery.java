// Checks what has to prove a report, while its content is opaque.
package dev.semel.report;

import dev.semel.provider.ReportVerification;
import dev.semel.report.pickup.Seal;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks what has to prove a report, while its content is opaque: its size, the message that it
 * came in, its checksum, its signature. The first that fails is told.
 */
@Singleton
final class CheckDelivery {
  private final DeliveryStore deliveries;

  CheckDelivery(DeliveryStore deliveries) {
    this.deliveries = deliveries;
  }

  /**
   * What the checks came to.
   *
   * @param fault the first that failed; empty when all are passed
   * @param proofs what was proved
   */
  record Verdict(Optional<GateDecision.Quarantine> fault, List<ReportProof> proofs) {
    Verdict {
      proofs = List.copyOf(proofs);
    }
  }

  /** Checks a delivery, in the open transaction. */
  Verdict check(HeldDelivery held, ReportVerification terms) {
    List<ReportProof> proofs = new ArrayList<>();
    Optional<GateDecision.Quarantine> fault =
        tooLarge(held, terms)
            .or(() -> seal(held.seal(), proofs))
            .or(() -> checksum(held, terms, proofs))
            .or(() -> signature(held, terms, proofs));
    return new Verdict(fault, fault.isPresent() ? List.of() : proofs);
  }

  private static Optional<GateDecision.Quarantine> tooLarge(
      HeldDelivery held, ReportVerification terms) {
    if (terms.largest().isEmpty() || held.size() <= terms.largest().getAsLong()) {
      return Optional.empty();
    }
    return Optional.of(
        new GateDecision.Quarantine(
            QuarantineReason.TOO_LARGE,
            "It has more bytes than the provider's file allows.",
            Optional.of(terms.largest().getAsLong() + " bytes at most"),
            Optional.of(held.size() + " bytes")));
  }

  private static Optional<GateDecision.Quarantine> seal(Seal seal, List<ReportProof> proofs) {
    return switch (seal) {
      case Seal.None _ -> Optional.empty();
      case Seal.Good(String signer) -> {
        proofs.add(new ReportProof(ReportProof.Kind.AS2, Optional.of(signer), Optional.empty()));
        yield Optional.empty();
      }
      case Seal.Doubtful(Seal.Doubt doubt, String evidence) ->
          Optional.of(new GateDecision.Quarantine(reason(doubt), evidence));
    };
  }

  private static QuarantineReason reason(Seal.Doubt doubt) {
    return switch (doubt) {
      case SIGNER_UNKNOWN -> QuarantineReason.AS2_SIGNER_UNKNOWN;
      case SIGNATURE_BAD -> QuarantineReason.AS2_SIGNATURE_BAD;
    };
  }

  /** A file of a checksum that nobody promised is looked at all the same. */
  private static Optional<GateDecision.Quarantine> checksum(
      HeldDelivery held, ReportVerification terms, List<ReportProof> proofs) {
    if (held.checksum().isEmpty()) {
      return terms.checksum().filter(ReportVerification.Checksum::required).isPresent()
          ? Optional.of(
              new GateDecision.Quarantine(
                  QuarantineReason.CHECKSUM_MISSING,
                  "The provider's file promises a file with its checksum, and none came with it."))
          : Optional.empty();
    }
    Optional<GateDecision.Quarantine> fault =
        ChecksumFile.fault(held.checksum().get(), held.label(), held.hash());
    if (fault.isEmpty()) {
      proofs.add(new ReportProof(ReportProof.Kind.CHECKSUM, Optional.empty(), Optional.empty()));
    }
    return fault;
  }

  private Optional<GateDecision.Quarantine> signature(
      HeldDelivery held, ReportVerification terms, List<ReportProof> proofs) {
    if (terms.signature().isEmpty()) {
      return Optional.empty();
    }
    ReportVerification.Signature wanted = terms.signature().get();
    boolean detached = wanted.form() == ReportVerification.Form.DETACHED;
    if (detached && held.signature().isEmpty()) {
      return wanted.required()
          ? Optional.of(
              new GateDecision.Quarantine(
                  QuarantineReason.SIGNATURE_MISSING,
                  "The provider's file promises a file with its signature, and none came with it."))
          : Optional.empty();
    }
    VerifySignature verify = new VerifySignature(wanted.keys(), held.receivedAt());
    try (InputStream content = deliveries.bytes(held.number())) {
      proofs.add(
          detached
              ? verify.detached(held.signature().get(), content)
              : verify.inline(content, terms.largest().orElse(InlineMessage.LARGEST)));
      return Optional.empty();
    } catch (SignatureFaultException e) {
      boolean unsigned = e.fault().reason() == QuarantineReason.SIGNATURE_MISSING;
      return unsigned && !wanted.required() ? Optional.empty() : Optional.of(e.fault());
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in the database can be had", e);
    }
  }
}
