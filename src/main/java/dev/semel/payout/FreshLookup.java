// Asks a provider about a payout, because a person is about to decide.
package dev.semel.payout;

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
   * @param other what the provider said of another attempt of which it had spoken: {@code FOUND}
   *     where it has or had that one, {@code NOT_ASKED} where there is none
   */
  record Answer(
      SafeWish.Lookup lookup,
      Optional<ProviderStatus> status,
      Instant at,
      String detail,
      Optional<Instant> busyUntil,
      SafeWish.Lookup other) {
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
