// The partners' traps, through the engine: what it does with what their files read.
package dev.semel.app.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.SimulatedDatabase;
import dev.semel.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each plays one fault of the kit, and wants it to have applied and to have passed. */
class TrapsDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static List<String> did(String partner, Scenario fault) throws IOException {
    String text = Files.readString(Path.of("src/main/resources/providers", partner + ".yaml"));
    Dialect dialect = ConformanceDbTest.dialect(partner);
    List<Row> rows =
        new Conformance(fate -> SimulatedDatabase.open(database.unpooled(), fate))
            .run(text, dialect, fault::equals);
    assertThat(rows).isNotEmpty();
    return rows.stream().map(TrapsDbTest::passed).toList();
  }

  private static String passed(Row row) {
    assertThat(row.result()).as("%s", row).isInstanceOf(Row.Played.class);
    Verdict verdict = ((Row.Played) row.result()).verdict();
    assertThat(verdict.passed()).as("%s: %s", row.label(), verdict).isTrue();
    return verdict.did();
  }

  @Test
  void mpesa_a_duplicate_under_a_500_code_is_adopted() throws IOException {
    assertThat(did("mpesa-b2c", Scenario.DUPLICATE_5XX)).allMatch(did -> did.contains("paid"));
  }

  @Test
  void mpesa_what_nobody_signed_pays_nothing() throws IOException {
    did("mpesa-b2c", Scenario.WEBHOOK_UNSIGNED);
  }

  @Test
  void mtn_final_refusals_under_a_500_hold_the_payout() throws IOException {
    assertThat(did("mtn-momo", Scenario.REFUSED_UNDER_5XX))
        .hasSize(4)
        .allMatch(did -> did.startsWith("held; 1 request"));
  }

  @Test
  void mtn_what_nobody_signed_pays_nothing() throws IOException {
    did("mtn-momo", Scenario.WEBHOOK_UNSIGNED);
  }

  @Test
  void flutterwave_its_gateways_503_is_unknown_and_looked_up() throws IOException {
    assertThat(did("flutterwave", Scenario.ERROR)).allMatch(did -> did.startsWith("unknown"));
  }

  @Test
  void flutterwave_the_advice_to_use_a_new_reference_is_not_followed() throws IOException {
    assertThat(did("flutterwave", Scenario.DUPLICATE_4XX))
        .allMatch(did -> did.contains("paid; 1 request,"));
  }

  @Test
  void paystack_the_advice_to_use_a_new_reference_is_not_followed() throws IOException {
    assertThat(did("paystack", Scenario.DUPLICATE_4XX))
        .allMatch(did -> did.contains("paid; 1 request,"));
  }

  @Test
  void airwallex_the_advice_to_use_another_request_id_is_not_followed() throws IOException {
    assertThat(did("airwallex", Scenario.DUPLICATE_4XX))
        .allMatch(did -> did.contains("paid; 1 request,"));
  }

  @Test
  void stripe_a_stored_500_is_asked_for_once() throws IOException {
    assertThat(did("stripe", Scenario.STORED_ERROR))
        .allMatch(did -> did.startsWith("unknown") && did.contains("; 1 request,"));
  }

  @Test
  void paypal_the_link_inside_details_is_followed() throws IOException {
    assertThat(did("paypal", Scenario.DUPLICATE_4XX)).allMatch(did -> did.contains("paid"));
  }

  @Test
  void paypal_after_thirty_days_nothing_is_sent_again() throws IOException {
    assertThat(did("paypal", Scenario.FORGOTTEN)).allMatch(did -> did.contains("; 1 request,"));
  }

  @Test
  void thunes_a_lost_confirmation_is_unknown_and_confirmed_once() throws IOException {
    assertThat(did("thunes", Scenario.LOST_CONFIRM)).allMatch(did -> did.contains("; 1 request,"));
  }

  @Test
  void thunes_an_unsigned_late_return_is_asked_about() throws IOException {
    assertThat(did("thunes", Scenario.LATE_RETURN)).allMatch(did -> did.contains("returned"));
  }

  @Test
  void wise_a_lost_funding_is_unknown_and_funded_once() throws IOException {
    assertThat(did("wise", Scenario.LOST_CONFIRM)).allMatch(did -> did.contains("; 1 request,"));
  }

  @Test
  void wise_a_lost_step_is_made_again() throws IOException {
    assertThat(did("wise", Scenario.LOST_STEP)).allMatch(did -> did.contains("paid; 1 request,"));
  }

  @Test
  void wise_money_that_comes_back_is_returned() throws IOException {
    assertThat(did("wise", Scenario.LATE_RETURN)).allMatch(did -> did.contains("returned"));
  }
}
