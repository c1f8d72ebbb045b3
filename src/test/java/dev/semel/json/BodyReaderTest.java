// Values are read, faults are collected, all of them and each once.
package dev.semel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.entry;

import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyReaderTest {

  private static final List<String> COLOURS = List.of("red", "green");
  private static final Pattern CODE = Pattern.compile("[A-Z]{3}");

  @Test
  void a_text_fits_only_when_it_fits_as_it_is_kept() {
    // U+0344 is two characters in NFC.
    BodyReader body = body("{\"long\": \"" + "\u0344".repeat(3) + "\", \"fits\": \"\u0344\"}");
    assertThat(body.optionalText("fits", 1, 2)).isPresent();
    assertThat(body.isValid("fits")).isTrue();
    assertThat(body.optionalText("long", 1, 5)).isEmpty();
    assertThat(body.isValid("long")).isFalse();
  }

  @Test
  void a_duration_has_bounds() {
    BodyReader body = body("{\"fits\": \"PT1H\", \"long\": \"PT3H\"}");
    Duration hour = Duration.ofHours(1);
    assertThat(body.optionalDuration("fits", hour, hour)).contains(hour);
    assertThat(body.optionalDuration("none", hour, hour)).isEmpty();
    assertThat(body.isValid("none")).isTrue();
    assertThat(body.optionalDuration("long", hour, Duration.ofHours(2))).isEmpty();
    assertThat(body.isValid("long")).isFalse();
  }

  @Test
  void null_can_be_told_from_absence() {
    BodyReader body = body("{\"nothing\": null, \"text\": \"x\"}");
    assertThat(body.isNull("nothing")).isTrue();
    assertThat(body.isNull("text")).isFalse();
    assertThat(body.isNull("absent")).isFalse();
    assertThatCode(body::throwIfInvalid).doesNotThrowAnyException();
  }

  @Test
  void a_body_that_breaks_no_rule_gives_its_values() {
    BodyReader body =
        body(
            """
            {"reason": "why", "colour": "red", "code": "KES", "at": "2026-11-30T13:00:00.5+03:00",
             "day": "2026-02-28", "flag": true, "map": {"b": "2", "a": "1"},
             "inner": {"name": "x"}, "list": [{"n": "1"}, {"n": "2"}], "colours": ["green", "red"],
             "nothing": null}
            """);

    assertThat(body.requiredText("reason", 1, 3)).isEqualTo("why");
    assertThat(body.requiredChoice("colour", COLOURS)).isEqualTo("red");
    assertThat(body.requiredMatch("code", CODE, "Send a code.")).isEqualTo("KES");
    assertThat(body.requiredInstant("at")).isEqualTo(Instant.parse("2026-11-30T10:00:00.5Z"));
    assertThat(body.requiredDate("day")).isEqualTo(LocalDate.of(2026, 2, 28));
    assertThat(body.optionalBoolean("flag", false)).isTrue();
    assertThat(body.textMap("map", 2, 1, 1)).containsExactly(entry("b", "2"), entry("a", "1"));
    assertThat(body.requiredObject("inner").requiredText("name", 1, 9)).isEqualTo("x");
    assertThat(body.requiredObjects("list", 1, 2))
        .map(item -> item.requiredText("n", 1, 1))
        .containsExactly("1", "2");
    assertThat(body.requiredChoices("colours", 1, 2, COLOURS)).containsExactly("green", "red");
    assertThat(body.optionalText("nothing", 1, 9)).isEmpty();
    assertThatCode(body::throwIfInvalid).doesNotThrowAnyException();
  }

  @Test
  void what_may_be_left_out_is_empty_when_it_is() {
    BodyReader body = body("{}");
    assertThat(body.optionalText("a", 1, 9)).isEmpty();
    assertThat(body.optionalChoice("a", COLOURS)).isEmpty();
    assertThat(body.optionalMatch("a", CODE, "Send a code.")).isEmpty();
    assertThat(body.optionalInstant("a")).isEmpty();
    assertThat(body.optionalObject("a")).isEmpty();
    assertThat(body.optionalBoolean("a", true)).isTrue();
    assertThat(body.textMap("a", 1, 1, 1)).isEmpty();
    assertThat(body.has("a")).isFalse();
    assertThat(faults(body)).isEmpty();
  }

  @Test
  void what_is_missing_or_null_is_required_once() {
    BodyReader body = body("{\"b\": null}");
    body.requiredText("a", 1, 9);
    body.requiredText("b", 1, 9);
    body.requiredChoice("c", COLOURS);
    body.requiredMatch("d", CODE, "Send a code.");
    body.requiredInstant("e");
    body.requiredDate("f");
    body.requiredObjects("g", 1, 2);
    body.requiredChoices("h", 1, 2, COLOURS);
    assertThat(faults(body))
        .containsExactly(
            "/a required",
            "/b required",
            "/c required",
            "/d required",
            "/e required",
            "/f required",
            "/g required",
            "/h required");
  }

  @Test
  void another_type_is_one_fault_each() {
    BodyReader body =
        body(
            """
            {"a": 1, "b": {}, "c": [], "d": true, "e": 5, "f": "x", "g": "x", "h": {}, "i": {},
             "j": "true"}
            """);
    body.requiredText("a", 1, 9);
    body.requiredChoice("b", COLOURS);
    body.requiredMatch("c", CODE, "Send a code.");
    body.requiredInstant("d");
    body.requiredDate("e");
    body.requiredObject("f").requiredText("inside", 1, 9);
    body.textMap("g", 1, 1, 1);
    body.requiredObjects("h", 1, 1);
    body.requiredChoices("i", 1, 1, COLOURS);
    body.optionalBoolean("j", false);
    assertThat(faults(body))
        .containsExactly(
            "/a type", "/b type", "/c type", "/d type", "/e type", "/f type", "/g type", "/h type",
            "/i type", "/j type");
  }

  @Test
  void a_missing_object_is_one_fault_whatever_is_asked_of_it() {
    BodyReader body = body("{}");
    BodyReader missing = body.requiredObject("beneficiary");
    missing.requiredText("name", 1, 9);
    missing.error("name", FieldErrorCode.FORMAT, "Send a name.");
    missing.requiredObject("deeper").requiredText("name", 1, 9);
    assertThat(faults(body)).containsExactly("/beneficiary required");
  }

  @ParameterizedTest
  @CsvSource({"'', too_short", "'  ', too_short", "abcd, too_long", "😀😀😀, ", "a, "})
  void length_counts_characters(String text, String fault) {
    BodyReader body = body("{\"a\": \"" + text + "\"}");
    body.requiredText("a", 1, 3);
    assertThat(faults(body)).isEqualTo(fault == null ? List.of() : List.of("/a " + fault));
  }

  @Test
  void an_empty_text_is_taken_where_it_may_be_empty() {
    BodyReader body = body("{\"a\": \"\"}");
    assertThat(body.optionalText("a", 0, 3)).contains("");
    assertThat(faults(body)).isEmpty();
  }

  @Test
  void words_and_forms_that_are_not_allowed_are_named() {
    BodyReader body = body("{\"colour\": \"blue\", \"code\": \"kes\"}");
    body.requiredChoice("colour", COLOURS);
    body.requiredMatch("code", CODE, "Send a code.");
    ProblemException problem = problem(body);
    assertThat(problem.errors())
        .containsExactly(
            FieldError.at("/colour", FieldErrorCode.NOT_ALLOWED, "Send one of: red, green."),
            FieldError.at("/code", FieldErrorCode.FORMAT, "Send a code."));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-30",
        "2026-11-30T10:00:00",
        "2026-11-30 10:00:00Z",
        "2026-11-30T10:00:00.1234567Z",
        "2026-02-30T10:00:00Z",
        "2026-11-30T25:00:00Z",
        "2026-11-30T10:00:00+0300",
        "2026-11-30T10:00:00+99:00",
        "٢٠٢٦-11-30T10:00:00Z",
        "+12026-11-30T10:00:00Z",
        "tomorrow"
      })
  void an_instant_of_another_form_is_refused(String text) {
    BodyReader body = body("{\"a\": \"" + text + "\"}");
    assertThat(body.optionalInstant("a")).isEmpty();
    assertThat(faults(body)).containsExactly("/a format");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-02-29", "2026-13-01", "20261130", "2026-1-1"})
  void a_date_of_another_form_is_refused(String text) {
    BodyReader body = body("{\"a\": \"" + text + "\"}");
    body.requiredDate("a");
    assertThat(faults(body)).containsExactly("/a format");
  }

  @Test
  void members_that_nobody_asked_for_are_found_at_every_depth() {
    BodyReader body =
        body(
            "{\"a\": {\"b\": \"x\", \"odd\": 1}, \"a/b\": 1, \"list\": [{}, {\"~\": 1}], \"n\":"
                + " null}");
    body.requiredObject("a").requiredText("b", 1, 9);
    body.requiredObjects("list", 1, 9);
    assertThat(faults(body))
        .containsExactlyInAnyOrder(
            "/a/odd unknown_member",
            "/a~1b unknown_member",
            "/list/1/~0 unknown_member",
            "/n unknown_member");
  }

  @Test
  void a_map_of_texts_has_its_limits() {
    BodyReader body =
        body("{\"m\": {\"\": \"x\", \"long\": \"x\", \"a\": \"long\", \"b\": 1, \"c\": null}}");
    assertThat(body.textMap("m", 5, 3, 3)).isEmpty();
    assertThat(faults(body))
        .containsExactlyInAnyOrder(
            "/m/ too_short", "/m/long too_long", "/m/a too_long", "/m/b type", "/m/c type");
  }

  @Test
  void of_a_map_with_too_many_pairs_that_alone_is_told() {
    BodyReader body = body("{\"m\": {\"a\": 1, \"b\": 2, \"c\": 3}}");
    assertThat(body.textMap("m", 2, 3, 3)).isEmpty();
    assertThat(body.isValid("m")).isFalse();
    assertThat(faults(body)).containsExactly("/m too_many");
  }

  @Test
  void a_list_has_its_limits_and_points_at_its_items() {
    BodyReader body =
        body(
            """
            {"short": [], "long": [{}, {}], "mixed": [{}, 1], "words": ["red", 1, "blue", "red"]}
            """);
    body.requiredObjects("short", 1, 1);
    body.requiredObjects("long", 1, 1);
    body.requiredObjects("mixed", 1, 9).get(1).requiredText("inside", 1, 9);
    assertThat(body.requiredChoices("words", 1, 9, COLOURS)).containsExactly("red");
    assertThat(faults(body))
        .containsExactly(
            "/short too_short",
            "/long too_many",
            "/mixed/1 type",
            "/words/1 type",
            "/words/2 not_allowed",
            "/words/3 conflict");
  }

  @Test
  void a_caller_adds_its_own_faults_and_asks_whether_a_member_is_valid() {
    BodyReader body = body("{\"amount\": \"1.234\", \"inner\": {\"a\": 1}, \"innermost\": \"x\"}");
    String amount = body.requiredText("amount", 1, 30);
    assertThat(amount).isEqualTo("1.234");
    assertThat(body.isValid("amount")).isTrue();
    body.error("amount", FieldErrorCode.TOO_MANY_DECIMALS, "KES has 2 decimals.");
    body.requiredObject("inner").requiredText("a", 1, 1);
    body.requiredText("innermost", 1, 1);
    assertThat(body.isValid("amount")).isFalse();
    assertThat(body.isValid("inner")).isFalse();
    assertThat(body.isValid("innermost")).isTrue();
    assertThat(faults(body)).containsExactly("/amount too_many_decimals", "/inner/a type");
  }

  @Test
  void asking_twice_reports_once() {
    BodyReader body = body("{\"odd\": 1}");
    assertThat(faults(body)).containsExactly("/odd unknown_member");
    assertThat(faults(body)).containsExactly("/odd unknown_member");
  }

  @Test
  void no_detail_repeats_what_was_sent() {
    BodyReader body = body("{\"a\": \"0012345678\", \"b\": \"0012345678\", \"c\": \"0012345678\"}");
    body.requiredText("a", 1, 3);
    body.requiredChoice("b", COLOURS);
    body.requiredInstant("c");
    assertThat(problem(body).errors())
        .extracting(FieldError::detail)
        .noneMatch(detail -> detail.contains("0012345678"));
  }

  private static BodyReader body(String json) {
    return BodyReader.of(json.getBytes(StandardCharsets.UTF_8));
  }

  private static ProblemException problem(BodyReader body) {
    try {
      body.throwIfInvalid();
    } catch (ProblemException problem) {
      return problem;
    }
    throw new AssertionError("nothing was refused");
  }

  /** The faults as pointer and code. */
  private static List<String> faults(BodyReader body) {
    try {
      body.throwIfInvalid();
      return List.of();
    } catch (ProblemException problem) {
      return problem.errors().stream()
          .map(
              error ->
                  switch (error.source()) {
                    case FieldError.Source.Pointer(String value) ->
                        value + " " + error.code().wireName();
                    case FieldError.Source.Parameter(String name) ->
                        "?" + name + " " + error.code().wireName();
                  })
          .toList();
    }
  }
}
