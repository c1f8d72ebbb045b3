// Has all messages of a span that failed processed again.
package dev.semel.webhook;

import dev.semel.db.Tx;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Has all messages of a span that failed processed again, once a person has mended what stood in
 * their way. Here it is only written down; the workers put the messages back, some at a time, and
 * how far they are can be read.
 */
@Singleton
final class ReapplyWebhooks {
  static final int MOST_MESSAGES = 100_000;

  private final ReapplicationStore reapplications;
  private final AuditStore audit;

  ReapplyWebhooks(ReapplicationStore reapplications, AuditStore audit) {
    this.reapplications = reapplications;
    this.audit = audit;
  }

  /**
   * Writes down what is to be done, in the open transaction.
   *
   * @throws ProblemException {@code validation-failed} when the span holds too many messages
   */
  Reapplication begin(Caller caller, ReapplicationStore.Span span, String reason) {
    ReapplicationStore.Failed failed =
        reapplications.failed(caller.tenantId(), caller.operator(), span, MOST_MESSAGES + 1);
    if (failed.messages() > MOST_MESSAGES) {
      throw ProblemException.invalid(
          List.of(
              FieldError.ofParameter(
                  "to",
                  FieldErrorCode.OUT_OF_RANGE,
                  "More than "
                      + MOST_MESSAGES
                      + " messages of this span failed. Send a shorter one, and then the next.")));
    }
    String id = reapplications.insert(caller, span, failed, reason);
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook.reapply_span", id, reason));
    return find(caller, id);
  }

  /** A re-application that the caller's tenant asked for, with how far it is. */
  Reapplication read(Caller caller, String id) {
    return Tx.call(() -> find(caller, id));
  }

  /** A page of them, newest first. */
  List<Reapplication> page(Caller caller, Optional<String> olderThan, int limit) {
    return Tx.call(() -> reapplications.page(caller.tenantId(), olderThan, limit));
  }

  private Reapplication find(Caller caller, String id) {
    return reapplications
        .find(caller.tenantId(), id)
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemType.NOT_FOUND,
                    "There is no re-application with this id. Check the id, and whose credential you use."));
  }
}
