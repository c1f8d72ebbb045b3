// A line of a report that is compared.
package dev.semel.reconciliation;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.WireNames;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * A line of a report that is compared.
 *
 * @param reportId the report
 * @param line its number there
 * @param reference our reference, where it carries one
 * @param providerPayoutId the provider's id, where it carries one
 * @param amount the amount, without needless zeros
 * @param currency the ISO 4217 code
 * @param returned how much came back, where the line tells that apart from the amount
 * @param status the status in our words
 * @param word the provider's own word
 * @param movedAt when the money moved by the provider's word, else the end of the report's day
 * @param receivedAt when we got the report
 */
record Theirs(
    String reportId,
    int line,
    Optional<String> reference,
    Optional<String> providerPayoutId,
    BigDecimal amount,
    String currency,
    Optional<Money> returned,
    ProviderStatus status,
    String word,
    Instant movedAt,
    Instant receivedAt) {
  /** Their amount with its currency, as a case shows it. */
  String money() {
    return amount.toPlainString() + " " + currency;
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
}
