// An address in a partner's answer, and whether we may ask there.
package dev.semel.provider.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Judges addresses that stand in a partner's answers. Our credentials go with the question, so that
 * it is asked only where the partner is known to be: at the scheme, host and port of its base URL,
 * or at a host that its file lists, under the same scheme.
 */
final class PartnerLink {
  private static final int LONGEST = 2000;

  private PartnerLink() {}

  /**
   * The address as one that may be asked; empty where it may not.
   *
   * @param base where the partner answers
   * @param hosts the hosts that the file lists, in small letters, with a port where it is not the
   *     usual one
   * @param address as it stands in the answer; one without a host is at the partner's own
   */
  static Optional<URI> mayBeAsked(URI base, Set<String> hosts, String address) {
    if (address.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      URI link = base.resolve(new URI(address));
      boolean bare = link.getRawUserInfo() == null && link.getRawFragment() == null;
      boolean sameScheme = base.getScheme().equalsIgnoreCase(link.getScheme());
      return bare && sameScheme && link.getHost() != null && isThere(base, hosts, link)
          ? Optional.of(link)
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static boolean isThere(URI base, Set<String> hosts, URI link) {
    String place = placeOf(link);
    return place.equals(placeOf(base))
        || hosts.stream().anyMatch(h -> place.equals(whole(h, link)));
  }

  private static String placeOf(URI address) {
    int port = address.getPort() >= 0 ? address.getPort() : usualPort(address);
    return address.getHost().toLowerCase(Locale.ROOT) + ":" + port;
  }

  private static String whole(String listed, URI link) {
    return listed.contains(":") ? listed : listed + ":" + usualPort(link);
  }

  private static int usualPort(URI address) {
    return "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
  }
}
