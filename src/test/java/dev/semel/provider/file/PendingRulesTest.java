// A file may leave an answer for later only where a stranger could not write it.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PendingRulesTest {

  private static String pending() throws IOException {
    String text = Files.readString(Path.of("src/test/resources/providers/acme.yaml"));
    return text.substring(0, text.indexOf("lookup:\n"))
            .replace("visibility: {within: PT60S, promised: true}", "visibility: {promised: false}")
        + """
        lookup:
          request: {method: POST, path: /v1/query, body: {ResultURL: "https://us.test/webhooks/acme.${question.token}"}}
          answers: [{when: {status: 200}, is: pending}]
        """
        + text.substring(text.indexOf("statuses:\n"))
            .replace(
                "  test_messages", "  results: {secret: \"${secret.api_key}\"}\n  test_messages");
  }

  private static List<ProviderFileFault> faultsOf(String text) {
    return switch (new ProviderFileReader().read(text)) {
      case Sound _ -> List.of();
      case Faulty faulty -> faulty.faults();
    };
  }

  @Test
  void results_that_come_to_an_address_of_their_own_are_told_of() throws IOException {
    assertThat(faultsOf(pending())).isEmpty();
    assertThat(new ProviderFileReader().read(pending()))
        .isInstanceOfSatisfying(
            Sound.class,
            sound ->
                assertThat(String.join("\n", ProviderExplanation.of(sound.file())))
                    .contains("what comes there within 1 hour about that payout is the answer"));
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          acme.${question.token}      ¦ acme                                ¦ 37 ¦ /lookup/request        ¦ put ${question.token}
          is: pending                 ¦ is: absent                          ¦ 48 ¦ /webhook/results       ¦ says 'pending'
          is: pending                 ¦ is: found                           ¦ 36 ¦ /lookup                ¦ 'read' is missing
          `  results: {secret: "${secret.api_key}"}\n` ¦ ``                ¦ 38 ¦ /lookup/answers/0/is   ¦ add webhook.results
          `  results: {secret: "${secret.api_key}"}\n` ¦ ``                ¦ 37 ¦ /lookup/request/body/ResultURL ¦ no value
          results: {secret: "${secret.api_key}"} ¦ results: {secret: "s"}   ¦ 48 ¦ /webhook/results/secret ¦ not in this file
          results: {secret: "${secret.api_key}"} ¦ results: {secret: "${secret.api_key}", within: PT0S} ¦ 48 ¦ /webhook/results/within ¦ positive
          amount: /data/amount,       ¦ ``                                  ¦ 47 ¦ /webhook/read          ¦ read amount and currency
          reference: /data/client_reference, ¦ ``                           ¦ 47 ¦ /webhook/read          ¦ read reference, always
          """)
  void a_result_that_anybody_could_write_is_refused(
      String from, String to, int line, String pointer, String words) throws IOException {
    String text = pending();
    String old = from.replace("\\n", "\n");
    assertThat(text).contains(old);
    assertThat(faultsOf(text.replace(old, to == null ? "" : to)))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).isEqualTo(pointer);
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isEqualTo(line);
            });
  }
}
