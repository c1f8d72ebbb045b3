// Reports that have to be proved, through the gate.
package dev.semel.report;

import static dev.semel.report.GateWorld.DAY;
import static dev.semel.report.GateWorld.DECISIONS;
import static dev.semel.report.GateWorld.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.PgpKeys;
import dev.semel.provider.ReportVerification;
import dev.semel.provider.ReportVerification.Checksum;
import dev.semel.provider.ReportVerification.Form;
import dev.semel.provider.ReportVerification.Signature;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.report.pickup.Seal;
import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ProvenReportDbTest {
  private static final Instant BORN = Instant.parse("2025-01-01T00:00:00Z");
  private static final Instant MADE = Instant.parse("2026-03-11T02:00:00Z");
  private static final byte[] REPORT = text("a");
  private static final String PROOFS =
      "SELECT proofs -> 0 ->> 'kind' FROM report_delivery WHERE originator = ? ORDER BY id";
  private static final String REASONS =
      "SELECT reason FROM report_delivery WHERE originator = ? ORDER BY id";

  @Inject ReceiveReport receive;
  @Inject DecideDelivery decideDelivery;
  @Inject ReadReport readReport;
  @Inject ResumeStore store;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private GateWorld world;

  @BeforeEach
  void open() {
    world = new GateWorld(database);
  }

  @Test
  void f_09_the_same_bytes_are_proved_once_the_renewed_key_is_there() throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);
    wants(Form.DETACHED, PgpPartner.since(BORN).key());
    take(world.arrived(REPORT, Optional.of(acme.signature(REPORT, MADE)), Seal.NONE));
    assertThat(world.texts(REASONS)).containsExactly("signature_key_unknown");
    assertThat(world.source.reads).isZero();

    wants(Form.DETACHED, acme.key());
    Tenant operator = Tenant.operator(credentials, database);
    String id =
        String.valueOf(world.texts("SELECT id FROM report WHERE originator = ?").getFirst());
    operator
        .request(UUID.randomUUID().toString(), "{\"reason\": \"The key is confirmed.\"}")
        .post("/v1/ops/reports/" + id + "/verify")
        .then()
        .statusCode(200);
    new ResumeReports(world.sources, store, decideDelivery, readReport).step();

    assertThat(world.texts(DECISIONS)).containsExactly("accept");
    assertThat(world.texts(PROOFS)).containsExactly("pgp");
    assertThat(world.source.reads).isEqualTo(1);
    assertThat(
            operator
                .request()
                .get("/v1/ops/reports/" + id)
                .<String>path("deliveries[0].proofs[0].by"))
        .isEqualTo(PgpKeys.parse(List.of(acme.key())).fingerprints().getFirst());
  }

  @Test
  void f_11_what_is_inside_a_signed_message_is_read_without_it() throws Exception {
    PgpPartner acme = PgpPartner.since(BORN);
    wants(Form.INLINE, acme.key());

    take(world.arrived(acme.message(REPORT, MADE), Optional.empty(), Seal.NONE));

    assertThat(world.source.read).isEqualTo("a");
    assertThat(world.texts(PROOFS)).containsExactly("pgp");
  }

  @Test
  void what_is_promised_and_missing_or_too_large_is_never_read() throws Exception {
    wants(Form.DETACHED, PgpPartner.since(BORN).key());
    take(world.arrived(text("b"), Optional.empty(), Seal.NONE));
    world.source.verification =
        new ReportVerification(
            Optional.of(new Checksum(true)), Optional.empty(), OptionalLong.empty());
    take(world.arrived(text("c"), Optional.empty(), Seal.NONE));
    world.source.verification =
        new ReportVerification(Optional.empty(), Optional.empty(), OptionalLong.of(2));
    take(world.arrived(text("ddd"), Optional.empty(), Seal.NONE));

    assertThat(world.texts(REASONS))
        .containsExactly("signature_missing", "checksum_missing", "too_large");
    assertThat(world.source.reads).isZero();
  }

  @Test
  void a_proven_sender_over_as2_is_kept_with_the_report_and_a_doubtful_one_keeps_it_back()
      throws Exception {
    Seal doubtful = new Seal.Doubtful(Seal.Doubt.SIGNER_UNKNOWN, "Nobody we know signed it.");

    take(world.arrived(REPORT, Optional.empty(), doubtful));
    assertThat(world.source.reads).isZero();
    take(world.arrived(REPORT, Optional.empty(), new Seal.Good("ab".repeat(32))));

    assertThat(world.texts(REASONS)).containsExactly("as2_signer_unknown", null);
    assertThat(world.texts(PROOFS)).containsExactly(null, "as2");
    assertThat(world.source.reads).as("the stranger does not stand in its way").isEqualTo(1);
  }

  private void wants(Form form, String key) {
    world.source.verification =
        new ReportVerification(
            Optional.empty(),
            Optional.of(new Signature(form, PgpKeys.parse(List.of(key)), true)),
            OptionalLong.empty());
  }

  private void take(ArrivedReport report) throws IOException {
    ReceivedReport received = receive.receive(DeliveryWay.SENT, world.source.verification, report);
    readReport.read(world.provider, world.source, DAY, received);
  }
}
