// Sees that the promises are kept, while the simulation runs.
package dev.semel.app.chaos;

import dev.semel.db.Tx;
import dev.semel.provider.SubmissionRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sees that the promises are kept, while the simulation runs: at every request that is written, and
 * whenever a partner's truth changes.
 */
final class Judge {
  private final World world;
  private final ChaosStore store;
  private final Map<String, Intent> intents = new HashMap<>();
  private final List<Found> found = new ArrayList<>();

  /** What was found, before its story is told. */
  record Found(Violation.Kind kind, String payoutId, String reference, String what) {}

  Judge(World world, ChaosStore store) {
    this.world = world;
    this.store = store;
  }

  void knows(Intent intent) {
    intents.put(intent.reference(), intent);
  }

  List<Found> found() {
    return found;
  }

  void find(Violation.Kind kind, String payoutId, String reference, String what) {
    world.trace().tell(payoutId, "BROKEN: " + kind.words() + ": " + what);
    found.add(new Found(kind, payoutId, reference, what));
  }

  /** A worker hands a request to the network. */
  void written(SubmissionRequest request, SimulatedPartner partner) {
    Instant now = world.timeline().now();
    String id = request.payoutId();
    @Nullable Intent intent = intents.get(request.clientReference());
    if (intent == null) {
      find(Violation.Kind.LOST, id, request.clientReference(), "nobody asked for this payout");
      return;
    }
    if (!intent.fundedAt(now)) {
      find(Violation.Kind.SENT_TOO_EARLY, id, intent.reference(), request.reference());
    }
    if (intent.tooLateAt(now)) {
      find(Violation.Kind.SENT_TOO_LATE, id, intent.reference(), request.reference());
    }
    partner.holdings().stream()
        .filter(
            holding ->
                holding.payoutId().equals(id)
                    && !holding.reference().equals(request.reference())
                    && holding.live())
        .findFirst()
        .ifPresent(
            first ->
                find(
                    Violation.Kind.SECOND_REFERENCE,
                    id,
                    intent.reference(),
                    request.reference() + ", and the partner holds " + first.reference()));
    mayWrite(request, intent);
  }

  /** The claim under which a request is written is the latest, and its lease has not ended. */
  private void mayWrite(SubmissionRequest request, Intent intent) {
    String[] claim = request.correlationId().split("\\.", 2);
    Optional<ChaosStore.Standing> standing =
        Fiber.current().observe(() -> Tx.call(() -> store.standing(request.payoutId())));
    boolean holds =
        standing
            .filter(now -> now.epoch() == Long.parseLong(claim[1]) && !now.leaseEnded())
            .isPresent();
    if (!holds) {
      find(
          Violation.Kind.SENT_WITHOUT_RIGHT,
          request.payoutId(),
          intent.reference(),
          "under claim " + claim[1] + ", when on record was " + standing);
    }
  }

  /** A partner took a payout. */
  void accepted(Holding holding, List<Holding> all) {
    moneyMovesOnce(holding, all);
  }

  /** A partner went on with a payout. */
  void changed(Holding holding, List<Holding> all) {
    moneyMovesOnce(holding, all);
  }

  private void moneyMovesOnce(Holding holding, List<Holding> all) {
    List<String> live =
        all.stream()
            .filter(other -> other.payoutId().equals(holding.payoutId()) && other.live())
            .map(other -> other.id() + " under " + other.reference())
            .toList();
    boolean told =
        found.stream()
            .anyMatch(
                known ->
                    known.kind() == Violation.Kind.PAID_TWICE
                        && known.payoutId().equals(holding.payoutId()));
    if (live.size() > 1 && !told) {
      find(Violation.Kind.PAID_TWICE, holding.payoutId(), "", "the partner holds " + live);
    }
  }
}
