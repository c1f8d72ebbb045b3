// Something that is to be delivered.
package dev.semel.notification;

import dev.semel.notification.WebhookEndpoint.Mode;
import java.util.Optional;

/**
 * Something that is to be delivered.
 *
 * @param messageId the id of the event; of a test, one of its own
 * @param replayId the wish that it is for, where it is a replay
 */
record NewDelivery(
    String id,
    String tenantId,
    String endpointId,
    DeliveryKind kind,
    String messageId,
    Optional<String> replayId,
    Mode mode) {}
