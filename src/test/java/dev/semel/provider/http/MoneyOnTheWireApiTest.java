// What the partner receives, byte for byte, beside literals written by hand.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.Money;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyOnTheWireApiTest {
  private static final Vertx VERTX = Vertx.vertx();

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private static SubmissionRequest asking(String name, Money money) {
    SubmissionRequest usual = Acme.request();
    ObjectNode beneficiary = usual.beneficiary().deepCopy();
    return new SubmissionRequest(
        usual.payoutId(),
        usual.attempt(),
        usual.reference(),
        usual.key(),
        money,
        beneficiary.put("name", name),
        usual.sender(),
        usual.purpose(),
        usual.clientReference(),
        usual.correlationId());
  }

  /** The one request that the partner got for a payout. */
  private String received(UnaryOperator<String> change, SubmissionRequest request, String answer)
      throws IOException {
    try (RawPartner partner =
            new RawPartner(RawPartner.thenStay(RawPartner.answer("201 Created", answer)));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, change)) {
      assertThat(acme.missingData(request)).isEmpty();
      SubmitOutcome outcome = acme.submit(request, Acme.ALWAYS);
      assertThat(outcome).isInstanceOf(SubmitOutcome.Accepted.class);
      assertThat(partner.requests()).hasSize(1);
      return partner.requests().getFirst();
    }
  }

  private static String accepted(String amount, String currency) {
    return "{\"id\":\"p-1\",\"status\":\"accepted\",\"amount\":"
        + amount
        + ",\"currency\":\""
        + currency
        + "\"}";
  }

  @ParameterizedTest(name = "{1} {0}")
  @CsvSource({
    "JPY, 500, '\"500\"', 500, 500",
    "ISK, 500, '\"500\"', 500, 500",
    "KRW, 500, '\"500\"', 500, 500",
    "CLP, 500, '\"500\"', 500, 500",
    "VND, 500, '\"500\"', 500, 500",
    "UGX, 1500, '\"1500\"', 1500, 1500",
    "EUR, 500, '\"500.00\"', 500.00, 50000",
    "EUR, 8.20, '\"8.20\"', 8.20, 820",
    "KWD, 10.5, '\"10.500\"', 10.500, 10500",
    "KWD, 1.234, '\"1.234\"', 1.234, 1234",
    "CLF, 1.2345, '\"1.2345\"', 1.2345, 12345",
    "UYW, 0.0001, '\"0.0001\"', 0.0001, 1",
    "KES, 90071992547409.93, '\"90071992547409.93\"', 90071992547409.93, 9007199254740993",
    "KES, 999999999999999.99, '\"999999999999999.99\"', 999999999999999.99, 99999999999999999"
  })
  void m_01_m_02_m_04_the_amount_stands_on_the_wire_as_the_partner_counts(
      String currency, String amount, String text, String number, String minorUnits)
      throws IOException {
    SubmissionRequest request = asking("Amina", Money.of(amount, currency));
    String answer = accepted("\"" + amount + "\"", currency);
    assertThat(received(file -> file, request, answer)).contains("\"amount\":" + text + ",");
    assertThat(
            received(
                file -> file.replace("${payout.amount}", "${payout.amount | number}"),
                request,
                answer))
        .contains("\"amount\":" + number + ",");
    assertThat(
            received(
                file -> file.replace("${payout.amount}", "${payout.amount | minor_units}"),
                request,
                answer))
        .contains("\"amount\":" + minorUnits + ",");
  }

  @Test
  void m_05_every_cent_up_to_a_hundred_is_written_exactly() throws Exception {
    dev.semel.provider.file.ProviderFile text = Acme.file(file -> file);
    dev.semel.provider.file.ProviderFile number =
        Acme.file(file -> file.replace("${payout.amount}", "${payout.amount | number}"));
    dev.semel.provider.file.ProviderFile minor =
        Acme.file(file -> file.replace("${payout.amount}", "${payout.amount | minor_units}"));
    for (int cents = 1; cents <= 10_000; cents++) {
      String literal = cents / 100 + "." + "%02d".formatted(cents % 100);
      SubmissionRequest request = asking("Amina", Money.of(literal, "KES"));
      assertThat(RequestWriterTest.written(text, request))
          .contains("\"amount\":\"" + literal + "\",");
      assertThat(RequestWriterTest.written(number, request))
          .contains("\"amount\":" + literal + ",");
      assertThat(RequestWriterTest.written(minor, request)).contains("\"amount\":" + cents + ",");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ЮРИЙ ГАГАРИН",
        "Μαρία Παπαδοπούλου",
        "王小明",
        "محمد علی",
        "علی\u200Cرضا",
        "अमीना शर्मा",
        "สมชาย ใจดี",
        "김민준",
        "ნინო",
        "Aimée",
        "O\u2019Neil",
        "Zoë \uD83D\uDE00",
        "李雷 \uD840\uDC0B"
      })
  void m_09_a_name_reaches_a_partner_that_takes_all_scripts_as_it_is(String name)
      throws IOException {
    assertThat(
            received(
                file -> file,
                asking(name, Money.of("125.50", "KES")),
                accepted("\"125.50\"", "KES")))
        .contains("\"beneficiary\":{\"name\":\"" + name + "\",");
  }

  private static UnaryOperator<String> name(String filters) {
    return file ->
        file.replace(
            "${beneficiary.name}\", account", "${beneficiary.name | " + filters + "}\", account");
  }

  @ParameterizedTest(name = "{0} is written {1}")
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "Aimée, Aimee",
        "Würth, Wurth",
        "Groß, Gross",
        "Łukasz Żółć, Lukasz Zolc",
        "Ægir Þórsson, AEgir Thorsson",
        "İbrahim Çağlı, Ibrahim Cagli",
        "Nguyễn Đức, Nguyen Duc",
        "Ɔkyere Ɛfua, Okyere Efua",
        "O’Neil, O'Neil",
        "Jean‑Luc, Jean-Luc",
        "ﬁnn, finn"
      })
  void m_09_latin_letters_lose_their_marks_and_nothing_else(String name, String written)
      throws IOException {
    assertThat(
            received(
                name("latin"),
                asking(name, Money.of("125.50", "KES")),
                accepted("\"125.50\"", "KES")))
        .contains("\"beneficiary\":{\"name\":\"" + written + "\",");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ЮРИЙ", "Μαρία", "王小明", "محمد", "Anna \uD83D\uDE00", "Юрий Smith", "Анна-Maria"})
  void m_09_a_name_that_would_vanish_or_lose_letters_is_refused_before_anything_is_sent(String name)
      throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenClose(""));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, name("latin"))) {
      SubmissionRequest request = asking(name, Money.of("125.50", "KES"));
      assertThat(acme.missingData(request))
          .singleElement()
          .satisfies(
              missing -> {
                assertThat(missing.pointer()).isEqualTo("/beneficiary/name");
                assertThat(missing.there()).isTrue();
                assertThat(missing.detail()).contains("Acme Payouts").doesNotContain(name);
              });
      assertThat(acme.submit(request, Acme.ALWAYS)).isInstanceOf(SubmitOutcome.NotSent.class);
      assertThat(partner.requests()).isEmpty();
    }
  }

  @Test
  void m_09_an_account_of_which_nothing_is_left_is_refused_before_anything_is_sent()
      throws IOException {
    UnaryOperator<String> digits =
        file ->
            file.replace(
                "${beneficiary.bank_account.account_number}",
                "${beneficiary.bank_account.account_number | digits}");
    try (FileProvider acme = Acme.at("http://127.0.0.1:1", VERTX, log, digits)) {
      assertThat(acme.missingData(Acme.request("Amina", "ABC")))
          .extracting(missing -> missing.pointer())
          .containsExactly("/beneficiary/bank_account/account_number");
      assertThat(acme.missingData(Acme.request("Amina", "00-12"))).isEmpty();
    }
  }

  /** An e with an acute accent of its own, a family of four, the flag of Kenya. */
  private static final String E_ACUTE = "e\u0301";

  private static final String FAMILY =
      "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66";
  private static final String FLAG = "\uD83C\uDDF0\uD83C\uDDEA";

  @Test
  void m_10_a_cut_counts_bytes_or_characters_and_takes_no_character_apart() throws IOException {
    String a69 = "A".repeat(69);
    cut("max_bytes(70)", a69 + "é and more", a69);
    cut("max_characters(70)", a69 + "é and more", a69 + "é");
    cut("max_bytes(71)", a69 + "é and more", a69 + "é");
    cut("max_characters(70)", a69 + E_ACUTE + "x", a69);
    cut("max_characters(71)", a69 + E_ACUTE + "x", a69 + E_ACUTE);
    cut("max_characters(70)", a69 + "\uD83D\uDE00x", a69 + "\uD83D\uDE00");
    cut("max_bytes(72)", a69 + "\uD83D\uDE00x", a69);
    cut("max_characters(75)", a69 + FAMILY, a69);
    cut("max_characters(76)", a69 + FAMILY + "x", a69 + FAMILY);
    cut("max_characters(70)", a69 + FLAG, a69);
    cut("max_characters(6)", "Amina Wanjiru", "Amina");
    cut("max_characters(13)", "Amina Wanjiru", "Amina Wanjiru");
    cut("latin | max_characters(5)", "Straße", "Stras");
    cut("max_bytes(6)", "王小明", "王小");
  }

  private void cut(String filters, String name, String written) throws IOException {
    assertThat(
            received(
                name(filters),
                asking(name, Money.of("125.50", "KES")),
                accepted("\"125.50\"", "KES")))
        .as("%s of %s", filters, name)
        .contains("\"beneficiary\":{\"name\":\"" + written + "\",");
  }

  @Test
  void m_10_a_name_whose_first_character_does_not_fit_is_refused_before_anything_is_sent()
      throws IOException {
    try (FileProvider acme = Acme.at("http://127.0.0.1:1", VERTX, log, name("max_bytes(2)"))) {
      assertThat(acme.missingData(asking("王小明", Money.of("1.00", "KES"))))
          .extracting(missing -> missing.pointer())
          .containsExactly("/beneficiary/name");
    }
  }
}
