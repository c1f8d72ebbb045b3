// One row of the table payout, while a transaction works on it.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.Fault;
import dev.semel.domain.HoldReason;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutSnapshot;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderTerms;
import java.time.Instant;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table {@code payout}. What was asked never changes; what became of it is changed
 * by {@link PayoutTransitions} alone, under the row's lock, and is written back as a whole.
 */
public final class PayoutRecord {
  private final Asked asked;

  PayoutState state;
  int version;
  boolean funded;
  int attempt = 1;
  String clientReference;
  String providerKey;
  @Nullable String providerPayoutId;
  @Nullable Long providerSequence;
  @Nullable Instant providerTime;
  @Nullable Money returned;
  @Nullable String failureCode;
  @Nullable Fault failureFault;
  @Nullable String failureMessage;
  @Nullable HoldReason holdReason;
  @Nullable String holdMessage;
  @Nullable Instant dueAt;
  long leaseEpoch;
  @Nullable String leaseOwner;
  @Nullable Instant leaseUntil;
  int tries;
  int lookups;
  int statusChecks;
  int silentChecks;
  boolean everSubmitted;
  boolean everUnknown;
  boolean termsDiffer;
  boolean saidDuplicate;
  boolean throttled;
  NavigableSet<Integer> aliveAttempts = new TreeSet<>();
  @Nullable Instant absentSince;
  @Nullable Instant unknownSince;
  @Nullable Instant sentAt;
  @Nullable Instant paidAt;
  @Nullable Instant closedAt;
  @Nullable String settledBy;
  @Nullable JsonNode correctedBeneficiary;
  Instant updatedAt;

  /**
   * What was asked for.
   *
   * @param id the payout's id
   * @param tenantId whose it is
   * @param createdBy the credential that asked for it
   * @param reference the client's own reference
   * @param money what is to be paid
   * @param provider who is to pay it
   * @param beneficiary who gets it and how
   * @param sender who sends it, or an empty object
   * @param purpose what for
   * @param metadata the client's own pairs
   * @param fundingAsked {@code cleared} or {@code pending}, as asked
   * @param submitAfter when it may be sent at the earliest
   * @param submitBefore past when nothing of it may be sent
   * @param batchId the batch that it was accepted with, or null
   * @param createdAt when it was accepted
   */
  public record Asked(
      String id,
      String tenantId,
      String createdBy,
      String reference,
      Money money,
      String provider,
      JsonNode beneficiary,
      JsonNode sender,
      @Nullable String purpose,
      JsonNode metadata,
      String fundingAsked,
      @Nullable Instant submitAfter,
      @Nullable Instant submitBefore,
      @Nullable String batchId,
      Instant createdAt) {}

  PayoutRecord(Asked asked, PayoutState state, String clientReference, String providerKey) {
    this.asked = asked;
    this.state = state;
    this.version = 1;
    this.clientReference = clientReference;
    this.providerKey = providerKey;
    this.updatedAt = asked.createdAt();
  }

  /** What was asked for. */
  public Asked asked() {
    return asked;
  }

  public String id() {
    return asked.id();
  }

  public PayoutState state() {
    return state;
  }

  /** The number of the latest entry of the history. */
  public int version() {
    return version;
  }

  public int attempt() {
    return attempt;
  }

  /** Our reference of the present attempt, as the provider knows it. */
  public String clientReference() {
    return clientReference;
  }

  /** The provider idempotency key of the present attempt. */
  public String providerKey() {
    return providerKey;
  }

  /** Who gets the money of the present attempt: as was asked, or as two people corrected it. */
  public JsonNode beneficiary() {
    return correctedBeneficiary == null ? asked.beneficiary() : correctedBeneficiary;
  }

  public Optional<String> providerPayoutId() {
    return Optional.ofNullable(providerPayoutId);
  }

  /** The number of the latest claim. */
  public long leaseEpoch() {
    return leaseEpoch;
  }

  /** When the lease of the latest claim ends, while there is one. */
  public Optional<Instant> leaseUntil() {
    return Optional.ofNullable(leaseUntil);
  }

  /** How often the present attempt was tried. */
  public int tries() {
    return tries;
  }

  /** How many lookups were made since the outcome became unknown. */
  public int lookups() {
    return lookups;
  }

  public int statusChecks() {
    return statusChecks;
  }

  /** How many status checks in a row told nothing. */
  public int silentChecks() {
    return silentChecks;
  }

  /** Whether a worker ever claimed it in order to send it. */
  public boolean everSubmitted() {
    return everSubmitted;
  }

  /** Whether any request of it ever had an unknown outcome. */
  public boolean everUnknown() {
    return everUnknown;
  }

  /**
   * Whether the provider once said that it has our reference. That it does not show it is then no
   * proof of absence.
   */
  public boolean saidDuplicate() {
    return saidDuplicate;
  }

  /**
   * Whether its provider only asked for patience, without a promise that it did nothing: the same
   * request may be sent again in order to ask.
   */
  public boolean throttled() {
    return throttled;
  }

  /**
   * The numbers of other attempts of which the provider says that it has or had them, or of which a
   * request may have been written when people took the payout to be another one, while nobody has
   * settled what they are: nothing is sent meanwhile.
   */
  public NavigableSet<Integer> aliveAttempts() {
    return Collections.unmodifiableNavigableSet(aliveAttempts);
  }

  /** When the lookup started whose absent answer, the latest one, counted. */
  public Optional<Instant> absentSince() {
    return Optional.ofNullable(absentSince);
  }

  public Optional<Instant> unknownSince() {
    return Optional.ofNullable(unknownSince);
  }

  /** What the rules need to know of it. */
  PayoutSnapshot snapshot(ProviderTerms terms) {
    return new PayoutSnapshot(
        asked.id(),
        state,
        asked.money(),
        funded,
        everSubmitted,
        everUnknown,
        leaseEpoch,
        Optional.ofNullable(providerPayoutId),
        new ProviderPosition(
            Optional.ofNullable(providerSequence), Optional.ofNullable(providerTime)),
        Optional.ofNullable(holdReason),
        termsDiffer,
        terms,
        settledBy != null,
        !aliveAttempts.isEmpty());
  }
}
