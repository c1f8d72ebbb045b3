// No value can break out of its place.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.TemplateValues;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestWriterTest {
  private static final TemplateValues SETTINGS =
      TemplateValues.of(
          Map.of("base_url", "http://acme.test/api/"),
          Map.of("api_key", Acme.API_KEY, "webhook_secret", Acme.WEBHOOK_SECRET));

  private static OutboundRequest submit(ProviderFile file, String name) throws RenderingException {
    RequestWriter writer = new RequestWriter(URI.create("http://acme.test/api/"), file.auth());
    return writer.write(
        file.submit().request(), SETTINGS.with(Acme.request(name, "0012345678")), "req-1");
  }

  /** The body of a submission as the partner gets it. */
  static String written(ProviderFile file, SubmissionRequest request) throws RenderingException {
    RequestWriter writer = new RequestWriter(URI.create("http://acme.test/api/"), file.auth());
    OutboundRequest outbound =
        writer.write(file.submit().request(), SETTINGS.with(request), "req-1");
    return new String(outbound.body(), StandardCharsets.UTF_8);
  }

  private static JsonNode bodyOf(OutboundRequest request) {
    return Acme.json(new String(request.body(), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Quote \" and brace } and {",
        "new\nline\r\nand tab\t",
        "\",\"amount\":\"999999\",\"x\":\"",
        "${secret.api_key}",
        "\\u0022}",
        "李雷 \uD83D\uDE00 é",
        "\u2028\u0000"
      })
  void a_value_stays_in_its_place_in_a_body(String name) throws RenderingException {
    JsonNode body = bodyOf(submit(Acme.file(text -> text), name));
    assertThat(body.at("/beneficiary/name").asText()).isEqualTo(name);
    assertThat(body.path("note").asText()).isEqualTo("for " + name);
    assertThat(body.size()).isEqualTo(5);
    assertThat(body.path("amount").asText()).isEqualTo("125.50");
  }

  @Test
  void an_optional_value_that_is_missing_leaves_its_member_out() throws RenderingException {
    assertThat(bodyOf(submit(Acme.file(text -> text), "A")).has("sender")).isFalse();
  }

  @Test
  void amounts_are_written_as_the_file_says() throws RenderingException {
    ProviderFile number =
        Acme.file(text -> text.replace("${payout.amount}", "${payout.amount | number}"));
    ProviderFile minor =
        Acme.file(text -> text.replace("${payout.amount}", "${payout.amount | minor_units}"));
    assertThat(new String(submit(number, "A").body(), StandardCharsets.UTF_8))
        .contains("\"amount\":125.50,");
    assertThat(new String(submit(minor, "A").body(), StandardCharsets.UTF_8))
        .contains("\"amount\":12550,");
  }

  @Test
  void a_value_with_a_line_break_never_stands_in_a_header() {
    ProviderFile file =
        Acme.file(text -> text.replace("\"${attempt.key}\"", "\"${beneficiary.name}\""));
    assertThatThrownBy(() -> submit(file, "A\r\nX-Evil: 1"))
        .isInstanceOf(RenderingException.class)
        .hasMessageContaining("Idempotency-Key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../admin", "..", "a/b", "a?b=c", "a#b", "a%2Fb", "é &=", "a\nb"})
  void a_value_stays_in_its_segment_of_a_path(String id) throws RenderingException {
    ProviderFile file = Acme.file(text -> text);
    RequestWriter writer = new RequestWriter(URI.create("http://acme.test/api/"), file.auth());
    ProviderQuery query = Acme.query(Optional.of(id));
    URI url = writer.write(file.status().orElseThrow().request(), SETTINGS.with(query), "r").url();
    assertThat(url.getRawPath()).startsWith("/api/v1/payouts/");
    assertThat(url.getRawPath().substring("/api/v1/payouts/".length()))
        .doesNotContain("/")
        .isNotIn(".", "..");
    assertThat(url.getPath()).isEqualTo("/api/v1/payouts/" + id);
    assertThat(url.getRawQuery()).isNull();
    assertThat(url.normalize()).isEqualTo(url);
  }

  @Test
  void values_of_a_query_and_a_form_are_encoded() throws RenderingException {
    ProviderFile file =
        Acme.file(
            text ->
                text.replaceFirst(
                    "(?s)    body:\n.*?  answers:",
                    "    form: {n: \"\\${beneficiary.name}\", s: \"\\${sender.name?}\"}\n  answers:"));
    OutboundRequest request = submit(file, "a&b=c d");
    assertThat(new String(request.body(), StandardCharsets.UTF_8)).isEqualTo("n=a%26b%3Dc%20d");
    assertThat(request.headers().get("content-type"))
        .isEqualTo(List.of("application/x-www-form-urlencoded"));
  }
}
