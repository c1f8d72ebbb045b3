// What must not be seen is not.
package dev.semel.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskingTest {
  private final Masking masking = new Masking(List.of("sk-live-123", "sk-live-123456", "abc"));

  @Test
  void secrets_are_masked_wherever_they_occur() {
    assertThat(masking.text("key sk-live-123456 and sk-live-123")).isEqualTo("key *** and ***");
    assertThat(masking.body("{\"note\":\"sk-live-123\"}")).isEqualTo("{\"note\":\"***\"}");
    assertThat(masking.url("http://a/b?api_key=x1&k=sk-live-123&q=1"))
        .isEqualTo("http://a/b?api_key=***&k=***&q=1");
  }

  @Test
  void headers_that_hold_secrets_are_masked_by_name() {
    assertThat(
            masking.headers(
                Map.of(
                    "Authorization",
                    List.of("Basic eDp5"),
                    "Set-Cookie",
                    List.of("a=b"),
                    "X-A",
                    List.of("b"))))
        .isEqualTo(
            Map.of(
                "authorization",
                List.of("***"),
                "set-cookie",
                List.of("***"),
                "x-a",
                List.of("b")));
  }

  @Test
  void a_secret_under_the_name_of_an_account_number_keeps_no_character() {
    assertThat(masking.and("tok-12345").body("{\"card_token\":\"tok-12345\"}"))
        .isEqualTo("{\"card_token\":\"***\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"account_number":"0012345678"}      | {"account_number":"***5678"}
          {"accountNumber":12345678}           | {"accountNumber":"***5678"}
          {"a":{"iban":["GB33BUKB20201555"]}}  | {"a":{"iban":["***1555"]}}
          {"msisdn":"123"}                     | {"msisdn":"***"}
          {"text":"to GB33 BUKB 2020 1555 5555 55 now"} | {"text":"to ***5 55 now"}
          {"text":"call +254700000003"}        | {"text":"call ***0003"}
          {"text":"pan 4111111111111111"}      | {"text":"pan ***1111"}
          {"client_secret":"x","amount":125.50} | {"client_secret":"***","amount":125.50}
          account=0012345678&amount=1          | account=***5678&amount=1
          {"reference":"06F1Z8X3K7V2M4Q9T5W0C8B1NG-1"} | {"reference":"06F1Z8X3K7V2M4Q9T5W0C8B1NG-1"}
          """)
  void account_numbers_keep_their_last_four(String body, String masked) {
    assertThat(masking.body(body)).isEqualTo(masked);
  }

  /** The secret is p@ss/w+rd"é&1, and nothing of its encodings may be left. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "p@ss/w+rd\"é&1",
        "a=1&b=p%40ss%2Fw%2Brd%22%C3%A9%261",
        "p%2540ss%252fw%252brd%2522%25c3%25a9%25261",
        "{\"note\":\"p@ss\\/w+rd\\\"\\u00e9&1\"}",
        "broken {\"note\":\"p@ss\\/w+rd\\\"\\u00E9&1",
        "{\"inner\":\"{\\\"note\\\":\\\"p@ss/w+rd\\\\\\\"é&1\\\"}\"}",
        "<error>p@ss/w+rd&quot;&#233;&amp;1</error>",
        "{\"p@ss/w+rd\\\"é&1\":true}"
      })
  void a_secret_is_found_in_every_way_of_writing_it(String body) {
    Masking known = new Masking(List.of("p@ss/w+rd\"é&1"));
    assertThat(known.body(body)).contains("***").doesNotContain("ss").doesNotContain("rd");
  }

  @Test
  void a_secret_is_found_inside_base64_and_hexadecimal_digits() {
    Masking known = new Masking(List.of("sk-live-123456"));
    byte[] secret = "sk-live-123456".getBytes(StandardCharsets.UTF_8);
    for (String before : List.of("", "u:", "us:", "user:")) {
      String basic =
          Base64.getEncoder()
              .encodeToString((before + "sk-live-123456:x").getBytes(StandardCharsets.UTF_8));
      assertThat(known.text("said Basic " + basic)).contains("***").doesNotContain(basic);
      assertThat(known.url("http://a/?b=" + basic.replace("=", "%3D"))).doesNotContain("live");
    }
    assertThat(known.text(HexFormat.of().formatHex(secret))).isEqualTo("***");
  }

  @Test
  void both_the_old_and_the_new_secret_are_masked_while_it_is_rotated() {
    Masking rotating = new Masking(List.of("before-1"));
    Masking ofOneCall = rotating.knowing(List.of());
    rotating.learn(List.of("after-2"));
    assertThat(rotating.text("before-1 after-2")).isEqualTo("*** ***");
    assertThat(ofOneCall.text("before-1 after-2")).isEqualTo("*** ***");
  }

  @Test
  void a_key_of_several_lines_is_masked_by_each_of_them() {
    String line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ";
    Masking known = new Masking(List.of(("-----BEGIN-----\n" + line + "\n").repeat(12)));
    assertThat(known.text("it said " + line)).isEqualTo("it said ***");
  }

  @Test
  void a_long_secret_of_one_line_is_masked_to_its_end() {
    String secret =
        new Random(7)
            .ints(1300, 'A', 'Z')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    Masking known = new Masking(List.of(secret));
    assertThat(known.text("it said " + secret + ".")).matches("it said [*]+\\.");
  }

  /** Wherever a body is cut, nothing is seen of a value that is there in halves. */
  @Test
  void of_a_long_body_no_half_of_a_secret_or_an_account_number_is_seen() {
    String secret = "sk-live-9f8e7d6c5b4a39281706";
    String account = "9876543210123";
    Masking known = new Masking(List.of(secret)).knowing(List.of(account));
    for (int before = 64 * 1024 - 40; before <= 64 * 1024 + 2; before++) {
      // Masked, what comes before is short, so that the place of the cut would be shown.
      String padding = (secret + " ").repeat(before / 29) + "x".repeat(before % 29);
      for (String body :
          List.of(
              padding + secret + " and more",
              padding + account + " and more",
              "{\"note\":\"" + padding + secret + " and more\"}",
              "{\"a\":1,\"" + padding + secret + "\":2}")) {
        assertThat(known.body(body, 8192))
            .doesNotContain("sk-live")
            .doesNotContain("98765432")
            .hasSizeLessThanOrEqualTo(8192);
      }
    }
  }

  @Test
  void what_a_long_body_is_made_of_is_known_to_its_end() {
    String account = "{\"account\":{\"number\":\"0012345678\"},\"padding\":\"";
    String body = account + "x".repeat(900_000) + "\"}";
    assertThat(masking.body(body, 8192))
        .startsWith("{\"account\":{\"number\":\"***5678\"}")
        .hasSize(8192);
    String many = "[" + "{\"account\":{\"number\":\"0012345678\"}},".repeat(20_000) + "1]";
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> assertThat(masking.body(many, 8192)).doesNotContain("0012345678").hasSize(8192));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"secret":{"a":"abc1","b":["x9"]}}                | {"secret":{"a":"***","b":["***"]}}
          {"account":{"number":"0012345678","name":"Amina"}} | {"account":{"number":"***5678","name":"Amina"}}
          {"session_token":"q7"}                             | {"session_token":"***"}
          {"SecurityCredential":"q7"}                        | {"SecurityCredential":"***"}
          {"data":"{\\"client_secret\\":\\"q7\\"}"}          | {"data":"{\\"client_secret\\":\\"***\\"}"}
          {"client_secret":"q7                               | {"client_secret":"***"
          {"client_secret":"q7"} and more                    | {"client_secret":"***"} and more
          <password>q7</password>                            | <password>***</password>
          client%5Fsecret=q7&a=1                             | client%5Fsecret=***&a=1
          grant_type=password&refresh_token=q7               | grant_type=password&refresh_token=***
          {"idempotency_key":"po_1","amount":125.50}         | {"idempotency_key":"po_1","amount":125.50}
          """)
  void secrets_are_known_by_their_names_wherever_they_stand(String body, String masked) {
    assertThat(masking.body(body)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pan 4111 1111 1111 1111 ok       | pan ***1111 ok
          pan 4111-1111-1111-1111 ok       | pan ***1111 ok
          to gb33bukb20201555555555 now    | to ***5555 now
          to GB33-BUKB-2020-1555-5555-55 x | to ***5-55 x
          to gb33 bukb 2020 1555 5555 55 now | to ***5 55 now
          call +254 700 000 003            | call *** 003
          call %2B254700000003             | call ***0003
          at 2026-11-30 10:00 1234-5678    | at 2026-11-30 10:00 1234-5678
          id 0F8FAD5B-D9CB-469F-A165-70867728950E | id 0F8FAD5B-D9CB-469F-A165-70867728950E
          """)
  void account_numbers_are_known_by_their_look(String text, String masked) {
    assertThat(masking.text(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://a/accountholder/msisdn/254700000003/active | http://a/accountholder/msisdn/***0003/active
          http://a/accounts/0012345678/balance              | http://a/accounts/***5678/balance
          http://a/v1/%2B254700000003                       | http://a/v1/***0003
          http://a/v1?msisdn=%2B254700000003&n=1            | http://a/v1?msisdn=***0003&n=1
          http://a/v1?to=GB33%20BUKB%202020%201555%205555%2055 | http://a/v1?to=***5+55
          http://a/v1?q=%7B%22client_secret%22%3A%22q7%22%7D | http://a/v1?q=%7B%22client_secret%22%3A%22***%22%7D
          http://127.0.0.1:18080/v1/payouts/po_01jdxyz3m8q4w6t9v2b5n7k1ac | http://127.0.0.1:18080/v1/payouts/po_01jdxyz3m8q4w6t9v2b5n7k1ac
          """)
  void addresses_are_masked_in_path_and_query(String url, String masked) {
    assertThat(masking.url(url)).isEqualTo(masked);
  }

  @Test
  void the_account_numbers_of_the_payout_are_masked_in_free_text_too() {
    Masking ofOne = masking.knowing(List.of("00-1234-5678", "+254700111222", "", "tok"));
    assertThat(ofOne.text("account 0012345678 is closed")).isEqualTo("account ***5678 is closed");
    assertThat(ofOne.text("0700111222 and 254 700 111 222")).isEqualTo("0***1222 and *** 222");
    assertThat(ofOne.body("{\"why\":\"00 1234 5678\"}")).isEqualTo("{\"why\":\"***5678\"}");
    assertThat(masking.text("account 0012345678")).isEqualTo("account 0012345678");
  }

  /**
   * Nothing a partner sends may keep a call waiting: these made naive patterns go on for minutes.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a", "\\", "%25", "\"", "1 ", "x.", "<a", "{\"a\":", "&#0", "A1B2 "})
  void masking_takes_no_longer_for_what_is_meant_to_take_long(String piece) {
    Masking known = new Masking(List.of("a".repeat(40) + "b", "p@ss/w+rd\"é&1", "1 1 1 1 1 2"));
    String body = piece.repeat(64 * 1024 / piece.length());
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> known.body(body));
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> known.url("http://a/?" + body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bank_account_number", "creditorAccountNo", "recipient-iban", "phone_no"})
  void a_name_that_ends_like_an_accounts_is_one(String name) {
    assertThat(new Masking(List.of()).body("{\"" + name + "\":\"0123456789\"}"))
        .doesNotContain("012345")
        .contains("6789");
  }
}
