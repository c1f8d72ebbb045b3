// The check at the end of the story has to see what is wrong.
package dev.semel.app.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.simulator.Truth;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgreementTest {
  private static final String ID = "po_01jdxyz3m8q4w6t9v2b5n7k1ac";
  private static final String AT_PARTNER = "01JDXYZ3M8Q4W6T9V2B5N7K1AC";

  @ParameterizedTest
  @CsvSource({
    "paid, 1, 0",
    "returned, 1, 1",
    "failed, 0, 0",
    "cancelled, 0, 0",
    "held, 0, 0",
    "awaiting_funds, 0, 0",
    "sent, 1, 0",
    "sent, 0, 0",
    "submission_unknown, 1, 0",
    "ready, 0, 0"
  })
  void states_that_fit_what_the_partner_did_agree(String state, int paid, int returned) {
    assertThat(
            Agreement.differences(
                List.of(recorded(state, true, 0)), List.of(truth(paid, returned, "125.50"))))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "paid, 2, 0",
    "paid, 0, 0",
    "paid, 1, 1",
    "returned, 1, 0",
    "failed, 1, 0",
    "cancelled, 1, 0",
    "held, 1, 0",
    "sent, 2, 0",
    "submission_unknown, 2, 0"
  })
  void states_that_contradict_what_the_partner_did_differ(String state, int paid, int returned) {
    assertThat(
            Agreement.differences(
                List.of(recorded(state, true, 0)), List.of(truth(paid, returned, "125.50"))))
        .isNotEmpty()
        .allSatisfy(difference -> assertThat(difference.payout()).isEqualTo(ID))
        .allSatisfy(difference -> assertThat(difference.sentence()).contains(ID));
  }

  @Test
  void a_payout_that_was_paid_twice_is_told_with_its_references() {
    assertThat(
            Agreement.differences(
                List.of(recorded("paid", false, 0)), List.of(truth(2, 0, "251.00"))))
        .anySatisfy(
            difference -> {
              assertThat(difference.kind()).isEqualTo(Difference.Kind.PAID_TWICE);
              assertThat(difference.sentence())
                  .contains("paid 2 times")
                  .contains(AT_PARTNER + "-1");
            });
  }

  @Test
  void another_amount_differs() {
    assertThat(
            Agreement.differences(
                List.of(recorded("paid", false, 0)), List.of(truth(1, 0, "125.51"))))
        .singleElement()
        .extracting(Difference::sentence)
        .asString()
        .contains("125.51");
  }

  @Test
  void a_paid_payout_that_the_partner_never_heard_of_differs() {
    assertThat(Agreement.differences(List.of(recorded("paid", false, 0)), List.of()))
        .singleElement()
        .extracting(Difference::sentence)
        .asString()
        .contains("never heard of it");
  }

  @Test
  void a_payout_that_only_the_partner_knows_is_lost() {
    assertThat(Agreement.differences(List.of(), List.of(truth(1, 0, "125.50"))))
        .singleElement()
        .extracting(Difference::sentence)
        .asString()
        .contains("lost");
  }

  @Test
  void an_open_payout_needs_something_due_or_a_case() {
    List<Truth> truth = List.of(truth(1, 0, "125.50"));
    assertThat(Agreement.differences(List.of(recorded("sent", false, 0)), truth))
        .singleElement()
        .extracting(Difference::sentence)
        .asString()
        .contains("nobody was asked");
    assertThat(Agreement.differences(List.of(recorded("sent", false, 1)), truth)).isEmpty();
  }

  private static Recorded recorded(String state, boolean due, int openCases) {
    return new Recorded(ID, "demo-01", state, new BigDecimal("125.5"), "KES", due, openCases);
  }

  private static Truth truth(int paid, int returned, String amount) {
    return new Truth(
        AT_PARTNER,
        List.of(AT_PARTNER + "-1"),
        1,
        1,
        paid,
        amount,
        "KES",
        "paid",
        returned,
        List.of());
  }
}
