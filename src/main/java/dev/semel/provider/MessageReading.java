package dev.semel.provider;

import java.util.List;

/**
 * What was read in a message.
 *
 * @param notices the events that are as the provider's file promises
 * @param faults a sentence about each event that is not; it says which, and quotes no account
 *     number
 */
public record MessageReading(List<ProviderNotice> notices, List<String> faults) {
  public MessageReading {
    notices = List.copyOf(notices);
    faults = List.copyOf(faults);
  }
}
