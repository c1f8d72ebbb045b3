// The rules of the address that events may be delivered to.
package dev.semel.notification;

import dev.semel.json.BodyReader;
import dev.semel.problem.FieldErrorCode;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rules of the address that events may be delivered to, as far as its text tells. What a name
 * stands for is not asked here: {@link ReceiverAddresses} does, at registration and anew at each
 * delivery.
 */
final class EndpointUrl {
  private static final int LONGEST = 2048;
  private static final int MOST_PORTS = 65_535;
  private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7e]*");
  private static final Pattern INSIDE =
      Pattern.compile("localhost|.*\\.(localhost|local|internal)|[^.]*");
  private static final String WANTED =
      "Send an absolute URL with a host, such as https://example.com/semel, without a user, a password or a fragment.";
  private static final String NOT_PUBLIC =
      "Send a URL on the public internet. This host is on a private network, on this machine or reserved.";

  /** A fault of an address. */
  record Fault(FieldErrorCode code, String detail) {}

  private EndpointUrl() {}

  /** Adds the fault of a member, where it has been read without one. */
  static void check(BodyReader body, String name, Optional<String> url, boolean allowPrivate) {
    url.flatMap(text -> fault(text, allowPrivate))
        .ifPresent(fault -> body.error(name, fault.code(), fault.detail()));
  }

  /**
   * What is wrong with an address, or empty when it may be kept.
   *
   * @param allowPrivate whether it may be on a private network or this machine, and without TLS
   */
  static Optional<Fault> fault(String url, boolean allowPrivate) {
    if (url.length() > LONGEST) {
      return Optional.of(
          new Fault(FieldErrorCode.TOO_LONG, "Send " + LONGEST + " characters at most."));
    }
    if (!PRINTABLE.matcher(url).matches()) {
      return Optional.of(
          new Fault(
              FieldErrorCode.FORMAT,
              "Send visible ASCII characters: write a name in its xn-- form, and other characters with %."));
    }
    try {
      return fault(new URI(url), allowPrivate);
    } catch (URISyntaxException e) {
      return Optional.of(new Fault(FieldErrorCode.FORMAT, WANTED));
    }
  }

  private static Optional<Fault> fault(URI uri, boolean allowPrivate) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && !(allowPrivate && scheme.equals("http"))) {
      return Optional.of(
          new Fault(FieldErrorCode.NOT_ALLOWED, "Send a URL that begins with https://."));
    }
    if (uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getRawFragment() != null
        || uri.getPort() == 0
        || uri.getPort() > MOST_PORTS) {
      return Optional.of(new Fault(FieldErrorCode.FORMAT, WANTED));
    }
    return hostFault(uri.getHost().toLowerCase(Locale.ROOT), allowPrivate);
  }

  private static Optional<Fault> hostFault(String host, boolean allowPrivate) {
    Optional<InetAddress> address = literal(host);
    if (address.isPresent() && !isPlain(host, address.get())) {
      return Optional.of(
          new Fault(
              FieldErrorCode.FORMAT,
              "Write an IPv4 address as four decimal numbers without leading zeros."));
    }
    boolean inside =
        address
            .map(known -> !PublicAddress.isPublic(known))
            .orElseGet(
                () -> host.startsWith("[") || INSIDE.matcher(withoutTrailingDot(host)).matches());
    return inside && !allowPrivate
        ? Optional.of(new Fault(FieldErrorCode.NOT_ALLOWED, NOT_PUBLIC))
        : Optional.empty();
  }

  /** The host of an address that has no fault, in lower case. */
  static String host(URI uri) {
    return withoutTrailingDot(uri.getHost().toLowerCase(Locale.ROOT));
  }

  /** The address that a host names by numbers, in whatever notation, or empty. */
  static Optional<InetAddress> literal(String host) {
    try {
      return Optional.of(
          host.startsWith("[")
              ? InetAddress.ofLiteral(host.substring(1, host.length() - 1))
              : Inet4Address.ofPosixLiteral(host));
    } catch (IllegalArgumentException noLiteral) {
      return Optional.empty();
    }
  }

  /**
   * Whether everybody reads the same address: octal, hexadecimal and shortened forms of IPv4 are
   * other addresses to some clients. An IPv4 address inside an IPv6 one is no plain one either.
   */
  private static boolean isPlain(String host, InetAddress address) {
    return address instanceof Inet4Address
        ? host.equals(address.getHostAddress())
        : host.startsWith("[");
  }

  private static String withoutTrailingDot(String host) {
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }
}
