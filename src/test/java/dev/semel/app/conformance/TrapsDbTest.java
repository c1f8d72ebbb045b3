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

  /** Plays a fault; every row of it did what the pattern says. */
  private static void plays(String partner, Scenario fault, String did) throws IOException {
    String text = Files.readString(Path.of("src/main/resources/providers", partner + ".yaml"));
    Dialect dialect = ConformanceDbTest.dialect(partner);
    List<Row> rows =
        new Conformance(fate -> SimulatedDatabase.open(database.unpooled(), fate))
            .run(text, dialect, fault::equals);
    assertThat(rows).isNotEmpty();
    assertThat(rows.stream().map(TrapsDbTest::passed))
        .allSatisfy(it -> assertThat(it).matches(did));
  }

  private static String passed(Row row) {
    assertThat(row.result()).as("%s", row).isInstanceOf(Row.Played.class);
    Verdict verdict = ((Row.Played) row.result()).verdict();
    assertThat(verdict.passed()).as("%s: %s", row.label(), verdict).isTrue();
    return verdict.did();
  }

  @Test
  void mpesa_a_duplicate_under_a_500_code_is_adopted() throws IOException {
    plays("mpesa-b2c", Scenario.DUPLICATE_5XX, ".*paid.*");
  }

  @Test
  void mpesa_what_nobody_signed_pays_nothing() throws IOException {
    plays("mpesa-b2c", Scenario.WEBHOOK_UNSIGNED, ".*");
  }

  @Test
  void mtn_final_refusals_under_a_500_hold_the_payout() throws IOException {
    plays("mtn-momo", Scenario.REFUSED_UNDER_5XX, "held; 1 request.*");
  }

  @Test
  void mtn_what_nobody_signed_pays_nothing() throws IOException {
    plays("mtn-momo", Scenario.WEBHOOK_UNSIGNED, ".*");
  }

  @Test
  void flutterwave_its_gateways_503_is_unknown_and_looked_up() throws IOException {
    plays("flutterwave", Scenario.ERROR, "unknown.*");
  }

  @Test
  void flutterwave_the_advice_to_use_a_new_reference_is_not_followed() throws IOException {
    plays("flutterwave", Scenario.DUPLICATE_4XX, ".*paid; 1 request,.*");
  }

  @Test
  void paystack_the_advice_to_use_a_new_reference_is_not_followed() throws IOException {
    plays("paystack", Scenario.DUPLICATE_4XX, ".*paid; 1 request,.*");
  }

  @Test
  void airwallex_the_advice_to_use_another_request_id_is_not_followed() throws IOException {
    plays("airwallex", Scenario.DUPLICATE_4XX, ".*paid; 1 request,.*");
  }

  @Test
  void stripe_a_stored_500_is_asked_for_once() throws IOException {
    plays("stripe", Scenario.STORED_ERROR, "unknown.*; 1 request,.*");
  }

  @Test
  void paypal_the_link_inside_details_is_followed() throws IOException {
    plays("paypal", Scenario.DUPLICATE_4XX, ".*paid.*");
  }

  @Test
  void paypal_after_thirty_days_nothing_is_sent_again() throws IOException {
    plays("paypal", Scenario.FORGOTTEN, ".*; 1 request,.*");
  }

  @Test
  void thunes_a_lost_confirmation_is_unknown_and_confirmed_once() throws IOException {
    plays("thunes", Scenario.LOST_CONFIRM, ".*; 1 request,.*");
  }

  @Test
  void thunes_an_unsigned_late_return_is_asked_about() throws IOException {
    plays("thunes", Scenario.LATE_RETURN, ".*returned.*");
  }

  @Test
  void wise_a_lost_funding_is_unknown_and_funded_once() throws IOException {
    plays("wise", Scenario.LOST_CONFIRM, ".*; 1 request,.*");
  }

  @Test
  void wise_a_lost_step_is_made_again() throws IOException {
    plays("wise", Scenario.LOST_STEP, ".*paid; 1 request,.*");
  }

  @Test
  void wise_money_that_comes_back_is_returned() throws IOException {
    plays("wise", Scenario.LATE_RETURN, ".*returned.*");
  }
}
