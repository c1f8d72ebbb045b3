package dev.semel.provider;

import java.util.List;

/**
 * What was read in a message.
 *
 * @param notices the events that are as the provider's file promises
 * @param faults a sentence about each event that is not; it says which, and quotes no account
 *     number
 * @param test whether it is a test message of the provider's, as its body says: nothing in it is
 *     applied
 */
public record MessageReading(List<ProviderNotice> notices, List<String> faults, boolean test) {
  public MessageReading {
    notices = List.copyOf(notices);
    faults = List.copyOf(faults);
  }

  /** What was read in a message that is no test. */
  public MessageReading(List<ProviderNotice> notices, List<String> faults) {
    this(notices, faults, false);
  }

  /** A test message. */
  public static MessageReading ofTest() {
    return new MessageReading(List.of(), List.of(), true);
  }
}
