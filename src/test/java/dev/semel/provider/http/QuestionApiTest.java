// What the answers to lookups, status questions and report requests mean.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.LookupOutcome.Absent;
import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFetch.Failed;
import dev.semel.provider.ReportFetch.Fetched;
import dev.semel.provider.ReportFetch.NotThere;
import dev.semel.provider.ReportRow;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.report.ReadRows;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String PAYOUT =
      "{'id':'ac-1','status':'paid','amount':'125.50','currency':'KES','client_reference':'"
          + Acme.REFERENCE
          + "'}";

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private LookupOutcome ask(String head, String body, Optional<String> id) throws IOException {
    String answer = RawPartner.answer(head, body.replace('\'', '"'));
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(answer));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      LookupOutcome outcome =
          id.isPresent() ? acme.status(Acme.query(id)) : acme.lookup(Acme.query(id));
      assertThat(partner.requests()).hasSize(1);
      String path =
          id.isPresent() ? "/v1/payouts/ac-1" : "/v1/payouts?client_reference=" + Acme.REFERENCE;
      assertThat(partner.requests().getFirst()).startsWith("GET " + path + " HTTP/1.1");
      return outcome;
    }
  }

  @Test
  void a_payout_that_is_found_is_read() throws IOException {
    assertThat(ask("200 OK", "{'data':[" + PAYOUT + "]}", Optional.empty()))
        .isInstanceOfSatisfying(
            Found.class,
            found -> {
              assertThat(found.statement().status()).isEqualTo(ProviderStatus.PAID);
              assertThat(found.statement().money()).contains(Money.of("125.50", "KES"));
            });
  }

  @Test
  void a_status_question_takes_its_rules_from_the_lookup_and_reads_the_answer_itself()
      throws IOException {
    assertThat(ask("200 OK", PAYOUT, Optional.of("ac-1"))).isInstanceOf(Found.class);
    assertThat(ask("200 OK", PAYOUT.replace("ac-1", "ac-2"), Optional.of("ac-1")))
        .isInstanceOf(Unclear.class);
  }

  @Test
  void an_unlisted_word_means_processing_and_is_told_apart() throws IOException {
    LookupOutcome outcome = ask("200 OK", PAYOUT.replace("paid", "sleeping"), Optional.of("ac-1"));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Found.class,
            found -> assertThat(found.statement().status()).isEqualTo(ProviderStatus.PROCESSING));
    try (FileProvider acme = Acme.at("http://localhost", VERTX, log)) {
      assertThat(acme.listsStatus("sleeping")).isFalse();
      assertThat(acme.listsStatus("paid")).isTrue();
    }
  }

  @Test
  void it_can_be_asked_where_one_of_its_questions_can_be_put() {
    assertThat(canBeAsked(text -> text, Optional.empty())).isTrue();
    assertThat(canBeAsked(QuestionApiTest::withoutLookup, Optional.of("ac-1"))).isTrue();
    assertThat(canBeAsked(QuestionApiTest::withoutLookup, Optional.empty()))
        .as("its id is not known yet")
        .isFalse();
    assertThat(
            canBeAsked(
                text ->
                    withoutLookup(text).replaceAll("(?s)\nstatus:\n.*?\nstatuses:", "\nstatuses:"),
                Optional.of("ac-1")))
        .isFalse();
  }

  private boolean canBeAsked(UnaryOperator<String> change, Optional<String> id) {
    try (FileProvider acme = Acme.at("http://localhost", VERTX, log, change)) {
      return acme.canBeAsked(Acme.query(id));
    }
  }

  private static String withoutLookup(String text) {
    return text.replace("{within: PT60S, promised: true}", "{promised: false}")
        .replaceAll(
            "(?s)\nlookup:\n.*?\nstatus:\n",
            "\nstatus:\n  answers: [{when: {status: 200}, is: found}]\n  read: {id: /id, status: /status, amount: /amount, currency: /currency}\n");
  }

  @Test
  void absence_is_believed_of_a_json_answer_alone() throws IOException {
    assertThat(ask("404 Not Found", "{'code':'none'}", Optional.empty())).isEqualTo(new Absent());
    assertThat(ask("200 OK", "{'data':[]}", Optional.empty())).isEqualTo(new Absent());
    assertThat(ask("404 Not Found", "<html>nginx</html>", Optional.empty()))
        .isInstanceOf(Unclear.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "200 OK|<html>",
        "200 OK|{'data':[{'id':'x'}]}",
        "200 OK|{'data':",
        "500 Oops|{}",
        "302 Found|"
      })
  void what_is_not_understood_is_unclear(String answer) throws IOException {
    String[] parts = answer.split("\\|", 2);
    assertThat(ask(parts[0], parts[1], Optional.empty())).isInstanceOf(Unclear.class);
  }

  @Test
  void a_payout_of_another_reference_is_not_adopted() throws IOException {
    String other = "{'data':[" + PAYOUT.replace(Acme.REFERENCE, "SOMEBODY-ELSE") + "]}";
    assertThat(ask("200 OK", other, Optional.empty())).isInstanceOf(Unclear.class);
  }

  @Test
  void a_report_is_fetched_raw_and_its_rows_are_read() throws Exception {
    String body = "{\"rows\":[" + PAYOUT.replace('\'', '"') + "]}";
    assertThat(fetch("200 OK", body)).isInstanceOf(Fetched.class);
    assertThat(fetch("404 Not Found", "")).isInstanceOf(NotThere.class);
    assertThat(fetch("500 Oops", "")).isInstanceOf(Failed.class);
    List<ReportRow> rows = ReadRows.of(source(), body.getBytes(StandardCharsets.UTF_8));
    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst().reference()).contains(Acme.REFERENCE);
    byte[] empty = "{\"rows\":[{}]}".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> ReadRows.of(source(), empty))
        .isInstanceOf(UnreadableMessageException.class)
        .hasMessageContaining("/rows/0");
  }

  @Test
  void a_report_may_be_larger_than_other_answers() throws IOException {
    assertThat(fetch("200 OK", " ".repeat(3 * 1024 * 1024))).isInstanceOf(Fetched.class);
  }

  @Test
  void the_files_beside_a_report_are_asked_for_at_its_address_with_their_ending()
      throws IOException {
    UnaryOperator<String> proved =
        text -> text.replace("  fetch: {", "  verify: {checksum: {sidecar: .sha256}}\n  fetch: {");
    try (RawPartner partner =
            new RawPartner(RawPartner.thenStay(RawPartner.answer("200 OK", "the same")));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, proved)) {
      Object fetched = acme.reportSource().orElseThrow().fetch(LocalDate.parse("2026-12-01"));

      assertThat(fetched)
          .isInstanceOfSatisfying(
              Fetched.class, report -> assertThat(report.checksum()).isPresent());
      assertThat(partner.requests()).hasSize(2);
      assertThat(partner.requests().getLast())
          .startsWith("GET /v1/reports/2026-12-01.sha256 HTTP/1.1");
    }
  }

  private ReportSource source() {
    try (FileProvider acme = Acme.at("http://localhost", VERTX, log)) {
      return acme.reportSource().orElseThrow();
    }
  }

  private Object fetch(String head, String body) throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(RawPartner.answer(head, body)));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      return acme.reportSource().orElseThrow().fetch(LocalDate.parse("2026-12-01"));
    }
  }
}
