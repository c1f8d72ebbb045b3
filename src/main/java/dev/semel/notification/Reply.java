// How one attempt to deliver ended.
package dev.semel.notification;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one attempt to deliver ended. */
sealed interface Reply {
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
      implements Reply {}

  /** The name stands for an address that nothing may be sent to: no connection was tried. */
  record AddressRefused(String reason) implements Reply {}

  /** No connection came about: the receiver has nothing. */
  record NotConnected(Optional<String> address, String reason) implements Reply {}

  /** It was sent, perhaps not whole, and no answer came: the receiver may have it. */
  record NoAnswer(Optional<String> address, String reason) implements Reply {}

  /** Nothing was sent, as no key of the endpoint's can be opened. */
  record NotSigned(String reason) implements Reply {}

  /** This node was told to stop meanwhile: the receiver may have it. */
  record Interrupted() implements Reply {}
}
