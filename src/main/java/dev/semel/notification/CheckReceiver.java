// Checks at registration what a receiver's name stands for.
package dev.semel.notification;

import dev.semel.notification.ReceiverAddresses.Found;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Checks at registration what a receiver's name stands for, so that its owner hears at once of one
 * that nothing will be sent to. A name that can't be resolved now, or whose turn it is not, may be
 * made later, and is taken; every delivery checks anew.
 */
@Singleton
class CheckReceiver {
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private final ReceiverAddresses addresses;

  CheckReceiver(ReceiverAddresses addresses) {
    this.addresses = addresses;
  }

  /**
   * Checks a URL whose text has no fault.
   *
   * @throws ProblemException {@code validation-failed} when nothing would be sent to it
   */
  void check(String tenantId, String url) {
    Names.Asker asker = new Names.Asker(Names.Occasion.REGISTRATION, tenantId);
    if (addresses.of(asker, URI.create(url), LONGEST) instanceof Found.Refused) {
      throw ProblemException.invalid(
          List.of(
              FieldError.at(
                  "/url",
                  FieldErrorCode.NOT_ALLOWED,
                  "Send a URL on the public internet. This host stands for an address on a private network, on this machine or reserved.")));
    }
  }
}
