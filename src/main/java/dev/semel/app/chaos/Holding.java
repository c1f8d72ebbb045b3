// A payout as a simulated partner holds it.
package dev.semel.app.chaos;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import java.time.Instant;

/** A payout as a simulated partner holds it: the truth about the money. */
final class Holding {
  private final String id;
  private final String reference;
  private final String payoutId;
  private final Money money;
  private final Instant acceptedAt;
  private final Instant visibleAt;
  private final boolean refused;
  private ProviderStatus status;
  private int changes = 1;
  private boolean everPaid;

  Holding(
      String id,
      String reference,
      String payoutId,
      Money money,
      Instant acceptedAt,
      Instant visibleAt,
      boolean refused) {
    this.id = id;
    this.reference = reference;
    this.payoutId = payoutId;
    this.money = money;
    this.acceptedAt = acceptedAt;
    this.visibleAt = visibleAt;
    this.refused = refused;
    this.status = refused ? ProviderStatus.FAILED : ProviderStatus.PROCESSING;
  }

  void become(ProviderStatus next) {
    status = next;
    changes++;
    everPaid |= next == ProviderStatus.PAID;
  }

  /** Whether the partner will pay, or has. */
  boolean live() {
    return status == ProviderStatus.PROCESSING
        || status == ProviderStatus.PAID
        || status == ProviderStatus.RETURNED;
  }

  String id() {
    return id;
  }

  String reference() {
    return reference;
  }

  String payoutId() {
    return payoutId;
  }

  Money money() {
    return money;
  }

  Instant acceptedAt() {
    return acceptedAt;
  }

  Instant visibleAt() {
    return visibleAt;
  }

  boolean refused() {
    return refused;
  }

  ProviderStatus status() {
    return status;
  }

  /** The number of its latest status. */
  int changes() {
    return changes;
  }

  boolean everPaid() {
    return everPaid;
  }
}
