// The IPv4 addresses that stand inside an IPv6 address.
package dev.semel.notification;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The IPv4 addresses that stand inside an IPv6 address: a translator, a relay or the kernel sends
 * there what is sent to the IPv6 address, so that they have to be judged, too.
 */
final class EmbeddedAddresses {
  private static final int IPV4_BYTES = 4;
  private static final int LAST = 12;
  private static final int INTERFACE = 8;

  /** The mark of ISATAP in an interface's identifier, whose first byte may have two bits set. */
  private static final byte[] ISATAP = {0, 0, 0x5e, (byte) 0xfe};

  private static final int ISATAP_BITS = 0x03;

  /**
   * Where it stands in the addresses of a block.
   *
   * @param at its first byte
   * @param inverted whether every bit of it is turned
   */
  private record Form(AddressBlock block, int at, boolean inverted) {}

  private static final List<Form> FORMS =
      List.of(
          // Mapped. Java takes it for an IPv4 address by itself, where it is made of sixteen bytes.
          new Form(mapped(), LAST, false),
          // Translated without a state (SIIT), compatible, and NAT64 by its well-known prefix.
          new Form(AddressBlock.parse("::ffff:0:0:0/96"), LAST, false),
          new Form(AddressBlock.parse("::/96"), LAST, false),
          new Form(AddressBlock.parse("64:ff9b::/96"), LAST, false),
          // 6to4.
          new Form(AddressBlock.parse("2002::/16"), 2, false),
          // Teredo: its server, and the client behind that.
          new Form(AddressBlock.parse("2001::/32"), 4, false),
          new Form(AddressBlock.parse("2001::/32"), LAST, true));

  private EmbeddedAddresses() {}

  private static AddressBlock mapped() {
    byte[] first = new byte[16];
    first[10] = (byte) 0xff;
    first[11] = (byte) 0xff;
    return new AddressBlock(first, 96);
  }

  /** All of them; none in an IPv4 address. */
  static List<InetAddress> in(InetAddress address) {
    byte[] bytes = address.getAddress();
    List<InetAddress> all = new ArrayList<>();
    if (bytes.length == IPV4_BYTES) {
      return all;
    }
    for (Form form : FORMS) {
      if (form.block().contains(bytes)) {
        add(all, bytes, form.at(), form.inverted());
      }
    }
    if (isIsatap(bytes)) {
      add(all, bytes, LAST, false);
    }
    return all;
  }

  private static boolean isIsatap(byte[] bytes) {
    byte[] mark = Arrays.copyOfRange(bytes, INTERFACE, LAST);
    mark[0] = (byte) (mark[0] & ~ISATAP_BITS);
    return Arrays.equals(mark, ISATAP);
  }

  /** The block of compatible addresses has this machine's own as well, which begins with zeros. */
  private static void add(List<InetAddress> all, byte[] bytes, int at, boolean inverted) {
    byte[] inner = Arrays.copyOfRange(bytes, at, at + IPV4_BYTES);
    if (inverted) {
      for (int i = 0; i < inner.length; i++) {
        inner[i] = (byte) ~inner[i];
      }
    }
    boolean isAddress = inner[0] != 0;
    if (isAddress) {
      try {
        all.add(InetAddress.getByAddress(inner));
      } catch (UnknownHostException impossible) {
        throw new IllegalStateException("an address has four bytes", impossible);
      }
    }
  }
}
