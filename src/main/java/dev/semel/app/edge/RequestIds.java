// What a request's id may look like.
package dev.semel.app.edge;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Takes a request's own id when it can be taken, and makes one otherwise. */
final class RequestIds {

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  private final RandomGenerator random;

  /**
   * @param random where made ids come from; they need to be different, not secret
   */
  RequestIds(RandomGenerator random) {
    this.random = random;
  }

  /**
   * The id of a request.
   *
   * @param sent the values of its Request-Id headers
   */
  String idOf(List<String> sent) {
    return sent.size() == 1 && FORM.matcher(sent.getFirst()).matches() ? sent.getFirst() : make();
  }

  private String make() {
    return "req-%016x%016x".formatted(random.nextLong(), random.nextLong());
  }
}
