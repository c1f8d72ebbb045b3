// The partner's books: the truth about the money.
package dev.semel.app.conformance;

import dev.semel.domain.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The partner's books: every payment, ours and others', and what was asked and complained of. */
final class Ledger {
  private static final int OTHERS = 12;

  private final VirtualClock clock;
  private final List<Payment> payments = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();
  private int payRequests;
  private int afterMoving;
  private int questions;

  Ledger(VirtualClock clock) {
    this.clock = clock;
  }

  synchronized void add(Payment payment) {
    payments.add(payment);
  }

  /** Puts payments of others before and after ours, for lists to be searched. */
  synchronized void addOthers(Money money) {
    for (int i = 1; i <= 2 * OTHERS; i++) {
      Instant madeAt = clock.instant().plus(Duration.ofSeconds(i - (long) OTHERS));
      Payment other =
          new Payment("other-" + i, "of-others-" + i, "other-" + i, money, Map.of(), true, madeAt);
      other.move(madeAt);
      payments.add(other);
    }
  }

  /** Our payments, in the order in which they were made. */
  synchronized List<Payment> ours() {
    return payments.stream().filter(payment -> !payment.foreign()).toList();
  }

  /** All payments, newest first. */
  synchronized List<Payment> newestFirst() {
    return payments.stream().sorted(Comparator.comparing(Payment::madeAt).reversed()).toList();
  }

  synchronized Optional<Payment> byId(String id) {
    return payments.stream().filter(payment -> payment.id().equals(id)).findFirst();
  }

  /** A request that would move money has come. */
  synchronized void payRequested() {
    payRequests++;
    if (ours().stream().anyMatch(payment -> payment.movedAt().isPresent())) {
      afterMoving++;
    }
  }

  synchronized void questioned() {
    questions++;
  }

  /** The server does not understand a request: the provider file is wrong, or the dialect. */
  synchronized void complain(String complaint) {
    complaints.add(complaint);
  }

  synchronized int payRequests() {
    return payRequests;
  }

  /** How many of them came although the money had moved. */
  synchronized int afterMoving() {
    return afterMoving;
  }

  synchronized int questions() {
    return questions;
  }

  synchronized List<String> complaints() {
    return List.copyOf(complaints);
  }
}
