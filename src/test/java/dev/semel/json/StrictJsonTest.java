// What is read, what is refused, and what a refusal says.
package dev.semel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {

  @Test
  void every_kind_of_value_is_read() {
    JsonNode tree = parse("{\"a\": [1, \"x\", true, false, null, {}], \"b\": {\"c\": -0.5}}");
    assertThat(tree.toString())
        .isEqualTo("{\"a\":[1,\"x\",true,false,null,{}],\"b\":{\"c\":-0.5}}");
  }

  @Test
  void numbers_keep_their_exact_decimal_value() {
    JsonNode tree = parse("[0.1, 1.10, 123456789012345678901234567890.123456789, 1e3]");
    assertThat(tree)
        .map(JsonNode::decimalValue)
        .containsExactly(
            new BigDecimal("0.1"),
            new BigDecimal("1.10"),
            new BigDecimal("123456789012345678901234567890.123456789"),
            new BigDecimal("1e3"));
  }

  @Test
  void text_keeps_its_script_and_its_pairs() {
    assertThat(parse("\"Амина \\ud83d\\ude00 😀\"").textValue()).isEqualTo("Амина 😀 😀");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n",
        "{",
        "{\"a\": 1",
        "[1,",
        "[1,]",
        "{\"a\" 1}",
        "{a: 1}",
        "{'a': 1}",
        "nope",
        "NaN",
        "01",
        "+1",
        ".5",
        "1.",
        "\"open",
        "\"\u0001\"",
        "\"\u0000\"",
        "// comment\n{}",
        "{} {}",
        "{}x",
        "[] ]",
        "1 2",
        "\uFEFF{}",
        "{\"a\": 1, \"a\": 2}",
        "{\"a\": 1, \"\\u0061\": 2}",
        "{\"x\": [{\"a\": 1, \"a\": 1}]}"
      })
  void what_is_not_one_well_formed_value_is_malformed(String body) {
    ProblemException problem = refusal(body);
    assertThat(problem.type()).isEqualTo(ProblemType.MALFORMED_JSON);
    assertThat(problem.errors()).isEmpty();
  }

  @Test
  void a_refusal_says_where_and_never_repeats_what_was_sent() {
    ProblemException problem = refusal("{\n \"card\": 4111111111111111 oops}");
    assertThat(problem.detail()).contains("line 2").doesNotContain("4111").doesNotContain("oops");
    assertThat(refusal("{\"secret\": 1, \"secret\": 2}").detail())
        .contains("twice")
        .doesNotContain("secret");
    assertThat(refusal("{} x").detail()).doesNotContain("x'");
  }

  @Test
  void bytes_that_are_not_utf_8_are_malformed() {
    byte[][] bodies = {
      {'"', (byte) 0xff, '"'},
      {'"', (byte) 0xc3, '"'},
      // A surrogate written as if it were a character, and an overlong slash.
      {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
      {'"', (byte) 0xc0, (byte) 0xaf, '"'},
      "{\"a\": 1}".getBytes(StandardCharsets.UTF_16BE)
    };
    for (byte[] body : bodies) {
      assertThat(refusal(body).type()).isEqualTo(ProblemType.MALFORMED_JSON);
    }
  }

  @Test
  void nesting_is_taken_to_32_levels() {
    assertThat(parse("[".repeat(32) + "]".repeat(32)).isArray()).isTrue();
    assertThat(parse("{\"a\":".repeat(32) + "1" + "}".repeat(32)).isObject()).isTrue();
    assertThat(refusal("[".repeat(33) + "]".repeat(33)).type())
        .isEqualTo(ProblemType.MALFORMED_JSON);
    assertThat(refusal("{\"a\":".repeat(33) + "1" + "}".repeat(33)).type())
        .isEqualTo(ProblemType.MALFORMED_JSON);
    assertThat(refusal("[".repeat(100_000)).type()).isEqualTo(ProblemType.MALFORMED_JSON);
  }

  @Test
  void a_body_over_the_limit_is_too_large() {
    byte[] body = new byte[StrictJson.MAX_BYTES + 1];
    assertThat(refusal(body).type()).isEqualTo(ProblemType.CONTENT_TOO_LARGE);
  }

  @Test
  void a_body_that_is_made_of_too_many_pieces_is_too_large() {
    assertThat(parse("[" + "0,".repeat(StrictJson.MAX_VALUES - 2) + "0]")).isNotEmpty();
    for (String piece : new String[] {"0,", "[],", "{},", "{\"a\":0},"}) {
      String body = "[" + piece.repeat(StrictJson.MAX_VALUES) + "0]";
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      assertThat(
              catchThrowableOfType(
                      ProblemException.class, () -> StrictJson.parseObject(bytes, bytes.length))
                  .type())
          .as(piece)
          .isEqualTo(ProblemType.CONTENT_TOO_LARGE);
    }
  }

  @Test
  void a_flood_of_faults_deep_inside_is_cut_before_it_takes_the_memory() {
    String name = "\"" + "n".repeat(999) + "\":";
    String body =
        ("{" + name).repeat(25) + "[" + "\"\\u0000\",".repeat(90_000) + "0]" + "}".repeat(25);
    ProblemException problem = refusal(body);
    assertThat(problem.errors()).hasSize(ProblemException.LISTED_ERRORS);
    assertThat(problem.detail()).contains("more than 100 rules");
  }

  @Test
  void a_nul_or_half_a_pair_is_refused_where_it_is() {
    ProblemException problem =
        refusal(
            "{\"a\": \"x\\u0000\", \"b/c\": [\"\\ud800\"], \"d\": \"\\udc00\", \"e\":"
                + " \"\\ud800x\"}");
    assertThat(problem.type()).isEqualTo(ProblemType.VALIDATION_FAILED);
    assertThat(problem.errors())
        .extracting(FieldError::source)
        .containsExactly(at("/a"), at("/b~1c/0"), at("/d"), at("/e"));
    assertThat(problem.errors())
        .extracting(FieldError::code)
        .containsOnly(FieldErrorCode.BAD_CHARACTER);
  }

  @Test
  void a_name_that_can_not_be_kept_is_refused_at_its_object() {
    assertThat(refusal("{\"a\": {\"\\ud800\": 1}}").errors())
        .extracting(FieldError::source)
        .containsExactly(at("/a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e999999999",
        "1e-999999999",
        "1e99999999999",
        "-1e-99999999999",
        "1e401",
        "0e99999"
      })
  void a_number_that_nobody_means_is_out_of_range(String number) {
    assertThat(refusal("{\"n\": " + number + "}").errors())
        .singleElement()
        .extracting(FieldError::source, FieldError::code)
        .containsExactly(at("/n"), FieldErrorCode.OUT_OF_RANGE);
  }

  @Test
  void endless_numbers_and_names_are_malformed() {
    assertThat(refusal("1".repeat(1_001)).type()).isEqualTo(ProblemType.MALFORMED_JSON);
    assertThat(refusal("{\"" + "n".repeat(60_000) + "\": 1}").type())
        .isEqualTo(ProblemType.MALFORMED_JSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "\"x\"", "1", "null", "true"})
  void an_object_is_wanted_where_one_is_wanted(String body) {
    ProblemException problem =
        catchThrowableOfType(
            ProblemException.class,
            () -> StrictJson.parseObject(body.getBytes(StandardCharsets.UTF_8)));
    assertThat(problem.errors())
        .isEqualTo(List.of(FieldError.at("", FieldErrorCode.TYPE, "Send a JSON object.")));
  }

  private static JsonNode parse(String body) {
    return StrictJson.parse(body.getBytes(StandardCharsets.UTF_8));
  }

  private static ProblemException refusal(String body) {
    return refusal(body.getBytes(StandardCharsets.UTF_8));
  }

  private static ProblemException refusal(byte[] body) {
    return catchThrowableOfType(ProblemException.class, () -> StrictJson.parse(body));
  }

  private static FieldError.Source at(String pointer) {
    return new FieldError.Source.Pointer(pointer);
  }
}
