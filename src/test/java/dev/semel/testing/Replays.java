// What a replay must have in common with the first answer, and what it must not.
package dev.semel.testing;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares a replay with the answer that it repeats, header by header and byte by byte. */
public final class Replays {

  /** What belongs to the exchange and not to the answer; no cache may keep a secret. */
  private static final Set<String> FRESH =
      Set.of(
          "date",
          "request-id",
          "idempotent-replayed",
          "ratelimit",
          "ratelimit-policy",
          "cache-control",
          "connection",
          "content-length",
          "transfer-encoding");

  private Replays() {}

  /** Fails unless the second answer is the first again, and says that it is. */
  public static void assertReplay(ApiClient.Answer first, ApiClient.Answer again) {
    assertSameHead(first, again);
    if (!Arrays.equals(first.body(), again.body())) {
      throw new AssertionError("answered " + first.text() + " and then " + again.text());
    }
  }

  /** The same but for the body, for the operation that shows a secret once. */
  public static void assertSameHead(ApiClient.Answer first, ApiClient.Answer again) {
    boolean marked =
        first.header("Idempotent-Replayed").isEmpty()
            && again.header("Idempotent-Replayed").filter("true"::equals).isPresent();
    if (first.status() != again.status() || !kept(first).equals(kept(again)) || !marked) {
      throw new AssertionError(
          "answered %d %s %s and then %d %s %s"
              .formatted(
                  first.status(),
                  first.headers(),
                  first.text(),
                  again.status(),
                  again.headers(),
                  again.text()));
    }
    if (first.header("Request-Id").equals(again.header("Request-Id"))) {
      throw new AssertionError("the replay has the Request-Id of the first: " + first.headers());
    }
  }

  private static Map<String, List<String>> kept(ApiClient.Answer answer) {
    return answer.headers().entrySet().stream()
        .filter(header -> !FRESH.contains(header.getKey().toLowerCase(Locale.ROOT)))
        .collect(
            Collectors.toMap(
                header -> header.getKey().toLowerCase(Locale.ROOT),
                Map.Entry::getValue,
                (left, _) -> left,
                TreeMap::new));
  }
}
