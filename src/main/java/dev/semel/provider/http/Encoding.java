// Makes values fit for their places in an address or a header.
package dev.semel.provider.http;

import dev.semel.provider.file.RenderingException;
import java.nio.charset.StandardCharsets;

/** Encodings of RFC 3986 and the limits of header values. */
final class Encoding {
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  private Encoding() {}

  /** Percent-encodes everything but the unreserved characters, in UTF-8. */
  static String percent(String value) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (UNRESERVED.indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        encoded.append(String.format("%%%02X", (int) c));
      }
    }
    return encoded.toString();
  }

  /** A value as a path segment. A value of dots alone would climb; its dots are encoded too. */
  static String segment(String value) {
    boolean dotsAlone = value.chars().allMatch(c -> c == '.');
    return dotsAlone ? value.replace(".", "%2E") : percent(value);
  }

  /**
   * A value as a header's value.
   *
   * @throws RenderingException when it holds anything but visible ASCII and spaces; names the
   *     header
   */
  static String header(String name, String value) throws RenderingException {
    boolean fits = value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
    if (!fits) {
      throw new RenderingException("the value of the header " + name + " can't stand in a header");
    }
    return value.strip();
  }
}
