// The requests of a run that carried a key, so that they are repeated, and their first answers.
package dev.semel.testing.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Requests that may be repeated. Safe to share. */
final class UsedKeys {

  private static final int MOST = 400;
  private static final int KEPT = 300;

  private final List<FuzzRequest> requests = new ArrayList<>();
  private final Map<String, RawClient.Answer> first = new ConcurrentHashMap<>();

  /** A request is about to be sent. */
  synchronized void note(FuzzRequest request) {
    if (isRepeatable(request) && !requests.contains(request)) {
      requests.add(request);
      if (requests.size() > MOST) {
        requests.subList(0, MOST - KEPT).clear();
      }
    }
  }

  /** It was done, and this is what was said. */
  void done(FuzzRequest request, RawClient.Answer answer) {
    if (isRepeatable(request)) {
      first.putIfAbsent(identity(request), answer);
    }
  }

  /** What was said when this very request was done before. */
  Optional<RawClient.Answer> firstAnswer(FuzzRequest request) {
    return isRepeatable(request)
        ? Optional.ofNullable(first.get(identity(request)))
        : Optional.empty();
  }

  /** One that was sent before. */
  synchronized Optional<FuzzRequest> any(Dice dice) {
    return requests.isEmpty() ? Optional.empty() : Optional.of(dice.pick(requests));
  }

  /** A key that this credential has used for this operation. */
  synchronized Optional<String> key(String credential, String operation, Dice dice) {
    List<String> keys =
        requests.stream()
            .filter(
                one ->
                    one.key() != null
                        && one.key().id().equals(credential)
                        && one.operation().id().equals(operation))
            .flatMap(one -> one.header("Idempotency-Key").stream())
            .toList();
    return keys.isEmpty() ? Optional.empty() : Optional.of(dice.pick(keys));
  }

  private static boolean isRepeatable(FuzzRequest request) {
    return request.access() == FuzzRequest.Access.GRANTED
        && request.headers().stream()
                .filter(header -> header.name().equals("Idempotency-Key"))
                .count()
            == 1;
  }

  private static String identity(FuzzRequest request) {
    return request.key()
        + request.method()
        + request.target()
        + request.header("Idempotency-Key")
        + request.header("Content-Type")
        + request.header("Accept")
        + Arrays.hashCode(request.body());
  }
}
