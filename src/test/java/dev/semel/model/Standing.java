// How the payout truly stands at the partner.
package dev.semel.model;

import dev.semel.domain.ProviderStatus;
import java.util.List;

/** How the payout truly stands at the partner, and all that the partner has said of it so far. */
// Its value is made once and never changed.
@SuppressWarnings("ImmutableEnumChecker")
enum Standing {
  NONE(),
  PROCESSING(ProviderStatus.PROCESSING),
  PAID(ProviderStatus.PROCESSING, ProviderStatus.PAID),
  FAILED(ProviderStatus.PROCESSING, ProviderStatus.FAILED),
  CANCELLED(ProviderStatus.PROCESSING, ProviderStatus.CANCELLED),
  PAID_RETURNED(ProviderStatus.PROCESSING, ProviderStatus.PAID, ProviderStatus.RETURNED),
  PAID_FAILED(ProviderStatus.PROCESSING, ProviderStatus.PAID, ProviderStatus.FAILED);

  /** Every webhook that the partner ever sent: it may arrive at any time, again, or never. */
  final List<ProviderStatus> said;

  Standing(ProviderStatus... said) {
    this.said = List.of(said);
  }

  ProviderStatus now() {
    return said.getLast();
  }

  /** What may become of it there. */
  List<Standing> next() {
    return switch (this) {
      case PROCESSING -> List.of(PAID, FAILED, CANCELLED);
      case PAID -> List.of(PAID_RETURNED, PAID_FAILED);
      case NONE, FAILED, CANCELLED, PAID_RETURNED, PAID_FAILED -> List.of();
    };
  }

  /** Whether the money has left and not come back. */
  boolean paid() {
    return this == PAID;
  }

  /** Whether the beneficiary had the money once. */
  boolean wasPaid() {
    return said.contains(ProviderStatus.PAID);
  }
}
