// Names that a test knows, and nobody else.
package dev.semel.notification;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names that a test knows. One that it gives several answers stands for another thing each time it
 * is asked for, and for the last one from then on.
 */
final class PaperNames implements Names {
  private final Map<String, List<List<InetAddress>>> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new ArrayList<>();

  /** What a name stands for, the next time that it is asked for. */
  PaperNames tell(String host, String... addresses) {
    answers
        .computeIfAbsent(host, _ -> new ArrayList<>())
        .add(Arrays.stream(addresses).map(InetAddress::ofLiteral).toList());
    return this;
  }

  /** The names that were asked for, in order. */
  synchronized List<String> asked() {
    return List.copyOf(asked);
  }

  @Override
  public synchronized List<InetAddress> addresses(Asker asker, String host, Duration longest)
      throws UnresolvedException {
    asked.add(host);
    List<List<InetAddress>> left = answers.get(host);
    if (left == null) {
      throw new UnresolvedException("The name was not found.");
    }
    return left.size() > 1 ? left.removeFirst() : left.getFirst();
  }
}
