// Which payments a partner remembers, and which it shows.
package dev.semel.app.conformance;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A partner's view of its own book: what it has forgotten or hides is there and not known. */
final class KnownPayments {
  private final Dialect dialect;
  private final Script script;
  private final VirtualClock clock;
  private final Ledger ledger;

  KnownPayments(Dialect dialect, Script script, VirtualClock clock, Ledger ledger) {
    this.dialect = dialect;
    this.script = script;
    this.clock = clock;
    this.ledger = ledger;
  }

  /** The payment that was made last. */
  Optional<Payment> latest() {
    return ours(_ -> true);
  }

  /** The payment that a request with this key or reference would repeat. */
  Optional<Payment> repeatedBy(String repeat) {
    return dialect.memory().any()
        ? ours(payment -> payment.repeat().equals(repeat) && isRemembered(payment))
        : Optional.empty();
  }

  /** The payment that goes by a name. */
  Optional<Payment> named(String name, boolean byReference) {
    return byReference
        ? ours(payment -> payment.reference().equals(name) && isRemembered(payment))
        : ledger.byId(name);
  }

  private Optional<Payment> ours(Predicate<Payment> wanted) {
    return ledger.ours().stream().filter(wanted).reduce((_, last) -> last);
  }

  private boolean isRemembered(Payment payment) {
    return dialect
        .memory()
        .window()
        .map(window -> clock.instant().isBefore(payment.madeAt().plus(window)))
        .orElse(true);
  }

  /** Those that stand in the partner's list, newest first. */
  List<Payment> listed() {
    return ledger.newestFirst().stream().filter(this::shows).toList();
  }

  /** Whether a payment that is asked about by our reference is shown. */
  boolean shows(Payment payment) {
    boolean known = payment.stage() != Stage.DRAFT || dialect.words().containsKey(Stage.DRAFT);
    boolean hidden =
        !payment.foreign() && clock.instant().isBefore(payment.madeAt().plus(script.hidden()));
    return known && !hidden;
  }
}
