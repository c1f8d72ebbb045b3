// The worker's part of a re-application: puts some messages back at a time.
package dev.semel.webhook;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Puts back some of the messages that a re-application of a span is about, in the open transaction.
 * How far it is stands in the same transaction, so that after a crash any node goes on where it
 * was; what was put back is not found failed, and is not put back twice.
 */
@Singleton
final class PutBackFailed {
  private static final int AT_ONCE = 50;

  private final ReapplicationStore reapplications;
  private final ReapplyWebhook reapplyWebhook;

  PutBackFailed(ReapplicationStore reapplications, ReapplyWebhook reapplyWebhook) {
    this.reapplications = reapplications;
    this.reapplyWebhook = reapplyWebhook;
  }

  /**
   * Puts back some.
   *
   * @return false when there was nothing to do
   */
  boolean putBack() {
    Optional<Reapplication> claimed = reapplications.claim();
    if (claimed.isEmpty()) {
      return false;
    }
    Reapplication reapplication = claimed.get();
    List<StoredMessage> messages = reapplications.next(reapplication, AT_ONCE);
    int putBack = 0;
    for (StoredMessage message : messages) {
      putBack += reapplyWebhook.putBack(reapplication, message) ? 1 : 0;
    }
    reapplications.advance(
        reapplication.id(),
        messages.size(),
        putBack,
        messages.isEmpty() ? null : messages.getLast().id(),
        messages.size() < AT_ONCE);
    return true;
  }
}
