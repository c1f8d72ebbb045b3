// A line of a report that is compared.
package dev.semel.reconciliation;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.WireNames;
import dev.semel.provider.ReportRow;
import java.time.Instant;
import java.util.Optional;

/**
 * A line of a report that is compared.
 *
 * @param place where it stands
 * @param kind what it tells of
 * @param reference our reference, where it carries one
 * @param providerPayoutId the provider's id, where it carries one
 * @param amount the payout's amount, where the line tells it: the sum of a batch is none
 * @param returned how much came back, where the line tells that apart from the amount
 * @param status the status in our words
 * @param word the provider's own word
 * @param ofOtherAttempt whether its reference is that of an attempt that is not the present one
 * @param settledAt when the money moved, by the provider's word
 * @param movedAt the same, else the end of the report's day
 * @param receivedAt when we got the report
 */
record Theirs(
    Place place,
    ReportRow.Kind kind,
    Optional<String> reference,
    Optional<String> providerPayoutId,
    Optional<Money> amount,
    Optional<Money> returned,
    ProviderStatus status,
    String word,
    boolean ofOtherAttempt,
    Optional<Instant> settledAt,
    Instant movedAt,
    Instant receivedAt) {

  /**
   * Where a line stands.
   *
   * @param reportId the report
   * @param line its number there
   * @param compared whether that is a report of the day that is compared, and not of another day
   */
  record Place(String reportId, int line, boolean compared) {}

  /** Their amount with its currency, as a case shows it. */
  String money() {
    return amount.map(Money::toString).orElse("no amount");
  }

  /** As a case shows it. */
  String words() {
    String ours = WireNames.of(status);
    return money() + ", " + ours + (word.equals(ours) ? "" : " ('" + word + "')");
  }

  /** What it is known by when it is none of ours. */
  String name() {
    return providerPayoutId.orElse("-") + "/" + reference.orElse("-");
  }

  /**
   * Whether this and a line of another report tell of the same payment: by the provider's id where
   * both have one, else by the moment at which the money moved. Two references are two payments.
   */
  boolean tellsTheSameAs(Theirs other) {
    boolean twoReferences =
        reference.isPresent() && other.reference.isPresent() && !reference.equals(other.reference);
    if (place.reportId().equals(other.place.reportId())
        || status != other.status
        || twoReferences) {
      return false;
    }
    if (providerPayoutId.isPresent() && other.providerPayoutId.isPresent()) {
      return providerPayoutId.equals(other.providerPayoutId) && amount.equals(other.amount);
    }
    boolean sameTime = settledAt.isPresent() && settledAt.equals(other.settledAt);
    return status == ProviderStatus.PROCESSING || (sameTime && amount.equals(other.amount));
  }
}
