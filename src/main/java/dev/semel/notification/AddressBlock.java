// All addresses that begin with the same bits.
package dev.semel.notification;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/** All addresses that begin with the same bits. */
record AddressBlock(byte[] first, int bits) {
  /** Blocks in their usual notation, with spaces between them. */
  static List<AddressBlock> all(String text) {
    return Arrays.stream(text.split(" ", -1)).map(AddressBlock::parse).toList();
  }

  /** A block in its usual notation: an address, a slash, and how many bits of it count. */
  static AddressBlock parse(String text) {
    String[] parts = text.split("/", -1);
    return new AddressBlock(
        InetAddress.ofLiteral(parts[0]).getAddress(), Integer.parseInt(parts[1]));
  }

  /** Whether an address of the same length is among them. */
  boolean contains(byte[] address) {
    if (address.length != first.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((address[bit / Byte.SIZE] ^ first[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
