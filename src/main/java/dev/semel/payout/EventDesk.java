// Where clients are told what became of their payouts.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.EventType;
import java.time.Instant;
import java.util.List;

/** Where clients are told what became of their payouts, inside the transaction in which it did. */
public interface EventDesk {
  /** Keeps events for the tenants' clients, in their order; they can be read after the commit. */
  void tell(List<NewEvent> events);

  /**
   * An event.
   *
   * @param id the id of the entry of the payout's history that it tells of
   * @param tenantId whose payout it is
   * @param payoutId the payout
   * @param type what happened
   * @param occurredAt when it happened, as in the history
   * @param payout the payout as it is from then on, in the words of the contract, account numbers
   *     masked
   */
  record NewEvent(
      String id,
      String tenantId,
      String payoutId,
      EventType type,
      Instant occurredAt,
      JsonNode payout) {}
}
