// What must not be seen is not.
package dev.semel.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void of_a_call_for_a_token_whatever_is_named_after_one_is_masked_whole() {
    Masking ofTokens = masking.ofTokens().and("tok-12345");
    assertThat(ofTokens.body("{\"token\":\"abcdefgh1234\",\"token_type\":\"Bearer\",\"n\":1}"))
        .isEqualTo("{\"token\":\"***\",\"token_type\":\"Bearer\",\"n\":1}");
    assertThat(ofTokens.body("{\"session\":\"tok-12345\"}")).isEqualTo("{\"session\":\"***\"}");
    assertThat(masking.and("tok-12345").body("{\"card_token\":\"tok-12345\"}"))
        .as("a secret under the name of an account number keeps no character")
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
}
