package dev.semel.domain;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.LifecycleTable.Block;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * The state machine against the table that people wrote, and the proof that the table leaves
 * nothing out.
 */
class PayoutLifecycleTest {
  private static final LifecycleTable TABLE = LifecycleTable.read();

  @Test
  void every_event_does_in_every_state_what_the_table_says() {
    SoftAssertions all = new SoftAssertions();
    for (Block block : TABLE.blocks()) {
      for (LifecycleTable.Written written : block.events()) {
        for (LifecycleTable.Row row : block.rows()) {
          Decision decision = PayoutLifecycle.decide(row.payout(), written.event());
          all.assertThat(LifecycleTable.wordsOf(decision))
              .as(row.where(written))
              .isEqualTo(row.outcome());
        }
      }
    }
    all.assertAll();
  }

  @Test
  void the_table_has_every_state_for_each_event_that_it_names() {
    for (Block block : TABLE.blocks()) {
      Set<PayoutState> states =
          block.rows().stream().map(row -> row.payout().state()).collect(toSet());
      assertThat(states)
          .as("states under: event %s", block.events().getFirst().words())
          .isEqualTo(EnumSet.allOf(PayoutState.class));
    }
  }

  @Test
  void the_table_has_every_kind_of_event() {
    Set<Class<?>> written = events().map(Object::getClass).collect(toSet());
    assertThat(written).isEqualTo(leavesOf(PayoutEvent.class));
  }

  @Test
  void the_table_has_every_status_under_every_evidence_on_which_it_can_rest() {
    Set<Evidence> provider =
        EnumSet.of(
            Evidence.UNSIGNED_HINT,
            Evidence.SIGNED_WEBHOOK,
            Evidence.AUTHENTICATED_QUERY,
            Evidence.REPORT);
    for (ProviderStatus status : ProviderStatus.values()) {
      assertThat(evidenceFor(PayoutEvent.ProviderSays.class, status))
          .as("evidence for %s", status)
          .isEqualTo(provider);
      assertThat(evidenceFor(PayoutEvent.Accepted.class, status)).isNotEmpty();
      assertThat(evidenceFor(PayoutEvent.LookupFound.class, status)).isNotEmpty();
    }
  }

  @Test
  void the_table_has_every_event_of_a_call_under_the_current_lease_and_under_a_lost_one() {
    for (Class<?> kind : leavesOf(PayoutEvent.OfCall.class)) {
      assertThat(epochsOf(kind)).as(kind.getSimpleName()).hasSize(2);
    }
    assertThat(epochsOf(PayoutEvent.LeaseExpired.class)).hasSize(2);
  }

  @Test
  void the_table_has_every_way_of_trying_again_and_of_approving() {
    for (Class<?> retry : leavesOf(PayoutEvent.Retry.class)) {
      assertThat(
              events()
                  .filter(event -> retriesWith(event, retry))
                  .map(Object::getClass)
                  .collect(toSet()))
          .as(retry.getSimpleName())
          .containsExactlyInAnyOrder(PayoutEvent.NotSent.class, PayoutEvent.Busy.class);
    }
    assertThat(
            events(PayoutEvent.ResendByOperator.class)
                .map(resend -> resend.approvedBy().isPresent()))
        .contains(true, false);
    assertThat(
            events(PayoutEvent.SettledByOperator.class)
                .map(settled -> settled.approvedBy().isPresent()))
        .contains(true, false);
  }

  @Test
  void every_reason_to_refuse_has_a_row() {
    Set<String> written = new HashSet<>();
    for (Block block : TABLE.blocks()) {
      block.rows().forEach(row -> written.add(row.outcome().split(" \\| ")[0]));
    }
    assertThat(written)
        .containsAll(
            Stream.of(Refusal.values()).map(reason -> "refused " + WireNames.of(reason)).toList());
  }

  private static Stream<PayoutEvent> events() {
    return TABLE.blocks().stream()
        .flatMap(block -> block.events().stream())
        .map(LifecycleTable.Written::event);
  }

  private static <E extends PayoutEvent> Stream<E> events(Class<E> kind) {
    return events().filter(kind::isInstance).map(kind::cast);
  }

  private static <E extends PayoutEvent.OfStatement> Set<Evidence> evidenceFor(
      Class<E> kind, ProviderStatus status) {
    Predicate<E> saysSo = event -> event.statement().status() == status;
    return events(kind).filter(saysSo).map(PayoutEvent::evidence).collect(toSet());
  }

  private static Set<Long> epochsOf(Class<?> kind) {
    return events()
        .filter(kind::isInstance)
        .map(
            event ->
                event instanceof PayoutEvent.LeaseExpired expired
                    ? expired.leaseEpoch()
                    : ((PayoutEvent.OfCall) event).leaseEpoch())
        .collect(toSet());
  }

  private static boolean retriesWith(PayoutEvent event, Class<?> retry) {
    return (event instanceof PayoutEvent.NotSent notSent && retry.isInstance(notSent.retry()))
        || (event instanceof PayoutEvent.Busy busy && retry.isInstance(busy.retry()));
  }

  /** The records of a sealed interface, through the sealed interfaces between. */
  static Set<Class<?>> leavesOf(Class<?> sealed) {
    Set<Class<?>> leaves = new LinkedHashSet<>();
    for (Class<?> permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        leaves.addAll(leavesOf(permitted));
      } else {
        leaves.add(permitted);
      }
    }
    return leaves;
  }
}
