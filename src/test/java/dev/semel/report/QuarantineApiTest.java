// What people decide about reports in quarantine, over HTTP.
package dev.semel.report;

import static dev.semel.provider.ReportVerification.NONE;
import static dev.semel.report.GateWorld.DAY;
import static dev.semel.report.GateWorld.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class QuarantineApiTest {
  private static final String REASON = "{\"reason\": \"They read us the checksum.\"}";
  private static final String STATUS = "SELECT status FROM report WHERE originator = ?";
  private static final String CASES =
      "SELECT status FROM ops_case WHERE kind = 'report_quarantined' AND provider = ?";

  @Inject ReceiveReport receive;
  @Inject DecideDelivery decideDelivery;
  @Inject ReadReport readReport;
  @Inject ResumeStore store;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private GateWorld world;
  private ResumeReports resume;
  private Tenant operator;
  private Tenant second;

  @BeforeEach
  void open() {
    world = new GateWorld(database);
    resume = new ResumeReports(world.sources, store, decideDelivery, readReport);
    operator = Tenant.operator(credentials, database);
    second = Tenant.operator(credentials, database);
  }

  @Test
  void a_report_is_shown_with_who_brought_it_which_check_failed_and_a_case() throws IOException {
    String id = quarantined();

    Response shown = operator.request().get("/v1/ops/reports/" + id);
    Response listed =
        operator
            .request()
            .get(
                "/v1/ops/reports?status=quarantined&business_date=2026-03-10&provider="
                    + world.provider);

    assertThat(listed.<String>path("data[0].id")).isEqualTo(id);
    assertThat(shown.<String>path("fault")).isEqualTo("checksum_differs");
    assertThat(shown.<String>path("deliveries[0].way")).isEqualTo("picked_up");
    assertThat(shown.<String>path("deliveries[0].label")).isEqualTo("day.csv");
    assertThat(shown.<String>path("deliveries[0].expected")).isEqualTo("00".repeat(32));
    assertThat(shown.<String>path("deliveries[0].found")).startsWith("ca978112");
    assertThat(shown.<String>path("deliveries[0].tries[0].fault")).contains("closed");
    assertThat(shown.<String>path("history[0].action")).isEqualTo("quarantined");
    assertThat(world.texts(CASES)).containsExactly("open");
  }

  @Test
  void only_who_runs_the_server_sees_reports() throws IOException {
    String path = "/v1/ops/reports/" + quarantined();
    Tenant stranger = Tenant.create(credentials, database);

    assertThat(stranger.request().get("/v1/ops/reports").<Integer>path("data.size()")).isZero();
    assertThat(stranger.request().get(path).statusCode()).isEqualTo(404);
    assertThat(stranger.request().accept("*/*").get(path + "/content").statusCode()).isEqualTo(404);
    assertThat(post(stranger, path + "/release").statusCode()).isEqualTo(404);
  }

  @Test
  void the_bytes_come_as_they_are_and_who_takes_them_is_written_down() throws IOException {
    String id = quarantined();

    Response bytes = operator.request().accept("*/*").get("/v1/ops/reports/" + id + "/content");

    assertThat(bytes.asByteArray()).isEqualTo(text("a"));
    assertThat(bytes.header("Cache-Control")).isEqualTo("no-store");
    assertThat(bytes.header("Content-Disposition"))
        .isEqualTo("attachment; filename=\"" + id + "\"");
    assertThat(bytes.header("Content-Length")).isEqualTo("1");
    assertThat(
            world.texts(
                "SELECT e.actor FROM audit_entry e JOIN report r ON r.id = e.subject WHERE e.action = 'report.download' AND r.originator = ?"))
        .containsExactly("credential:" + operator.credentialId());
  }

  @Test
  void two_people_release_a_report_and_it_is_read_once() throws IOException {
    String release = "/v1/ops/reports/" + quarantined() + "/release";

    Response first = post(operator, release);
    assertThat(first.statusCode()).isEqualTo(202);
    assertThat(first.<String>path("release.proposed_by"))
        .isEqualTo("credential:" + operator.credentialId());
    assertThat(post(operator, release).statusCode()).as("the same person").isEqualTo(409);
    assertThat(resume.step()).isFalse();
    Response released = post(second, release);
    assertThat(released.statusCode()).as(released.asString()).isEqualTo(200);
    assertThat(world.source.reads).isZero();

    assertThat(resume.step()).isTrue();
    assertThat(resume.step()).isFalse();

    assertThat(world.source.reads).isEqualTo(1);
    assertThat(world.source.read).isEqualTo("a");
    assertThat(world.texts(STATUS)).containsExactly("accepted");
    assertThat(world.texts(CASES)).containsExactly("resolved");
    assertThat(post(second, release).statusCode()).isEqualTo(409);
    assertThat(take(Optional.empty()).decision()).isInstanceOf(GateDecision.Suppress.class);
  }

  @Test
  void what_one_person_made_two_credentials_for_stays_where_it_is() throws IOException {
    String release = "/v1/ops/reports/" + quarantined() + "/release";
    post(operator, release);
    String made =
        operator
            .request(
                UUID.randomUUID().toString(),
                "{\"name\": \"another\", \"permissions\": [\"reports:release\"], \"reason\": \"A test.\"}")
            .post("/v1/ops/credentials")
            .path("token");
    Tenant another = new Tenant(operator.id(), "", made);

    assertThat(post(another, release).statusCode()).isEqualTo(409);
    assertThat(world.texts(STATUS)).containsExactly("quarantined");
  }

  @Test
  void what_cant_be_read_is_read_anew_once_the_file_is_mended_and_nobody_releases_it()
      throws IOException {
    world.source.unreadable = "line 2 has another column.";
    ReceivedReport received = take(Optional.empty());
    readReport.read(world.provider, world.source, DAY, received);
    readReport.read(world.provider, world.source, DAY, received);
    String path = "/v1/ops/reports/" + received.reportId();
    assertThat(world.texts(CASES)).containsExactly("open");
    assertThat(operator.request().get(path).<Integer>path("history.size()"))
        .as("the same reason is told once")
        .isEqualTo(2);
    assertThat(post(operator, path + "/release").statusCode()).isEqualTo(409);

    post(operator, path + "/verify").then().statusCode(200);
    resume.step();
    assertThat(world.texts(STATUS)).containsExactly("quarantined");

    world.source.unreadable = null;
    post(operator, path + "/verify").then().statusCode(200);
    resume.step();
    assertThat(world.texts(STATUS)).containsExactly("accepted");
    assertThat(world.texts(CASES)).containsExactly("resolved");
    assertThat(resume.step()).isFalse();
  }

  @Test
  void what_fails_its_check_again_is_back_in_quarantine_with_its_evidence() throws IOException {
    String path = "/v1/ops/reports/" + quarantined();

    Response put = post(operator, path + "/verify");
    assertThat(put.<String>path("status")).isEqualTo("received");
    resume.step();

    Response again = operator.request().get(path);
    assertThat(again.<String>path("status")).isEqualTo("quarantined");
    assertThat(again.<String>path("deliveries[0].evidence")).contains("00".repeat(32));
    assertThat(again.<String>path("history[1].action")).isEqualTo("verify_asked");
    assertThat(world.source.reads).isZero();
  }

  @Test
  void a_rejected_report_never_counts_however_it_comes_again() throws IOException {
    String path = "/v1/ops/reports/" + quarantined();

    post(operator, path + "/reject").then().statusCode(200);
    ReportAtHand again = readReport.read(world.provider, world.source, DAY, take(Optional.empty()));

    assertThat(again).isInstanceOf(ReportAtHand.None.class);
    assertThat(world.source.reads).isZero();
    assertThat(world.texts(STATUS)).containsExactly("rejected");
    assertThat(world.texts(CASES)).containsExactly("resolved");
    assertThat(post(operator, path + "/verify").<String>path("report_status"))
        .isEqualTo("rejected");
  }

  @Test
  void a_report_that_a_person_brings_goes_through_the_same_gate() {
    Response brought =
        operator
            .request(
                UUID.randomUUID().toString(),
                """
                {"provider": "quick", "business_date": "2020-02-01", "file_name": "../s.csv", "content": "%s", "checksum": "%s", "reason": "They sent it by post."}
                """
                    .formatted(
                        base64(world.provider + " brought"), base64("00".repeat(32) + "  s.csv")))
            .post("/v1/ops/reports");

    assertThat(brought.statusCode()).as(brought.asString()).isEqualTo(201);
    assertThat(brought.<String>path("fault")).isEqualTo("checksum_differs");
    assertThat(brought.<String>path("deliveries[0].way")).isEqualTo("brought");
    assertThat(brought.<String>path("history[1].actor"))
        .isEqualTo("credential:" + operator.credentialId());
    assertThat(
            post(operator, "/v1/ops/reports")
                .<String>path("errors.find {it.pointer == '/content'}.code"))
        .isEqualTo("required");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text(text));
  }

  private String quarantined() throws IOException {
    return take(GateWorld.wrongChecksum()).reportId();
  }

  private ReceivedReport take(Optional<byte[]> checksum) throws IOException {
    return receive.receive(DeliveryWay.PICKED_UP, NONE, world.arrived(text("a"), checksum));
  }

  private static Response post(Tenant who, String path) {
    return who.request(UUID.randomUUID().toString(), REASON).post(path);
  }
}
