// Which requests are the same, and what becomes of a key under which another one comes.
package dev.semel.idempotency;

import static dev.semel.idempotency.Asker.isReplayOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class SameRequestApiTest {

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Asker asker;

  @BeforeEach
  void becomeATenant() {
    asker = Asker.anew(credentials, database);
  }

  @Test
  void i_03_another_amount_under_the_same_key_is_refused_and_changes_nothing() throws Exception {
    Response first = asker.post("k", asker.payout("10.00", "cleared"));
    Response other = asker.post("k", asker.payout("11.00", "cleared"));

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(other.path("type").toString()).isEqualTo("/problems/idempotency-key-reused");
    assertThat(other.contentType()).isEqualTo("application/problem+json");
    assertThat(asker.payouts()).isEqualTo(1);
    var paid = asker.await(first.path("id"), "paid");
    assertThat(paid.path("amount").textValue()).isEqualTo("10.00");
    Asker.isPaidOnce(paid);
  }

  @Test
  void i_04_member_order_and_white_space_do_not_count() {
    String plain = asker.payout("10.00", "pending");
    Response first = asker.post("k", plain);
    isReplayOf(first, asker.post("k", plain.replace(", ", ",\r\n \t")));
    isReplayOf(first, asker.post("k", plain.replace(": ", " :\n")));
    String moved =
        plain
            .replace("\"funding\": \"pending\", ", "")
            .replaceFirst("\\{", "{\"funding\": \"pending\", ");
    assertThat(moved).isNotEqualTo(plain);
    isReplayOf(first, asker.post("k", moved));
    isReplayOf(
        first,
        asker.post(
            "k",
            plain.replace(
                "{\"account_number\": \"0012340001\", \"bank_code\": \"01\"}",
                "{\"bank_code\": \"01\", \"account_number\": \"0012340001\"}")));
    assertThat(asker.payouts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "10.0", "10.00", "10.000"})
  void i_05_amounts_of_equal_value_are_one_request(String spelling) {
    Response first = asker.post("k", asker.payout("10.00", "pending"));
    isReplayOf(first, asker.post("k", asker.payout(spelling, "pending")));
    assertThat(asker.payouts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "10.0", "1e1", "\"1e1\"", "\"010\"", "\"+10\""})
  void i_05_what_is_no_amount_is_refused_alike_with_a_used_key_and_with_a_new_one(String amount) {
    String right = asker.payout("10.00", "pending");
    String wrong = right.replace("\"10.00\"", amount);
    assertThat(asker.post("k", right).statusCode()).isEqualTo(201);
    Response used = asker.post("k", wrong);
    Response unused = asker.post("k-2", wrong);
    assertThat(used.statusCode()).isEqualTo(422);
    assertThat(used.path("type").toString()).isEqualTo("/problems/validation-failed");
    assertThat(unused.statusCode()).isEqualTo(422);
    assertThat(unused.path("errors").toString()).isEqualTo(used.path("errors").toString());
  }

  @Test
  void i_07_headers_that_change_with_every_try_do_not_count() {
    Response first = asker.post("k", asker.payout("10.00", "pending"));
    Response again =
        asker
            .tenant()
            .request("k", asker.payout("10.00", "pending"))
            .header("Date", "Mon, 30 Nov 2026 10:00:00 GMT")
            .header("User-Agent", "another/2.0")
            .header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .header("Accept-Encoding", "gzip")
            .header("Request-Id", "second-try")
            .post("/v1/payouts");
    isReplayOf(first, again);
    assertThat(again.header("Request-Id")).isEqualTo("second-try");
  }

  @Test
  void i_07_a_compressed_body_is_refused_and_leaves_the_key_to_a_plain_one() throws Exception {
    String plain = asker.payout("10.00", "pending");
    HttpRequest compressed =
        HttpRequest.newBuilder(Asker.server().resolve("/v1/payouts"))
            .header("Authorization", "Bearer " + asker.tenant().token())
            .header("Content-Type", "application/json")
            .header("Content-Encoding", "gzip")
            .header("Idempotency-Key", "k")
            .POST(BodyPublishers.ofByteArray(gzip(plain)))
            .build();

    ApiClient.Answer refused = ApiClient.send(compressed, "(compressed)");

    assertThat(refused.status()).isIn(400, 415);
    Response first = asker.post("k", plain);
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.header("Idempotent-Replayed")).isNull();
    assertThat(asker.payouts()).isEqualTo(1);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void i_09_escapes_and_normal_forms_do_not_count() {
    String plain =
        asker.payout("10.00", "pending").replace("Amina Wanjiru", "Jos\u00e9 N/A \ud83d\ude00");
    Response first = asker.post("k", plain);
    assertThat(first.statusCode()).as(first.asString()).isEqualTo(201);
    isReplayOf(first, asker.post("k", plain.replace("\u00e9", "\\u00e9").replace("/", "\\/")));
    isReplayOf(first, asker.post("k", plain.replace("\u00e9", "\\u00E9")));
    isReplayOf(first, asker.post("k", plain.replace("\ud83d\ude00", "\\ud83d\\uDE00")));
    isReplayOf(first, asker.post("k", plain.replace("\u00e9", "e\u0301")));
    assertThat(asker.payouts()).isEqualTo(1);
  }

  @Test
  void i_09_a_lone_surrogate_is_refused_and_leaves_the_key_free() {
    String body = asker.payout("10.00", "pending");
    Response refused = asker.post("k", body.replace("Amina", "\\ud800"));
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(asker.post("k", body).statusCode()).isEqualTo(201);
  }

  @Test
  void i_12_a_refused_body_leaves_the_key_free_for_the_corrected_one() {
    String wrong = asker.payout("10.001", "pending");
    assertThat(asker.post("k", wrong).statusCode()).isEqualTo(422);
    Response corrected = asker.post("k", asker.payout("10.00", "pending"));
    assertThat(corrected.statusCode()).isEqualTo(201);
    assertThat(corrected.header("Idempotent-Replayed")).isNull();
    assertThat(asker.post("k", wrong).statusCode()).isEqualTo(422);
  }

  @Test
  void i_12_so_does_a_mistyped_iban_and_one_that_nobody_serves() {
    String right =
        asker
            .payout("10.00", "pending")
            .replace("\"KES\"", "\"EUR\"")
            .replace("\"country\": \"KE\"", "\"country\": \"DE\"")
            .replace("\"account_number\": \"0012340001\"", "\"iban\": \"DE89370400440532013000\"");
    Response mistyped = asker.post("k", right.replace("DE89", "DE98"));
    assertThat(mistyped.path("errors[0].pointer").toString())
        .isEqualTo("/beneficiary/bank_account/iban");
    Response unserved = asker.post("k", right.replace("\"EUR\"", "\"CHF\""));
    assertThat(unserved.path("type").toString()).isEqualTo("/problems/no-provider");
    Response corrected = asker.post("k", right);
    assertThat(corrected.statusCode()).isEqualTo(201);
    assertThat(corrected.header("Idempotent-Replayed")).isNull();
  }
}
