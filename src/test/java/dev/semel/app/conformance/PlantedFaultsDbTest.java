// A provider file that is wrong has to fail, and the kit has to say what it would cost.
package dev.semel.app.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.SimulatedDatabase;
import dev.semel.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlantedFaultsDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final Path FILE = Path.of("src/main/resources/providers/simulator.yaml");
  private static final String DUPLICATE =
      "- {when: {status: [409, 500], body: {/code: duplicate_reference}}, is: duplicate, read: {id: /id}}";
  private static final String SUBMIT_ANSWERS =
      "- {when: {status: 201, body: {/status: [accepted, processing, paid]}}, is: accepted}";

  private static final String FORGETFUL = "memory: none";
  private static final String MEMORY = "memory: {window: P30D}";

  @Test
  void a_409_read_as_a_refusal_fails_for_what_would_be_paid_twice() throws IOException {
    String wrong =
        edited(DUPLICATE, "")
            .replace("- {when: {status: 409}, is: duplicate}", "")
            .replace(SUBMIT_ANSWERS, SUBMIT_ANSWERS + "\n    - {when: {status: 409}, is: refused}");

    assertFails(
        row(wrong, dialect(), Scenario.DUPLICATE_4XX),
        "Semel says failed, and the partner pays it",
        "1250.50 KES would be paid twice");
  }

  @Test
  void a_500_read_as_a_refusal_fails_for_what_would_be_paid_twice() throws IOException {
    String wrong =
        edited(
            SUBMIT_ANSWERS,
            SUBMIT_ANSWERS
                + "\n    - {when: {status: 500, body: {/code: internal_error}}, is: refused}");

    assertFails(
        row(wrong, dialect(), Scenario.ERROR),
        "Semel says failed, and the partner pays it",
        "1250.50 KES would be paid twice");
  }

  @Test
  void a_duplicate_read_as_a_refusal_fails_for_what_would_be_paid_twice() throws IOException {
    String wrong = edited("is: duplicate, read: {id: /id}}", "is: refused, code: /code}");

    for (Scenario scenario : List.of(Scenario.DUPLICATE_4XX, Scenario.DUPLICATE_5XX)) {
      assertFails(
          row(wrong, dialect(), scenario),
          "Semel says failed, and the partner pays it",
          "1250.50 KES would be paid twice");
    }
  }

  @Test
  void an_absence_that_is_believed_at_once_pays_twice_where_the_partner_forgets()
      throws IOException {
    String wrong =
        edited(
            "visibility: {within: PT5S, promised: true}",
            "visibility: {within: PT1S, promised: true}");
    String late = dialectText().replace("invisible_for: PT4S", "invisible_for: PT10M");

    assertFails(
        row(wrong, ConformanceDbTest.sound(late.replace(MEMORY, FORGETFUL)), Scenario.INVISIBLE),
        "the partner pays it 2 times",
        "1250.50 KES paid twice");
    assertFails(
        row(wrong, ConformanceDbTest.sound(late), Scenario.INVISIBLE),
        "it was sent again although the partner had it",
        "none: the partner caught it, and need not have");
  }

  @Test
  void asking_a_forgetful_partner_by_sending_again_pays_twice() throws IOException {
    String text = content();
    String wrong =
        text.substring(0, text.indexOf("lookup:\n"))
            + "lookup: {resend: true}\n\n"
            + text.substring(text.indexOf("status:\n"));
    wrong = wrong.replace("promised: true}", "promised: false}");
    Dialect forgetful = ConformanceDbTest.sound(dialectText().replace(MEMORY, FORGETFUL));

    assertFails(
        row(wrong, forgetful, Scenario.SILENCE),
        "the partner pays it 2 times",
        "1250.50 KES paid twice");
    assertThat(row(wrong, dialect(), Scenario.SILENCE).failed())
        .as("with the partner's memory the same file is right")
        .isFalse();
  }

  @Test
  void a_status_word_read_as_failed_fails_for_what_would_be_paid_twice() throws IOException {
    String wrong =
        edited("processing: [accepted, processing]", "processing: [accepted]")
            .replace("failed: [failed]", "failed: [failed, processing]");

    assertFails(
        row(wrong, dialect(), Scenario.ACCEPTED),
        "Semel says failed, and the partner pays it",
        "1250.50 KES would be paid twice");
  }

  @Test
  void an_amount_in_the_wrong_unit_fails_with_what_the_partner_pays() throws IOException {
    String wrong =
        edited("amount: ${payout.amount}", "amount: \"${payout.amount | minor_units | text}\"");

    assertFails(
        row(wrong, dialect(), Scenario.ACCEPTED),
        "the partner pays 125050.00 KES and not 1250.50 KES",
        "125050.00 KES paid instead of 1250.50 KES");
  }

  @Test
  void a_request_that_the_partner_does_not_understand_fails_by_its_name() throws IOException {
    String wrong = edited("path: /v1/payouts\n", "path: /v2/payouts\n");

    assertFails(
        row(wrong, dialect(), Scenario.ACCEPTED),
        "this partner has no call that takes POST /v2/payouts",
        "none");
  }

  private static void assertFails(Row row, String why, String risk) {
    assertThat(row.result())
        .isInstanceOfSatisfying(
            Row.Played.class,
            played -> {
              assertThat(played.verdict().passed()).isFalse();
              assertThat(played.verdict().why()).contains(why);
              assertThat(played.verdict().risk()).isEqualTo(risk);
            });
  }

  /** The first line of a scenario that failed, or its first line. */
  private static Row row(String text, Dialect dialect, Scenario scenario) {
    List<Row> rows =
        new Conformance(fate -> SimulatedDatabase.open(database.unpooled(), fate))
            .run(text, dialect, scenario::equals);
    return rows.stream().filter(Row::failed).findFirst().orElse(rows.getFirst());
  }

  private static String edited(String from, String to) throws IOException {
    String text = content();
    assertThat(text).contains(from);
    return text.replace(from, to);
  }

  private static String content() throws IOException {
    String text = Files.readString(FILE, StandardCharsets.UTF_8);
    // Its samples would find what is planted before anything is played.
    return text.substring(0, text.indexOf("\nsamples:\n") + 1);
  }

  private static Dialect dialect() {
    return ConformanceDbTest.sound(dialectText());
  }

  private static String dialectText() {
    return ProviderTestCommand.shipped("simulator").orElseThrow();
  }
}
