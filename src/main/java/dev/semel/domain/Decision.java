package dev.semel.domain;

import java.util.EnumSet;
import java.util.Set;

/** What an event does to a payout, and whom it concerns besides. */
public sealed interface Decision {
  /** The cases to open. */
  Set<CaseKind> cases();

  /** The alerts to raise. */
  Set<AlertKind> alerts();

  /**
   * The event is applied.
   *
   * @param next the state after it, which may be the state before it
   */
  record Applied(PayoutState next, Set<CaseKind> cases, Set<AlertKind> alerts) implements Decision {
    static Applied to(PayoutState next) {
      return new Applied(next, Set.of(), Set.of());
    }

    Applied andCase(CaseKind kind) {
      return new Applied(next, with(kind, cases), alerts);
    }

    Applied andAlert(AlertKind kind) {
      return new Applied(next, cases, with(kind, alerts));
    }
  }

  /** The event changes nothing; it is recorded with the reason. */
  record Refused(Refusal reason, Set<CaseKind> cases, Set<AlertKind> alerts) implements Decision {
    static Refused because(Refusal reason) {
      return new Refused(reason, Set.of(), Set.of());
    }

    Refused andCase(CaseKind kind) {
      return new Refused(reason, with(kind, cases), alerts);
    }

    Refused andAlert(AlertKind kind) {
      return new Refused(reason, cases, with(kind, alerts));
    }
  }

  private static <E extends Enum<E>> Set<E> with(E one, Set<E> others) {
    EnumSet<E> all = EnumSet.of(one);
    all.addAll(others);
    return Set.copyOf(all);
  }
}
