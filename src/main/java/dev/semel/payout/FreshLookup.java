// Asks a provider about a payout, because a person is about to decide.
package dev.semel.payout;

import dev.semel.domain.PresentAttempt;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.SafeWish;
import java.time.Instant;
import java.util.Optional;

/**
 * Asks a provider about a payout, because a person is about to decide. What it says is applied to
 * the payout like every other answer, but nothing is sent again for it.
 */
public interface FreshLookup {
  /**
   * Asks about a tenant's payout, where there is something to ask. No transaction may be open.
   *
   * @return what the provider said; the payout may stand elsewhere now
   */
  Answer ask(String tenantId, String payoutId);

  /** Where nobody was asked, because nothing is decided. */
  Answer NOT_ASKED =
      new Answer(
          SafeWish.Lookup.NOT_ASKED,
          Optional.empty(),
          Instant.EPOCH,
          "nobody was asked",
          Optional.empty(),
          SafeWish.Lookup.NOT_ASKED);

  /**
   * What asking brought.
   *
   * @param lookup what the provider said
   * @param status the status that it gave, where it has the payout
   * @param at when the question began, by the database's clock
   * @param detail the answer in a clause, for people
   * @param busyUntil until when somebody else is asking, where that stood in the way
   * @param other what the provider said of the other attempts of which it had spoken: {@code FOUND}
   *     where it has or had one of them, {@code UNCLEAR} where it gave no usable answer about one,
   *     {@code NOT_ASKED} where there is none
   */
  record Answer(
      SafeWish.Lookup lookup,
      Optional<ProviderStatus> status,
      Instant at,
      String detail,
      Optional<Instant> busyUntil,
      SafeWish.Lookup other) {
    /** What is known by this of the attempt that was asked about. */
    PresentAttempt presentAttempt() {
      boolean over =
          status
              .filter(said -> said == ProviderStatus.FAILED || said == ProviderStatus.CANCELLED)
              .isPresent();
      if (lookup == SafeWish.Lookup.FOUND && over) {
        return PresentAttempt.OVER;
      }
      return lookup == SafeWish.Lookup.ABSENT ? PresentAttempt.ABSENT : PresentAttempt.MAY_BE_ALIVE;
    }

    /** The same where there is no other attempt. */
    public Answer(
        SafeWish.Lookup lookup,
        Optional<ProviderStatus> status,
        Instant at,
        String detail,
        Optional<Instant> busyUntil) {
      this(lookup, status, at, detail, busyUntil, SafeWish.Lookup.NOT_ASKED);
    }
  }
}
