package dev.semel.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import java.util.Optional;

/**
 * One event of a provider's message.
 *
 * @param eventId the provider's id of the event, or one built from its reference, the new status
 *     and the event's time
 * @param type the provider's own name of the kind of event
 * @param reference our reference, where it carries one
 * @param statement what it says of the payout
 * @param statusListed false when the provider's file does not list the status word: it counts as
 *     processing, with an alert
 * @param position where it stands among the provider's statements
 * @param payload the event as it came
 */
public record ProviderNotice(
    String eventId,
    Optional<String> type,
    Optional<String> reference,
    ProviderStatement statement,
    boolean statusListed,
    ProviderPosition position,
    JsonNode payload) {

  /** The same under another id of the event. */
  public ProviderNotice under(String otherEventId) {
    return new ProviderNotice(
        otherEventId, type, reference, statement, statusListed, position, payload);
  }
}
