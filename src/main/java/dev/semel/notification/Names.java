// What the names of receivers stand for.
package dev.semel.notification;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/** What the names of receivers stand for. */
interface Names {
  /** What a name is resolved for. */
  enum Occasion {
    /** Something is to be sent. */
    DELIVERY,
    /** Somebody registers a receiver, and waits. */
    REGISTRATION
  }

  /** Whose receiver it is, and what for: no tenant's names may keep others from their turn. */
  record Asker(Occasion occasion, String tenantId) {}

  /**
   * The addresses that a name stands for now.
   *
   * @throws UnresolvedException when it stands for none, or nobody says so in time
   * @throws NoTurnException when nobody was asked
   */
  List<InetAddress> addresses(Asker asker, String host, Duration longest)
      throws UnresolvedException, NoTurnException;

  /** A name could not be resolved; the message is a sentence for its owner. */
  final class UnresolvedException extends Exception {
    private static final long serialVersionUID = 1;

    UnresolvedException(String message) {
      super(message);
    }
  }

  /**
   * Nobody was asked, since as many names are being resolved as may be: that says nothing of it.
   */
  final class NoTurnException extends Exception {
    private static final long serialVersionUID = 1;

    NoTurnException(String message) {
      super(message);
    }
  }
}
