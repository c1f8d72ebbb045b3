package dev.semel.domain;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A currency that payouts can be made in: a current ISO 4217 code and its number of decimals.
 *
 * <p>The list is kept here, and not taken from the Java runtime, which still knows retired codes
 * (HRK, BGN, SLL) and codes without minor units (XAU, XTS). It follows ISO 4217's list one as of
 * amendment 180 (January 2026, Bulgaria's euro); precious metals, test codes and {@code XXX} are
 * left out because nobody can be paid in them.
 *
 * @param code the three capital letters
 * @param minorUnits how many decimals an amount has: 0, 2, 3 or 4
 */
public record CurrencyCode(String code, int minorUnits) {
  private static final Map<Integer, String> CODES_BY_MINOR_UNITS =
      Map.of(
          0,
          "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
          2,
          """
          AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK
          DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR
          LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR
          SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER
          ZAR ZMW ZWG
          """,
          3,
          "BHD IQD JOD KWD LYD OMR TND",
          4,
          "CLF UYW");

  private static final Map<String, CurrencyCode> ALL = byCode();

  /**
   * The currency of a code, or empty when no payout can be made in it. Only the exact capital
   * letters count.
   */
  public static Optional<CurrencyCode> find(String code) {
    return Optional.ofNullable(ALL.get(code));
  }

  /**
   * The currency of a code that is known to be good, such as one read back from the database.
   *
   * @throws IllegalArgumentException when no payout can be made in it
   */
  public static CurrencyCode of(String code) {
    return find(code)
        .orElseThrow(
            () ->
                new IllegalArgumentException("'" + code + "' is not a current ISO 4217 currency"));
  }

  private static Map<String, CurrencyCode> byCode() {
    Map<String, CurrencyCode> all = new HashMap<>();
    CODES_BY_MINOR_UNITS.forEach(
        (minorUnits, codes) -> {
          for (String code : codes.strip().split("\\s+")) {
            all.put(code, new CurrencyCode(code, minorUnits));
          }
        });
    return Map.copyOf(all);
  }
}
