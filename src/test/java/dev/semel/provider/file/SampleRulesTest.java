// Sample answers are judged by the file's own rules.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import dev.semel.testing.ProviderFileText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleRulesTest {
  private static final Path SIMULATOR = Path.of("src/main/resources/providers/simulator.yaml");
  private static final String WITHOUT = ProviderFileText.simulator().text();

  private final ProviderFileReader reader = new ProviderFileReader();

  private ProviderFileReading read(String sample) {
    return reader.read(WITHOUT + "samples:\n  - " + sample + "\n");
  }

  @Test
  void the_shipped_simulator_has_samples_that_hold() throws IOException {
    ProviderFileReading reading = reader.read(Files.readString(SIMULATOR));
    assertThat(reading).isInstanceOf(Sound.class);
    assertThat(((Sound) reading).samples()).isGreaterThan(15);
    assertThat(((Sound) reader.read(WITHOUT)).samples()).isZero();
  }

  /** Each is a sample that is wrong, the place of the fault and a word of its sentence. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {of: submit, status: 409, body: {code: x}, means: accepted}                        | /samples/0/means | 'duplicate' (rule number 3)
          {of: submit, status: 418, body: {}, means: refused}                                | /samples/0/means | 'unknown' (no rule fits)
          {of: submit, status: 201, body: {status: paid}, means: accepted}                   | /samples/0/means | it lacks
          {of: submit, status: 500, text: "<html>", means: busy}                             | /samples/0/means | 'unknown'
          {of: submit, status: 302, body: {status: paid}, means: accepted}                   | /samples/0/means | 'unknown'
          {of: submit, status: 422, body: {code: account_closed}, means: refused, read: {code: other}} | /samples/0/read/code | 'account_closed'
          {of: submit, status: 429, body: {code: too_many_requests}, means: busy, read: {id: x}} | /samples/0/read/id | nothing
          {of: lookup, status: 404, body: {code: payout_not_found}, means: found}            | /samples/0/means | 'absent'
          {of: lookup, status: 404, body: {}, means: refused}                                | /samples/0/means | absent, found, pending, unknown
          {of: lookup, body: {data: []}, means: absent}                                      | /samples/0       | has a status
          {of: webhook, body: {event_id: e}, means: read}                                    | /samples/0/means | it lacks
          {of: webhook, text: "not json", means: test}                                       | /samples/0/means | 'unreadable'
          {of: report, body: {rows: {}}, means: read}                                        | /samples/0/means | nothing where
          {of: report, body: [], text: "", means: read}                                      | /samples/0       | not both
          {of: prepare, step: quote, status: 200, means: accepted}                           | /samples/0/of    | no step 'quote'
          {of: submit, status: 99, means: unknown}                                           | /samples/0/status | 100
          {of: dispatch, status: 200, means: unknown}                                        | /samples/0/of    | webhook
          """)
  void a_sample_that_means_something_else_is_a_fault_at_its_line(
      String sample, String pointer, String word) {
    ProviderFileReading reading = read(sample);
    assertThat(reading).isInstanceOf(Faulty.class);
    List<ProviderFileFault> faults = ((Faulty) reading).faults();
    assertThat(faults).extracting(ProviderFileFault::pointer).contains(pointer);
    assertThat(faults.toString()).contains(word);
    assertThat(faults.getFirst().line()).isEqualTo((int) WITHOUT.lines().count() + 2);
  }

  @Test
  void values_are_compared_as_they_are_understood() {
    String row =
        "{of: report, body: {rows: [{client_reference: r, id: p, amount: 5442.09000, currency: KES, status: returned, returned_amount: 12.5, settled_at: \"2026-11-30T13:00:00+03:00\"}], totals: {KES: 5442.09}, count: 1}, means: read, read: {amount: \"5442.09\", returned_amount: \"12.50\", stands: returned, settled_at: \"2026-11-30T10:00:00Z\", reference: r}}";
    assertThat(read(row)).isInstanceOf(Sound.class);
  }
}
