// What the names of receivers stand for.
package dev.semel.notification;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/** What the names of receivers stand for. */
interface Names {
  /**
   * The addresses that a name stands for now.
   *
   * @throws UnresolvedException when it stands for none, or nobody says so in time
   */
  List<InetAddress> addresses(String host, Duration longest) throws UnresolvedException;

  /** A name could not be resolved; the message is a sentence for its owner. */
  final class UnresolvedException extends Exception {
    private static final long serialVersionUID = 1;

    UnresolvedException(String message) {
      super(message);
    }
  }
}
