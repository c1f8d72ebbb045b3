// Texts that make trouble elsewhere.
package dev.semel.testing.fuzz;

import java.util.List;

/** Texts that have broken programs: some may be kept as they are, some never. */
final class Noise {

  /** Texts that a server may keep, and must give back as they were. */
  private static final List<String> HARMLESS =
      List.of(
          "'; DROP TABLE payout; --",
          "\" OR 1=1 --",
          "%s%n%x%d {} {0} ${jndi:ldap://127.0.0.1/x} #{7*7} {{7*7}}",
          "../../../../etc/passwd",
          "..\\..\\windows\\win.ini",
          "<img src=x onerror=alert(1)>",
          "=1+1",
          "\u202Egnp.exe",
          "\u0645\u0631\u062D\u0628\u0627 \u6F22\u5B57 \uD83D\uDCB8\uD83C\uDFFD \u00E9e\u0301",
          "\u200B\u200D\uFEFF\u2028\u2029",
          "Z\u0351\u036B\u0343a\u0336\u0308l\u033Bgo",
          "\u00A0\u3000 nbsp",
          "I\u0131\u0130i \u00DF \uFB03 \u01C4",
          "line\r\nSet-Cookie: a=b\r\n\ttab",
          "\u001B[2J\u0007\u007F\u0085",
          "\uDBFF\uDFFF\uFFFF\uFFFE");

  /** Texts that stand where a form is wanted. */
  private static final List<String> MISSHAPEN =
      List.of(
          "",
          " ",
          "null",
          "true",
          "-1",
          "0",
          "0.00",
          "1e1",
          "+5",
          " 5 ",
          "1,000.00",
          "00.50",
          "1.",
          ".5",
          "-0.00",
          "0x10",
          "NaN",
          "Infinity",
          "99999999999999999999",
          "1.23456",
          "\u0663",
          "KES ",
          "KES\n",
          "kes",
          "XXX",
          "XAU",
          "po_01jdxyz3m8q4w6t9v2b5n7k1al",
          "2026-02-30",
          "2026-13-01T00:00:00Z",
          "2026-11-30T24:00:00Z",
          "2026-11-30T10:00:60Z",
          "2026-11-30T10:00:00",
          "2026-11-30t10:00:00z",
          "+999999999-12-31T23:59:59Z",
          "0000-01-01T00:00:00Z",
          "9999-12-31T23:59:59-18:00",
          "2026-11-30T10:00:00.1234567Z",
          "+254711000001\n",
          "tel:+254711000001",
          "GB00BUKB20201555555555",
          "4111111111111111");

  private Noise() {}

  static String harmless(Dice dice) {
    return dice.pick(HARMLESS);
  }

  static String misshapen(Dice dice) {
    return dice.pick(MISSHAPEN);
  }

  /** A text of a length at which programs have limits, or one beside it. */
  static String ofSomeLength(Dice dice) {
    int length =
        dice.oneOf(1, 34, 40, 50, 64, 100, 128, 140, 200, 500, 1000, 2000, 8192, 65_536)
            + dice.between(-1, 1);
    return dice.oneOf("x", "\u00E9", "\uD83D\uDCB8", "e\u0301").repeat(length);
  }
}
