// How far TLS came decides what its failure means.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ProviderCall.Phase;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.Unknown;
import dev.semel.provider.http.ScriptedPartner.Link;
import dev.semel.provider.http.ScriptedPartner.Tls;
import dev.semel.testing.Wait;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsPhaseApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final TestAuthority AUTHORITY = new TestAuthority();
  private static final String HOST = "localhost";
  private static final String TLS_1_2 = "TLSv1.2";
  private static final String TLS_1_3 = "TLSv1.3";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String ACCEPTED =
      RawPartner.answer(
          "201 Created",
          "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}");

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private static void answers(Link link) throws IOException {
    while (!link.request().isEmpty()) {
      link.write(ACCEPTED);
    }
  }

  private SubmitOutcome submit(String url, UnaryOperator<String> file, BooleanSupplier maySend) {
    try (FileProvider acme = Acme.trusting(AUTHORITY.pem(), url, VERTX, log, file)) {
      return acme.submit(Acme.request(), maySend);
    }
  }

  private SubmitOutcome submitTo(ScriptedPartner partner) {
    return submit("https://" + HOST + ":" + partner.port(), Acme::patient, Acme.ALWAYS);
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS_1_2, TLS_1_3})
  void a_sound_certificate_is_trusted_and_the_payout_accepted(String version) throws IOException {
    Tls tls = new Tls(AUTHORITY.server(HOST), version, false);
    try (ScriptedPartner partner = new ScriptedPartner(TlsPhaseApiTest::answers, tls)) {
      assertThat(submitTo(partner)).isInstanceOf(Accepted.class);
      assertThat(partner.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS_1_2, TLS_1_3})
  void u_04_a_certificate_that_is_not_to_be_trusted_means_that_nothing_was_sent(String version)
      throws IOException {
    refuses(AUTHORITY.server("another.example"), version);
    refuses(AUTHORITY.expiredServer(HOST), version);
    refuses(TestAuthority.selfSignedServer(HOST), version);
  }

  private void refuses(SSLContext context, String version) throws IOException {
    try (ScriptedPartner partner =
        new ScriptedPartner(TlsPhaseApiTest::answers, new Tls(context, version, false))) {
      assertThat(submitTo(partner)).isEqualTo(new NotSent("the TLS handshake failed"));
      assertThat(log.last().phase()).isEqualTo(Phase.NOT_CONNECTED);
      assertThat(partner.connections()).isEqualTo(1);
      partner.end();
      assertThat(partner.bytes()).as("bytes of requests").isZero();
    }
  }

  @Test
  void u_04_a_handshake_that_does_not_go_on_means_that_nothing_was_sent() throws Exception {
    try (ScriptedPartner silent = new ScriptedPartner(Link::swallow)) {
      String url = "https://" + HOST + ":" + silent.port();
      assertThat(submit(url, Acme::hasty, Acme.ALWAYS)).isInstanceOf(NotSent.class);
      assertThat(log.last().phase()).isEqualTo(Phase.NOT_CONNECTED);
      Wait.until("the connection", PATIENCE, silent::connections, Integer.valueOf(1)::equals);
    }
  }

  @Test
  void what_may_no_longer_be_sent_after_the_handshake_is_not_written() throws IOException {
    Tls tls = new Tls(AUTHORITY.server(HOST), TLS_1_3, false);
    try (ScriptedPartner partner = new ScriptedPartner(TlsPhaseApiTest::answers, tls);
        Wire wire = new Wire(partner.port())) {
      // The client's last bytes of the handshake are held up, and it believes to be connected.
      SubmitOutcome outcome = submit(wire.url(), Acme::patient, () -> false);
      wire.letGo();
      assertThat(outcome).isInstanceOf(SubmitOutcome.HeldBack.class);
      partner.end();
      assertThat(partner.bytes()).isZero();
    }
  }

  @Test
  void u_04_under_tls_1_2_a_client_certificate_that_is_missed_means_that_nothing_was_sent()
      throws Exception {
    Tls tls = new Tls(AUTHORITY.server(HOST), TLS_1_2, true);
    try (ScriptedPartner partner = new ScriptedPartner(TlsPhaseApiTest::answers, tls)) {
      assertThat(submitTo(partner)).isInstanceOf(NotSent.class);
      assertThat(log.last().phase()).isEqualTo(Phase.NOT_CONNECTED);
      Wait.until("refusal", PATIENCE, partner::failedHandshakes, Integer.valueOf(1)::equals);
      assertThat(partner.bytes()).isZero();
    }
  }

  @Test
  void u_04_under_tls_1_3_it_leaves_the_outcome_unknown_as_it_shows_after_the_request()
      throws Exception {
    Tls tls = new Tls(AUTHORITY.server(HOST), TLS_1_3, true);
    try (ScriptedPartner partner = new ScriptedPartner(TlsPhaseApiTest::answers, tls);
        Wire wire = new Wire(partner.port())) {
      BooleanSupplier thenItIsMissed =
          () -> {
            wire.letGo();
            return true;
          };
      assertThat(submit(wire.url(), Acme::patient, thenItIsMissed)).isInstanceOf(Unknown.class);
      assertThat(log.last().phase()).isEqualTo(Phase.HANDED_OVER);
      Wait.until("refusal", PATIENCE, partner::failedHandshakes, Integer.valueOf(1)::equals);
      assertThat(partner.connections()).as("never made again").isEqualTo(1);
      assertThat(partner.bytes()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS_1_2, TLS_1_3})
  void u_04_an_alert_in_the_middle_of_the_answer_leaves_it_unknown(String version)
      throws IOException {
    Tls tls = new Tls(AUTHORITY.server(HOST), version, false);
    byte[] recordOfNobody = {0x17, 3, 3, 0, 4, 1, 2, 3, 4};
    AtomicInteger spoilt = new AtomicInteger();
    Wire[] between = new Wire[1];
    ScriptedPartner.Script script =
        link -> {
          link.request();
          link.write(ACCEPTED.substring(0, 60));
          between[0].spoil(recordOfNobody);
          spoilt.incrementAndGet();
          // Reading what nobody wrote makes this side end the connection with an alert.
          link.awaitFirstByte();
        };
    try (ScriptedPartner partner = new ScriptedPartner(script, tls);
        Wire wire = new Wire(partner.port())) {
      between[0] = wire;
      wire.letGo();
      assertThat(submit(wire.url(), Acme::patient, Acme.ALWAYS))
          .isInstanceOfSatisfying(
              Unknown.class,
              unknown -> assertThat(unknown.reason()).startsWith("the connection ended"));
      assertThat(spoilt).hasValue(1);
      assertThat(partner.requests()).hasSize(1);
      assertThat(partner.connections()).isEqualTo(1);
    }
  }

  @Test
  void the_end_of_tls_in_the_middle_of_an_answer_leaves_it_unknown() throws IOException {
    Tls tls = new Tls(AUTHORITY.server(HOST), TLS_1_3, false);
    ScriptedPartner.Script half =
        link -> {
          link.request();
          link.write(ACCEPTED.substring(0, ACCEPTED.length() - 5));
        };
    try (ScriptedPartner partner = new ScriptedPartner(half, tls)) {
      assertThat(submitTo(partner)).isInstanceOf(Unknown.class);
      assertThat(partner.requests()).hasSize(1);
      assertThat(partner.connections()).isEqualTo(1);
    }
  }
}
