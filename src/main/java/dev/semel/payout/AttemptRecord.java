// One row of the table attempt.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.Promises;
import dev.semel.domain.ProviderTerms;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table {@code attempt}: a logical submission, its identity stored before its first
 * request.
 *
 * @param number its number
 * @param reference our reference, as the provider knows it
 * @param key the provider idempotency key
 * @param beneficiary who gets its money, where people corrected that; else null
 * @param firstPossibleSend the earliest moment at which a request of it may have been written
 * @param lastPossibleSend the latest such moment
 * @param promises what the provider promised when it was sent; empty where it never was, or before
 *     that was kept
 * @param now the database's time at which the transaction began that read it
 */
public record AttemptRecord(
    int number,
    String reference,
    String key,
    @Nullable JsonNode beneficiary,
    Optional<Instant> firstPossibleSend,
    Optional<Instant> lastPossibleSend,
    Optional<Promises> promises,
    Instant now) {
  /** Whether it was sent otherwise than a provider's present terms would have it sent and asked. */
  public boolean wasSentOtherwise(ProviderTerms terms) {
    return promises.filter(then -> !then.fingerprint().equals(terms.fingerprint())).isPresent();
  }
}
