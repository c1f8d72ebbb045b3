// Waits for what has to come, and says what is there instead when it does not.
package dev.semel.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Waits for conditions, with a bound. */
public final class Wait {

  private static final Duration PAUSE = Duration.ofMillis(20);

  private Wait() {}

  /**
   * Asks until the answer is right, and returns it.
   *
   * @throws AssertionError with the last answer when it is not within the time
   */
  public static <T> T until(
      String what, Duration patience, Callable<T> ask, Predicate<? super T> right)
      throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      T answer = ask.call();
      if (right.test(answer)) {
        return answer;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(what + " did not happen within " + patience + ": " + answer);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
