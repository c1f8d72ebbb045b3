// Reads replays.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Reads a tenant's replays and how far they have come. */
@Singleton
class ReadReplays {
  private final ReplayStore replays;

  ReadReplays(ReplayStore replays) {
    this.replays = replays;
  }

  /** One replay. */
  Replay replay(String tenantId, String id) {
    return Tx.call(() -> replays.find(tenantId, id))
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemType.NOT_FOUND,
                    "There is no replay with this id, or none any more. Check the id, and whose credential you use."));
  }

  /** A page of replays, newest first. */
  List<Replay> page(
      String tenantId, Optional<String> endpointId, Optional<String> olderThan, int limit) {
    return Tx.call(() -> replays.page(tenantId, endpointId, olderThan, limit));
  }
}
