// How one attempt to deliver ended.
package dev.semel.notification;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one attempt to deliver ended. */
sealed interface Reply {
  /** It was an attempt, whatever came of it. */
  sealed interface Tried extends Reply {}

  /** Nothing was tried, for a reason that says nothing of the receiver. */
  record NoTurn() implements Reply {}

  /**
   * The receiver answered. Its status counts as soon as it is there; what comes after that is for
   * people who look for a fault.
   *
   * @param address who answered
   * @param headers its headers, names in lower case
   * @param body the beginning of its body
   * @param truncated whether there was more, or its end did not come in time
   */
  record Answered(
      String address, int status, Map<String, List<String>> headers, byte[] body, boolean truncated)
      implements Tried {}

  /** The name stands for an address that nothing may be sent to: no connection was tried. */
  record AddressRefused(String reason) implements Tried {}

  /** No connection came about: the receiver has nothing. */
  record NotConnected(Optional<String> address, String reason) implements Tried {}

  /** It was sent, perhaps not whole, and no answer came: the receiver may have it. */
  record NoAnswer(Optional<String> address, String reason) implements Tried {}

  /** Nothing was sent, as no key of the endpoint's can be opened. */
  record NotSigned(String reason) implements Tried {}

  /** This node was told to stop meanwhile: the receiver may have it. */
  record Interrupted() implements Tried {}
}
