// Which OpenPGP signatures prove a report.
package dev.semel.report;

import static dev.semel.report.GateWorld.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.PgpKeys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.sig.RevocationReasonTags;
import org.junit.jupiter.api.Test;

class VerifySignatureTest {
  private static final Instant BORN = Instant.parse("2025-01-01T00:00:00Z");
  private static final Instant MADE = Instant.parse("2026-11-30T02:00:00Z");
  private static final Instant CAME = Instant.parse("2026-11-30T03:00:00Z");
  private static final byte[] REPORT = text("reference,amount\r\nR-1,10.00\r\n");

  @Test
  void f_11_a_detached_signature_proves_armoured_and_binary() throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);
    byte[] signature = acme.signature(REPORT, MADE);

    for (byte[] file : List.of(signature, PgpPartner.armoured(signature))) {
      ReportProof proof = by(acme).detached(file, new ByteArrayInputStream(REPORT));
      assertThat(proof.kind()).isEqualTo(ReportProof.Kind.PGP);
      assertThat(proof.by()).contains(PgpKeys.parse(List.of(acme.key())).fingerprints().getFirst());
      assertThat(proof.madeAt()).contains(MADE);
    }
  }

  @Test
  void f_11_a_message_around_the_report_proves_and_holds_it() throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);
    byte[] message = acme.message(REPORT, MADE);

    for (byte[] file : List.of(message, PgpPartner.armoured(message))) {
      assertThat(by(acme).inline(new ByteArrayInputStream(file), 1000).madeAt()).contains(MADE);
      assertThat(InlineMessage.content(new ByteArrayInputStream(file), 1000).readAllBytes())
          .isEqualTo(REPORT);
    }
    assertThat(inlineFault(by(acme), message, 5)).isEqualTo(QuarantineReason.TOO_LARGE);
  }

  @Test
  void f_11_what_is_in_another_form_is_refused_by_its_name() throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);

    assertThat(fault(by(acme), REPORT, REPORT)).isEqualTo(QuarantineReason.SIGNATURE_UNREADABLE);
    assertThat(fault(by(acme), acme.message(REPORT, MADE), REPORT))
        .isEqualTo(QuarantineReason.SIGNATURE_UNREADABLE);
    assertThat(inlineFault(by(acme), REPORT, 1000))
        .isEqualTo(QuarantineReason.SIGNATURE_UNREADABLE);
    assertThat(
            inlineFault(
                by(acme), text("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\na"), 1000))
        .isEqualTo(QuarantineReason.SIGNATURE_UNREADABLE);
    byte[] message = acme.message(REPORT, MADE);
    byte[] cut = Arrays.copyOf(message, message.length - 20);
    assertThat(inlineFault(by(acme), cut, 1000)).isEqualTo(QuarantineReason.SIGNATURE_UNREADABLE);
  }

  @Test
  void f_03_other_bytes_than_were_signed_prove_nothing() throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);

    assertThat(fault(by(acme), acme.signature(REPORT, MADE), text("reference,amount\r\n")))
        .isEqualTo(QuarantineReason.SIGNATURE_BAD);
  }

  @Test
  void a_key_that_the_file_does_not_name_proves_nothing() throws Exception {
    PgpPartner stranger = PgpPartner.since(BORN);
    PgpPartner acme = PgpPartner.since(BORN);

    assertThat(fault(by(acme), stranger.signature(REPORT, MADE), REPORT))
        .isEqualTo(QuarantineReason.SIGNATURE_KEY_UNKNOWN);
    assertThat(inlineFault(by(acme), stranger.message(REPORT, MADE), 1000))
        .isEqualTo(QuarantineReason.SIGNATURE_KEY_UNKNOWN);
  }

  @Test
  void f_09_a_key_proves_what_it_signed_while_it_was_valid_and_a_renewed_copy_more()
      throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);
    byte[] later = acme.signature(REPORT, MADE);
    byte[] before = acme.signature(REPORT, BORN.plus(Duration.ofDays(99)));

    acme.validFor(Duration.ofDays(100));
    assertThat(fault(by(acme), later, REPORT)).isEqualTo(QuarantineReason.SIGNATURE_KEY_EXPIRED);
    assertThat(by(acme).detached(before, new ByteArrayInputStream(REPORT)).by()).isPresent();

    PgpPartner renewed = acme.validFor(Duration.ofDays(1000));
    assertThat(by(renewed).detached(later, new ByteArrayInputStream(REPORT)).by()).isPresent();
  }

  @Test
  void a_revoked_key_proves_only_what_it_signed_before_it_was_retired() throws Exception {
    PgpPartner retired = PgpPartner.since(BORN);
    byte[] before = retired.signature(REPORT, MADE.minus(Duration.ofDays(2)));
    byte[] after = retired.signature(REPORT, MADE);
    retired.revoked(RevocationReasonTags.KEY_RETIRED, MADE.minus(Duration.ofDays(1)));
    assertThat(fault(by(retired), after, REPORT)).isEqualTo(QuarantineReason.SIGNATURE_KEY_REVOKED);
    assertThat(by(retired).detached(before, new ByteArrayInputStream(REPORT)).by()).isPresent();

    PgpPartner stolen = PgpPartner.since(BORN);
    byte[] old = stolen.signature(REPORT, MADE.minus(Duration.ofDays(300)));
    stolen.revoked(RevocationReasonTags.KEY_COMPROMISED, MADE);
    assertThat(fault(by(stolen), old, REPORT)).isEqualTo(QuarantineReason.SIGNATURE_KEY_REVOKED);
  }

  @Test
  void a_weak_digest_and_a_weak_key_prove_nothing() throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);
    PgpPartner small = PgpPartner.rsa(1024, BORN);

    assertThat(fault(by(acme), acme.signature(REPORT, MADE, HashAlgorithmTags.SHA1), REPORT))
        .isEqualTo(QuarantineReason.SIGNATURE_WEAK);
    assertThat(fault(by(small), small.signature(REPORT, MADE), REPORT))
        .isEqualTo(QuarantineReason.SIGNATURE_WEAK);
  }

  @Test
  void a_signature_from_the_future_or_from_before_its_key_proves_nothing() throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);

    assertThat(fault(by(acme), acme.signature(REPORT, CAME.plus(Duration.ofDays(2))), REPORT))
        .isEqualTo(QuarantineReason.SIGNATURE_BAD);
    assertThat(fault(by(acme), acme.signature(REPORT, BORN.minusSeconds(1)), REPORT))
        .isEqualTo(QuarantineReason.SIGNATURE_BAD);
  }

  private static VerifySignature by(PgpPartner partner) throws IOException {
    return new VerifySignature(PgpKeys.parse(List.of(partner.key())), CAME);
  }

  private static QuarantineReason fault(VerifySignature verify, byte[] signature, byte[] content)
      throws IOException {
    try {
      throw new AssertionError(verify.detached(signature, new ByteArrayInputStream(content)));
    } catch (SignatureFaultException e) {
      return e.fault().reason();
    }
  }

  private static QuarantineReason inlineFault(VerifySignature verify, byte[] message, long largest)
      throws IOException {
    try {
      throw new AssertionError(verify.inline(new ByteArrayInputStream(message), largest));
    } catch (SignatureFaultException e) {
      return e.fault().reason();
    }
  }
}
