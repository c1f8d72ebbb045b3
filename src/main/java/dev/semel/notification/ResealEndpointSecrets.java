// Moves the endpoints' secrets to the key that seals now.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.security.SecretSeal;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Moves the secrets of webhook endpoints to the key that seals now, so that the keys before it can
 * be taken away. Several nodes may do it at once: each takes other rows.
 */
@Singleton
public final class ResealEndpointSecrets {
  private static final Logger LOG = Logger.getLogger(ResealEndpointSecrets.class);
  private static final int BATCH = 100;

  private final EndpointStore endpoints;
  private final SecretSeal seal;

  ResealEndpointSecrets(EndpointStore endpoints, SecretSeal seal) {
    this.endpoints = endpoints;
    this.seal = seal;
  }

  /** Moves all that other keys have sealed, and returns of how many endpoints that was. */
  public int reseal() {
    int moved = 0;
    List<String> faults = new ArrayList<>();
    Optional<String> after = Optional.of("");
    while (after.isPresent()) {
      String from = after.get();
      Batch batch = Tx.call(() -> batch(from));
      moved += batch.moved();
      faults.addAll(batch.faults());
      after = batch.last();
    }
    tell(moved, faults);
    return moved;
  }

  private void tell(int moved, List<String> faults) {
    if (moved > 0) {
      LOG.infof(
          "The secrets of %d webhook endpoints are sealed with the key %s now",
          moved, seal.firstKeyId());
    }
    if (!faults.isEmpty()) {
      LOG.errorf(
          "The secrets of %d webhook endpoints can't be opened. %s",
          faults.size(), faults.getFirst());
    }
  }

  /**
   * What became of some endpoints.
   *
   * @param faults why some of them stay as they are
   * @param last the last of them; empty when there was none
   */
  private record Batch(int moved, List<String> faults, Optional<String> last) {}

  private Batch batch(String after) {
    List<EndpointStore.SealedSecrets> found =
        endpoints.lockSealedByOthers(seal.firstKeyId(), after, BATCH);
    List<String> faults = found.stream().flatMap(secrets -> move(secrets).stream()).toList();
    return new Batch(
        found.size() - faults.size(),
        faults,
        found.isEmpty() ? Optional.empty() : Optional.of(found.getLast().id()));
  }

  /** One that can't be opened stays as it is, as the key may come back; the answer says why. */
  private Optional<String> move(EndpointStore.SealedSecrets secrets) {
    try {
      SecretSeal.Place place = SigningKey.placeOf(secrets.id());
      endpoints.keepResealed(
          new EndpointStore.SealedSecrets(
              secrets.id(),
              seal.seal(place, seal.open(place, secrets.secret())),
              secrets.previous().map(old -> seal.seal(place, seal.open(place, old)))));
      return Optional.empty();
    } catch (SecretSeal.UnreadableException unreadable) {
      return Optional.of(String.valueOf(unreadable.getMessage()));
    }
  }
}
