// Form bodies: what the partner reads is what was meant, whatever is in the values.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.ClientReference;
import dev.semel.domain.Money;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormBodyApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String PAYOUT_ID = "po_06f1z8x3k7v2m4q9t5w0c8b1ng";
  private static final String ACCEPTED =
      RawPartner.answer(
          "200 OK",
          "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"1\",\"currency\":\"KES\"}");

  private static final String FORM =
      """
      form:
        amount: "${payout.amount | minor_units}"
        decimal: "${payout.amount | number}"
        currency: "${payout.currency | lower}"
        metadata[reference]: ${attempt.reference}
        "external_account[account_number]": ${beneficiary.bank_account.account_number}
        description: "for ${beneficiary.name}"
        purpose: ${payout.purpose?}
        live: true
        "a&b=c": "x"
      """;

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  /** The partner of the tests, as one that takes forms. */
  static String form(String text) {
    return Acme.patient(text)
        .replaceFirst(
            "(?s)    body:\n.*?  answers:",
            java.util.regex.Matcher.quoteReplacement(FORM.indent(4) + "  answers:"));
  }

  private Map<String, String> received(Money money, String name) throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(ACCEPTED));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, FormBodyApiTest::form)) {
      SubmitOutcome outcome = acme.submit(request(money, name), Acme.ALWAYS);
      assertThat(outcome).isNotInstanceOf(SubmitOutcome.NotSent.class);
      assertThat(partner.requests()).hasSize(1);
      String request = partner.requests().getFirst();
      assertThat(request.toLowerCase(java.util.Locale.ROOT))
          .contains("content-type: application/x-www-form-urlencoded\r\n");
      return pairs(request.substring(request.indexOf("\r\n\r\n") + 4));
    }
  }

  /** As a server would read it: every pair once. */
  private static Map<String, String> pairs(String body) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : body.split("&", -1)) {
      String[] both = pair.split("=", -1);
      assertThat(both).as(pair).hasSize(2);
      String before =
          pairs.put(
              URLDecoder.decode(both[0], StandardCharsets.UTF_8),
              URLDecoder.decode(both[1], StandardCharsets.UTF_8));
      assertThat(before).as(pair).isNull();
    }
    return pairs;
  }

  private static SubmissionRequest request(Money money, String name) {
    ObjectNode beneficiary =
        (ObjectNode) Acme.json("{'country':'KE','bank_account':{'account_number':'0012345678'}}");
    beneficiary.put("name", name);
    return new SubmissionRequest(
        PAYOUT_ID,
        1,
        Acme.REFERENCE,
        ClientReference.keyOf(PAYOUT_ID, 1),
        money,
        beneficiary,
        Acme.json("{}"),
        Optional.empty(),
        "order-1",
        "req-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a&amount=999999&x=y",
        "Quote \" ' and brace } { ]",
        "new\nline\r\n\r\nGET / HTTP/1.1",
        "100% + 1 = ?#;",
        "${secret.api_key}",
        "metadata[reference]=OTHER",
        "李雷 \uD83D\uDE00 é",
        "a\u0000b"
      })
  void no_value_breaks_out_of_its_place(String name) throws IOException {
    Map<String, String> form = received(Money.of("125.50", "KES"), name);
    assertThat(form)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "amount", "12550",
                "decimal", "125.50",
                "currency", "kes",
                "metadata[reference]", Acme.REFERENCE,
                "external_account[account_number]", "0012345678",
                "description", "for " + name,
                "live", "true",
                "a&b=c", "x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          500     | JPY | 500      | 500
          1       | JPY | 1        | 1
          5.120   | KWD | 5120     | 5.120
          0.001   | BHD | 1        | 0.001
          1000000 | KRW | 1000000  | 1000000
          0.01    | USD | 1        | 0.01
          100000000000.00 | USD | 10000000000000 | 100000000000.00
          1.0001  | UYW | 10001    | 1.0001
          """)
  void minor_units_are_those_of_the_currency(
      String amount, String currency, String minor, String decimal) throws IOException {
    Map<String, String> form = received(Money.of(amount, currency), "A");
    assertThat(form).containsEntry("amount", minor).containsEntry("decimal", decimal);
  }

  @Test
  void the_call_log_masks_the_accounts_in_it() throws IOException {
    received(Money.of("1.00", "KES"), "call +254700000003");
    assertThat(log.last().requestBody().orElseThrow())
        .doesNotContain("0012345678")
        .doesNotContain("254700000003")
        .contains("***5678")
        .contains(Acme.REFERENCE);
  }
}
