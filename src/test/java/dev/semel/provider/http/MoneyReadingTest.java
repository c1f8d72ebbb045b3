// What a partner writes is read against literals: amounts, ids, times. Nothing is compared with
// what our own code wrote.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.ReportRow;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.report.ReadRows;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyReadingTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String ROW =
      "{'client_reference':'R-1','id':'p-1','amount':%s,'currency':'%s','status':'paid'}";

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private static String inMinorUnits(String file) {
    return file.replace("amount: /amount", "amount: {at: /amount, as: minor_units}")
        .replace("amount: /data/amount", "amount: {at: /data/amount, as: minor_units}");
  }

  private static ProviderStatement lookup(UnaryOperator<String> change, String payout)
      throws UnreadableMessageException {
    ProviderFile file = Acme.file(change);
    String body = "{'data':[" + payout + "]}";
    Answer answer =
        new Answer(
            200, Map.of(), Answer.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    return file.lookup()
        .orElseThrow()
        .read()
        .read(answer.json())
        .statement(file.words(), Optional.of("KES"));
  }

  private static List<ReportRow> report(UnaryOperator<String> change, String... rows)
      throws UnreadableMessageException {
    try (FileProvider acme = Acme.at("http://127.0.0.1:1", VERTX, new CallLogInMemory(), change)) {
      String body = "{'rows':[" + String.join(",", rows) + "]}";
      return ReadRows.of(
          acme.reportSource().orElseThrow(),
          body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
  }

  private static ProviderStatement webhook(UnaryOperator<String> change, String data)
      throws UnreadableMessageException {
    ProviderFile file = Acme.file(change);
    WebhookReader reader =
        new WebhookReader(
            file.webhook().orElseThrow(),
            new SignatureCheck(new dev.semel.provider.file.WebhookTerms.Unsigned(), List.of()),
            file.words());
    String body =
        "{'event_id':'e-1','type':'t','created_at':'2026-11-30T10:00:00Z','data':" + data + "}";
    return reader
        .read(
            new InboundMessage(
                Map.of(), body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), Instant.EPOCH))
        .notices()
        .getFirst()
        .statement();
  }

  @ParameterizedTest(name = "{0} {1} is {2}")
  @CsvSource({
    "500, JPY, 500",
    "500, ISK, 500",
    "500, KRW, 500",
    "500, CLP, 500",
    "500, VND, 500",
    "50000, EUR, 500.00",
    "10500, KWD, 10.500",
    "12345, CLF, 1.2345",
    "12345, UYW, 1.2345",
    "1, EUR, 0.01",
    "1, KWD, 0.001"
  })
  void m_01_m_02_minor_units_of_a_partner_are_read_as_what_they_are_worth(
      String written, String currency, String worth) throws UnreadableMessageException {
    String payout = ROW.formatted(written, currency);
    for (String row : List.of(payout, ROW.formatted("'" + written + "'", currency))) {
      assertThat(lookup(MoneyReadingTest::inMinorUnits, row).money().orElseThrow().decimal())
          .isEqualTo(worth);
      assertThat(webhook(MoneyReadingTest::inMinorUnits, row).money().orElseThrow().decimal())
          .isEqualTo(worth);
      assertThat(
              report(MoneyReadingTest::inMinorUnits, row)
                  .getFirst()
                  .statement()
                  .money()
                  .orElseThrow()
                  .decimal())
          .isEqualTo(worth);
    }
  }

  @ParameterizedTest(name = "{0} {1} is {2}")
  @CsvSource({
    "500, JPY, 500",
    "500.00, JPY, 500",
    "500, KES, 500.00",
    "10.5, KWD, 10.500",
    "1.2345, CLF, 1.2345",
    "5442.09000, RON, 5442.09",
    "18.15000, EUR, 18.15",
    "5e2, JPY, 500"
  })
  void m_01_m_02_decimals_of_a_partner_are_read_as_what_they_are_worth(
      String written, String currency, String worth) throws UnreadableMessageException {
    for (String amount : List.of(written, "'" + written + "'")) {
      String row = ROW.formatted(amount, currency);
      Money money = Money.of(worth, currency);
      assertThat(lookup(text -> text, row).money()).contains(money);
      assertThat(webhook(text -> text, row).money()).contains(money);
      assertThat(report(text -> text, row).getFirst().statement().money()).contains(money);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "500.5, JPY",
    "18.155, EUR",
    "1.005, KES",
    "1.23456, CLF",
    "-5.00, KES",
    "1e400, KES",
    "123456789012345678901, KES",
    "500, HRK",
    "500, XXX"
  })
  void m_02_m_05_an_amount_that_is_none_of_its_currency_is_not_understood_and_never_rounded(
      String written, String currency) {
    String row = ROW.formatted(written, currency);
    assertThatThrownBy(() -> lookup(text -> text, row))
        .isInstanceOf(UnreadableMessageException.class);
    assertThatThrownBy(() -> webhook(text -> text, row))
        .isInstanceOf(UnreadableMessageException.class);
    assertThatThrownBy(() -> report(text -> text, row))
        .isInstanceOf(UnreadableMessageException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.20", "19.99", "1.13", "4.56", "0.29", "0.10", "100.00"})
  void m_05_what_binary_floats_get_wrong_is_read_exactly(String written)
      throws UnreadableMessageException {
    String row = ROW.formatted(written, "KES");
    assertThat(lookup(text -> text, row).money().orElseThrow().decimal()).isEqualTo(written);
    assertThat(webhook(text -> text, row).money().orElseThrow().decimal()).isEqualTo(written);
  }

  @Test
  void m_05_every_cent_up_to_a_hundred_is_read_exactly_from_a_report_in_three_spellings()
      throws UnreadableMessageException {
    String[] decimals = new String[10_000];
    String[] minor = new String[10_000];
    for (int cents = 1; cents <= 10_000; cents++) {
      String literal = cents / 100 + "." + "%02d".formatted(cents % 100);
      decimals[cents - 1] = ROW.formatted(cents % 2 == 0 ? literal : "'" + literal + "'", "KES");
      minor[cents - 1] = ROW.formatted(String.valueOf(cents), "KES");
    }
    List<ReportRow> first = report(text -> text, decimals);
    List<ReportRow> second = report(MoneyReadingTest::inMinorUnits, minor);
    for (int cents = 1; cents <= 10_000; cents++) {
      String literal = cents / 100 + "." + "%02d".formatted(cents % 100);
      assertThat(first.get(cents - 1).statement().money().orElseThrow().decimal())
          .isEqualTo(literal);
      assertThat(second.get(cents - 1).statement().money().orElseThrow().decimal())
          .isEqualTo(literal);
    }
  }

  @Test
  void m_06_a_big_number_is_never_rounded_whether_it_is_an_amount_or_an_id()
      throws UnreadableMessageException {
    String row =
        "{'client_reference':9007199254740993,'id':8838840643388017390,'amount':90071992547409.93,'currency':'KES','status':'paid'}";
    ProviderStatement found = lookup(text -> text, row);
    assertThat(found.providerPayoutId()).contains("8838840643388017390");
    assertThat(found.money().orElseThrow().decimal()).isEqualTo("90071992547409.93");
    ProviderStatement told = webhook(text -> text, row);
    assertThat(told.providerPayoutId()).contains("8838840643388017390");
    assertThat(told.money().orElseThrow().decimal()).isEqualTo("90071992547409.93");
    ReportRow line = report(text -> text, row).getFirst();
    assertThat(line.reference()).contains("9007199254740993");
    assertThat(line.statement().providerPayoutId()).contains("8838840643388017390");
    assertThat(line.statement().money().orElseThrow().decimal()).isEqualTo("90071992547409.93");
  }

  @Test
  void m_13_what_came_back_is_read_where_the_file_says_and_else_from_the_amount()
      throws UnreadableMessageException {
    String less =
        "{'client_reference':'R-1','id':'p-1','amount':'500.00','currency':'KES','status':'returned','back':'475.00'}";
    UnaryOperator<String> apart =
        file ->
            file.replace(
                "currency: /currency",
                "currency: /currency, returned_amount: {at: /back, optional: true}");
    assertThat(lookup(apart, less).cameBack()).contains(Money.of("475.00", "KES"));
    assertThat(report(apart, less).getFirst().statement().cameBack())
        .contains(Money.of("475.00", "KES"));
    assertThat(lookup(apart, less.replace(",'back':'475.00'", "")).cameBack())
        .as("the amount is the payout's, and nobody said how much came back")
        .isEmpty();
    assertThat(lookup(text -> text, less.replace("500.00", "475.00")).cameBack())
        .contains(Money.of("475.00", "KES"));
    assertThatThrownBy(() -> lookup(apart, less.replace("475.00", "-475.00")))
        .isInstanceOf(UnreadableMessageException.class);
  }

  private static String settled(String text) {
    return ROW.formatted("'5442.09000'", "RON").replace("}", ",'settled_at':'" + text + "'}");
  }

  private static UnaryOperator<String> as(String how) {
    return file ->
        file.replace("time_zone: Africa/Nairobi", "time_zone: Europe/Bucharest")
            .replace(
                "settled_at: {at: /settled_at, optional: true}",
                "settled_at: {at: /settled_at, optional: true, as: " + how + "}");
  }

  @Test
  void m_16_a_plain_date_in_a_report_is_some_moment_of_that_day_in_the_partners_zone()
      throws UnreadableMessageException {
    ReportRow row = report(as("date"), settled("2025-07-24")).getFirst();
    assertThat(row.settledAt()).contains(Instant.parse("2025-07-24T20:59:59.999999Z"));
  }

  @ParameterizedTest
  @CsvSource({"date, 2026-02-30", "date, 2026-04-31", "local_time, 2026-02-30T10:00:00"})
  void m_17_a_row_with_a_day_that_does_not_exist_is_kept_and_flagged_and_so_are_the_others(
      String how, String day) throws UnreadableMessageException {
    List<ReportRow> rows = report(as(how), settled(day), settled("2026-02-28" + day.substring(10)));
    assertThat(rows).hasSize(2);
    assertThat(rows.getFirst().settledAt()).isEmpty();
    assertThat(rows.getFirst().flaw()).hasValueSatisfying(f -> assertThat(f).contains("calendar"));
    assertThat(rows.getFirst().statement().money()).contains(Money.of("5442.09", "RON"));
    assertThat(rows.getLast().settledAt()).isPresent();
    assertThat(rows.getLast().flaw()).isEmpty();
    assertThatThrownBy(() -> report(as(how), settled("yesterday")))
        .as("what is no date at all is another file than promised")
        .isInstanceOf(UnreadableMessageException.class);
  }

  @Test
  void m_18_a_time_with_nine_digits_and_no_zone_is_of_the_zone_in_the_partners_file()
      throws UnreadableMessageException {
    ReportRow row = report(as("local_time"), settled("2025-07-24T06:10:29.000000000")).getFirst();
    assertThat(row.settledAt()).contains(Instant.parse("2025-07-24T03:10:29Z"));
    assertThat(row.statement().money()).contains(Money.of("5442.09", "RON"));
    ReportRow winter =
        report(as("local_time"), settled("2025-12-31T23:59:59.999999999")).getFirst();
    assertThat(winter.settledAt())
        .as("not rounded up into the next day")
        .contains(Instant.parse("2025-12-31T21:59:59.999999Z"));
  }

  @Test
  void m_18_a_time_without_an_offset_needs_a_zone_in_the_file() {
    assertThatThrownBy(
            () ->
                Acme.file(
                    text ->
                        text.replace(
                            "occurred_at: /created_at",
                            "occurred_at: {at: /created_at, as: local_time}")))
        .hasMessageContaining("add zone");
    Acme.file(
        text ->
            text.replace(
                "occurred_at: /created_at",
                "occurred_at: {at: /created_at, as: local_time, zone: Africa/Nairobi}"));
  }
}
