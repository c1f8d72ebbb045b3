// What a person may safely do about a case as both sides stand.
package dev.semel.casework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Money;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseActionsTest {

  @ParameterizedTest(name = "{0} here, {1} there, under other terms: {2}")
  @CsvSource({
    "submission_unknown, paid, false, adopt sent; ignore ignored",
    "submission_unknown, processing, false, adopt sent; ignore ignored",
    "submission_unknown, failed, false, adopt sent; settle failed; ignore ignored",
    "sent, paid, true, settle paid; ignore ignored",
    "sent, returned, true, return returned; ignore ignored",
    "sent, paid, false, ignore ignored",
    "paid, failed, false, ignore ignored",
    "ready, paid, false, ignore ignored"
  })
  void only_what_is_safe_in_that_state_is_offered(
      String state, String status, boolean terms, String wanted) {
    OpsCase opsCase = opsCase("open");

    List<CaseActions.Action> actions = CaseActions.of(opsCase, evidence(state, status, terms));

    assertThat(
            actions.stream()
                .map(
                    action ->
                        action.name()
                            + " "
                            + action.body().path("outcome").asText("")
                            + action.body().path("resolution").asText(""))
                .collect(Collectors.joining("; ")))
        .isEqualTo(wanted);
    assertThat(actions)
        .filteredOn(action -> action.operation().equals("settlePayout"))
        .allSatisfy(
            action ->
                assertThat(action.body().path("statement").asText())
                    .isEqualTo("Line 18 of report rep_1, case case_1"));
  }

  @ParameterizedTest
  @CsvSource({"resolved", "proposed"})
  void a_resolved_case_offers_nothing_and_a_proposed_one_only_its_confirmation(String status) {
    OpsCase opsCase = opsCase(status);
    opsCase.resolution = "money_recovered";

    List<CaseActions.Action> actions = CaseActions.of(opsCase, evidence("paid", "paid", false));

    assertThat(actions.stream().map(action -> action.body().path("resolution").asText()).toList())
        .isEqualTo(status.equals("resolved") ? List.of() : List.of("money_recovered"));
  }

  private static OpsCase opsCase(String status) {
    OpsCase opsCase = new OpsCase();
    opsCase.id = "case_1";
    opsCase.status = status;
    opsCase.payoutId = "po_1";
    opsCase.reportId = "rep_1";
    opsCase.reportLine = 17;
    return opsCase;
  }

  private static CaseEvidence evidence(String state, String status, boolean terms) {
    Money money = Money.of("125.50", "KES");
    return new CaseEvidence(
        Optional.of(
            new CaseEvidence.Line(
                18, "payout", "REF", "p1", Optional.of(money), status, status, null)),
        Optional.of(new CaseEvidence.Payout(state, money, null, terms)),
        List.of(),
        List.of());
  }
}
