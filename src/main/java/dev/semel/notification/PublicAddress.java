// Tells addresses of the public internet from all others.
package dev.semel.notification;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;

/**
 * Tells addresses of the public internet from all others, by IANA's registries of special-purpose
 * addresses. An address that embeds another (NAT64, 6to4, Teredo) counts as not public, and one
 * whose other half names an IPv4 address (ISATAP) as public as that is.
 */
final class PublicAddress {
  /** IPv4: everything is public but these. */
  private static final List<AddressBlock> SPECIAL_V4 =
      AddressBlock.all(
          "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24"
              + " 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4"
              // The platform address of one cloud, which is public by its number alone.
              + " 168.63.129.16/32");

  /** IPv6: nothing is public but this … */
  private static final List<AddressBlock> GLOBAL_V6 = AddressBlock.all("2000::/3");

  /** … without these. */
  private static final List<AddressBlock> SPECIAL_V6 =
      AddressBlock.all("2001::/23 2001:db8::/32 2002::/16 3fff::/20");

  /**
   * What is nobody's receiver on any network: no address, this network, link-local addresses and
   * with them the metadata of clouds, multicast, broadcast; and the NAT64 prefix for local use, of
   * which nobody here knows where the IPv4 address stands in it.
   */
  private static final List<AddressBlock> NOBODYS =
      AddressBlock.all(
          "0.0.0.0/8 169.254.0.0/16 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32 100.100.100.200/32 192.0.0.192/32"
              + " ::/128 fe80::/10 ff00::/8 fd00:ec2::254/128 64:ff9b:1::/48");

  private PublicAddress() {}

  /** Whether an address is one of the public internet. */
  static boolean isPublic(InetAddress address) {
    if (address instanceof Inet4Address) {
      return isInNone(SPECIAL_V4, address);
    }
    return !isInNone(GLOBAL_V6, address)
        && isInNone(SPECIAL_V6, address)
        && EmbeddedAddresses.in(address).stream().allMatch(PublicAddress::isPublic);
  }

  /**
   * Whether an address may be a host's at all, be it on a private network or this machine: itself,
   * and any IPv4 address inside it.
   */
  static boolean isOfOneHost(InetAddress address) {
    return isInNone(NOBODYS, address)
        && EmbeddedAddresses.in(address).stream().allMatch(PublicAddress::isOfOneHost);
  }

  private static boolean isInNone(List<AddressBlock> blocks, InetAddress address) {
    return blocks.stream().noneMatch(block -> block.contains(address.getAddress()));
  }
}
