// Which addresses a message may be sent to.
package dev.semel.notification;

import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which addresses a message may be sent to. A name is resolved once, and what it stands for is
 * checked address by address: one that is not allowed refuses all, since whoever controls the name
 * would else only have to wait until another is taken. Who sends connects to one of these and asks
 * no name server again.
 */
@Singleton
final class ReceiverAddresses {
  private static final Duration FOR_A_NAME = Duration.ofSeconds(5);

  /** It names none: the receiver's owner sees it, and must not learn what stands in private. */
  private static final String NOT_PUBLIC =
      "The host stands for an address that is not on the public internet; nothing was sent.";

  private final Names names;
  private final boolean allowPrivate;

  ReceiverAddresses(Names names, EndpointConfig config) {
    this.names = names;
    this.allowPrivate = config.allowPrivateAddresses();
  }

  /** What was found. */
  sealed interface Found {
    /** These, all of them allowed; at least one. */
    record Allowed(List<InetAddress> addresses) implements Found {}

    /** At least one that is not allowed, or an URL that is none. */
    record Refused(String reason) implements Found {}

    /** The name stands for nothing, or nobody said so in time. */
    record None(String reason) implements Found {}

    /** Nobody was asked what the name stands for: it has to be tried again. */
    record NoTurn() implements Found {}
  }

  /**
   * The addresses of a receiver.
   *
   * @param asker whose receiver it is
   * @param longest how long it may take
   */
  Found of(Names.Asker asker, URI url, Duration longest) {
    Optional<EndpointUrl.Fault> fault = EndpointUrl.fault(url.toString(), allowPrivate);
    if (fault.isPresent()) {
      return new Found.Refused(fault.get().detail());
    }
    String host = EndpointUrl.host(url);
    try {
      Optional<InetAddress> literal = EndpointUrl.literal(host);
      List<InetAddress> all =
          literal.isPresent()
              ? List.of(literal.get())
              : names.addresses(
                  asker, host, longest.compareTo(FOR_A_NAME) < 0 ? longest : FOR_A_NAME);
      return all.stream().allMatch(this::isAllowed)
          ? new Found.Allowed(all)
          : new Found.Refused(NOT_PUBLIC);
    } catch (Names.UnresolvedException e) {
      return new Found.None(String.valueOf(e.getMessage()));
    } catch (Names.NoTurnException e) {
      return new Found.NoTurn();
    }
  }

  private boolean isAllowed(InetAddress address) {
    return allowPrivate ? PublicAddress.isOfOneHost(address) : PublicAddress.isPublic(address);
  }
}
