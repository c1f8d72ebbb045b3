// A value that must not be seen, in whatever encoding it turns up.
package dev.semel.provider;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Patterns that find a known value as itself, percent-encoded once or more often, with the escapes
 * of JSON and HTML, and inside base64 and hexadecimal digits.
 */
final class KnownValue {
  /** Of fewer characters than these a piece of base64 or hexadecimal digits says nothing. */
  private static final int SHORTEST_CODED = 8;

  private static final int BITS_OF_A_BYTE = 8;
  private static final int BITS_OF_A_CHARACTER = 6;

  private KnownValue() {}

  /** Finds a secret in every encoding. */
  static Pattern secret(String value) {
    List<String> ways = new ArrayList<>();
    ways.add(characters(value, ""));
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    for (int before = 0; before < 3; before++) {
      String core = base64(bytes, before);
      if (core.length() >= SHORTEST_CODED) {
        ways.add(eitherAlphabet(core));
      }
    }
    String hex = HexFormat.of().formatHex(bytes);
    if (hex.length() >= SHORTEST_CODED * 2) {
      ways.add("(?i:" + hex + ")");
    }
    return Pattern.compile(String.join("|", ways));
  }

  /** Finds an account number or a telephone number, also with separators inside. */
  static Pattern account(String plain) {
    return Pattern.compile(characters(plain, "(?:[ \\u00A0.-]|%20|\\+)?"));
  }

  private static String characters(String value, String between) {
    StringBuilder pattern = new StringBuilder();
    value
        .codePoints()
        .forEach(
            point -> {
              if (!pattern.isEmpty()) {
                pattern.append(between);
              }
              pattern.append(anyWayOf(point));
            });
    return pattern.toString();
  }

  private static String anyWayOf(int point) {
    String text = Character.toString(point);
    List<String> ways = new ArrayList<>();
    ways.add("\\\\{0,8}" + Pattern.quote(text));
    StringBuilder percent = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      percent.append("%(?:25){0,4}(?i:").append(HexFormat.of().toHexDigits(b)).append(')');
    }
    ways.add(percent.toString());
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(unit -> escaped.append("\\\\{1,8}u(?i:%04x)".formatted(unit)));
    ways.add(escaped.toString());
    ways.add("&#(?:0{0,8}%d|[xX]0{0,8}(?i:%x));".formatted(point, point));
    switch (text) {
      case " " -> ways.add("\\+");
      case "&" -> ways.add("&amp;");
      case "<" -> ways.add("&lt;");
      case ">" -> ways.add("&gt;");
      case "\"" -> ways.add("&quot;");
      case "'" -> ways.add("&apos;");
      case "\n" -> ways.add("\\\\{1,8}n");
      default -> {}
    }
    return "(?:" + String.join("|", ways) + ")";
  }

  /** The characters that these bytes alone decide when others stand before them. */
  private static String base64(byte[] bytes, int before) {
    byte[] shifted = new byte[before + bytes.length];
    System.arraycopy(bytes, 0, shifted, before, bytes.length);
    String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
    int from = Math.ceilDiv(before * BITS_OF_A_BYTE, BITS_OF_A_CHARACTER);
    int to = shifted.length * BITS_OF_A_BYTE / BITS_OF_A_CHARACTER;
    return from < to ? encoded.substring(from, to) : "";
  }

  private static String eitherAlphabet(String base64) {
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < base64.length(); i++) {
      char c = base64.charAt(i);
      switch (c) {
        case '+' -> pattern.append("(?:[+-]|%2[Bb])");
        case '/' -> pattern.append("(?:\\\\?/|_|%2[Ff])");
        default -> pattern.append(c);
      }
    }
    return pattern.toString();
  }

  /** The letters and digits of a value, in capitals: what stays the same however it is written. */
  static String plain(String value) {
    return value.replaceAll("[^A-Za-z0-9]", "").toUpperCase(Locale.ROOT);
  }
}
