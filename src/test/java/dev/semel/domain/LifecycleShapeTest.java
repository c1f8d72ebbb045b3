package dev.semel.domain;

import static dev.semel.domain.PayoutState.CANCELLED;
import static dev.semel.domain.PayoutState.FAILED;
import static dev.semel.domain.PayoutState.HELD;
import static dev.semel.domain.PayoutState.PAID;
import static dev.semel.domain.PayoutState.READY;
import static dev.semel.domain.PayoutState.RETURNED;
import static dev.semel.domain.PayoutState.SUBMISSION_UNKNOWN;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.LifecycleSpace.Edge;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The state machine seen as a graph: no state is an island, and the dangerous ways lead only where
 * the rules let them.
 */
class LifecycleShapeTest {
  private static final List<Edge> EDGES = LifecycleSpace.edges();

  @Test
  void the_space_knows_every_kind_of_event() {
    Set<Class<?>> kinds =
        LifecycleSpace.happenings().stream().map(it -> it.event().getClass()).collect(toSet());
    assertThat(kinds).isEqualTo(PayoutLifecycleTest.leavesOf(PayoutEvent.class));
  }

  @Test
  void every_state_is_reached_from_a_start() {
    Set<PayoutState> reached = reachedFrom(EnumSet.of(PayoutState.AWAITING_FUNDS, READY));
    assertThat(reached).isEqualTo(EnumSet.allOf(PayoutState.class));
  }

  @Test
  void from_every_open_state_a_final_one_can_be_reached() {
    for (PayoutState state : PayoutState.values()) {
      Set<PayoutState> reached = reachedFrom(EnumSet.of(state));
      assertThat(reached).as("reached from %s", state).anyMatch(PayoutState::terminal);
    }
  }

  @Test
  void the_only_ways_out_of_a_final_state_lead_to_returned_and_after_a_failure_by_the_file_alone() {
    Set<String> ways =
        EDGES.stream()
            .filter(edge -> edge.from().terminal())
            .map(edge -> edge.from() + " to " + edge.to())
            .collect(toSet());
    assertThat(ways)
        .containsExactlyInAnyOrder(PAID + " to " + RETURNED, FAILED + " to " + RETURNED);
    assertThat(EDGES)
        .filteredOn(edge -> edge.from() == FAILED)
        .allMatch(edge -> edge.facts().equals("by after_paid"));
  }

  @Test
  void an_unknown_submission_is_made_ready_by_confirmed_absence_or_two_people_alone() {
    List<PayoutEvent> ways =
        EDGES.stream()
            .filter(edge -> edge.from() == SUBMISSION_UNKNOWN && edge.to() == READY)
            .map(edge -> edge.by().event())
            .distinct()
            .toList();
    assertThat(ways)
        .isNotEmpty()
        .allMatch(
            event ->
                event instanceof PayoutEvent.AbsenceConfirmed
                    || (event instanceof PayoutEvent.ResendByOperator resend
                        && resend.approvedBy().isPresent()));
  }

  @Test
  void beside_another_attempt_two_people_who_dismiss_it_alone_have_anything_sent_or_failed() {
    Set<PayoutEvent> ways =
        EDGES.stream()
            .filter(edge -> edge.facts().equals(LifecycleSpace.BESIDE))
            .filter(edge -> EnumSet.of(READY, HELD, FAILED, CANCELLED).contains(edge.to()))
            .map(edge -> edge.by().event())
            .collect(toSet());
    assertThat(ways)
        .isNotEmpty()
        .allMatch(
            event ->
                WrittenPayout.settlesOther(event)
                    && event instanceof PayoutEvent.ByTwo two
                    && two.approvedBy().isPresent());
  }

  @Test
  void a_payout_that_the_provider_may_hold_is_stopped_by_the_providers_word_alone() {
    Set<PayoutEvent> ways =
        EDGES.stream()
            .filter(edge -> edge.from().atProvider() != PayoutState.AtProvider.NO)
            .filter(edge -> edge.to() == PayoutState.CANCELLED)
            .map(edge -> edge.by().event())
            .collect(toSet());
    assertThat(ways).isNotEmpty().allMatch(PayoutEvent.OfStatement.class::isInstance);
  }

  private static Set<PayoutState> reachedFrom(Set<PayoutState> starts) {
    Set<PayoutState> reached = EnumSet.copyOf(starts);
    boolean grows = true;
    while (grows) {
      grows = reached.addAll(nextOf(reached));
    }
    return reached;
  }

  private static Set<PayoutState> nextOf(Set<PayoutState> states) {
    return EDGES.stream()
        .filter(edge -> states.contains(edge.from()))
        .map(Edge::to)
        .collect(toSet());
  }
}
