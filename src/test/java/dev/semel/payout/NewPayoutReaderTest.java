// Who may get money, and which names, accounts and numbers are taken.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.problem.FieldError;
import dev.semel.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewPayoutReaderTest {
  private static final String PAYOUT =
      """
      {"reference": "r-1", "amount": "10.00", "currency": "EUR", "beneficiary": {"name": "Amina", "country": "DE", %s}}""";
  private static final String ACCOUNT =
      """
      "method": "bank_account", "bank_account": {"account_number": "0012345678"}""";

  /**
   * The examples of the IBAN registry, release 103 of September 2026, one for each country; for
   * Brazil that of before, too.
   */
  private static final String REGISTRY =
      """
      AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741
      AT611904300234573201 AZ21NABZ00000000137010001944 BA391290079401028494
      BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456
      BI4210000100010000332045181 BR6699999A03000010009795493C1
      BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00 CH9300762011623852957
      CR05015202001026284066 CY17002001280000001200527600 CZ6508000000192000145399
      DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243
      DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002
      ES9121000418450200051332 FI2112345600000785 FK88SC123456789012 FO6264600001631634
      FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917
      GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695
      GT82TRAJ01020000001210029690 HN88CABF00000000000250005469 HR1210010051863000160
      HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999
      IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456
      JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100
      LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA
      LT121000011101001000 LU280019400644750000 LV80BANK0000435195001
      LY83002048000020100120361 MC5811222000010123456789030 MD24AG000225100013104168
      ME25505000012345678951 MK07250120000058984 MN121234123456789123
      MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S
      MU17BOMM0101101030300200000MUR NI45BAPR00000013000003558124 NL91ABNA0417164300
      NO9386011117947 OM810180000001299123456 PK36SCBL0000001123456702
      PL61109010140000071219812874 PS92PALS000000000400123456702 PT50000201231234567890154
      QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379
      RU0304452522540817810538091310419 SA0380000000608010167519
      SC18SSCB11010000000000001497USD SD2129010501234001 SE4550000000058398257466
      SI56263300012039086 SK3112000000198742637541 SM86U0322509800000000270100
      SO211000001001000100141 ST23000100010051845310146 SV62CENR00000000000000700025
      TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326
      UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901
      XK051212012345678906 YE15CBYE0001018861234567891234
      """;

  private static Stream<String> registry() {
    return Arrays.stream(REGISTRY.strip().split("\\s+", -1));
  }

  private static NewPayout read(String body) {
    return NewPayoutReader.read(body.getBytes(StandardCharsets.UTF_8));
  }

  /** The faults of a body as "pointer code". */
  private static List<String> faults(String body) {
    ProblemException problem = catchThrowableOfType(ProblemException.class, () -> read(body));
    return problem == null
        ? List.of()
        : problem.errors().stream()
            .map(
                error ->
                    ((FieldError.Source.Pointer) error.source()).value()
                        + " "
                        + error.code().wireName())
            .toList();
  }

  private static String toAccount(String member, String value) {
    String other = member.equals("iban") ? "" : "\"account_number\": \"1\", ";
    return PAYOUT.formatted(
        "\"method\": \"bank_account\", \"bank_account\": {%s\"%s\": \"%s\"}"
            .formatted(other, member, value));
  }

  private static String toWallet(String msisdn) {
    return PAYOUT.formatted(
        "\"method\": \"mobile_wallet\", \"mobile_wallet\": {\"msisdn\": \"%s\"}".formatted(msisdn));
  }

  private static String named(String name) {
    return PAYOUT.formatted(ACCOUNT).replace("Amina", name);
  }

  private static String in(String country) {
    return PAYOUT.formatted(ACCOUNT).replace("\"DE\"", "\"" + country + "\"");
  }

  private static String paying(String amount, String currency) {
    return PAYOUT
        .formatted(ACCOUNT)
        .replace("10.00", amount)
        .replace("\"EUR\"", "\"" + currency + "\"");
  }

  @ParameterizedTest
  @MethodSource("registry")
  void every_countrys_iban_is_taken_with_spaces_and_in_small_letters_and_kept_without(String iban) {
    String spaced = iban.replaceAll("(.{4})(?!$)", "$1 ");
    for (String sent : List.of(iban, spaced, spaced.toLowerCase(Locale.ROOT))) {
      assertThat(read(toAccount("iban", sent)).beneficiary().at("/bank_account/iban").textValue())
          .isEqualTo(iban);
    }
  }

  @Test
  void every_country_of_the_registry_is_among_them() {
    Set<String> countries = new LinkedHashSet<>();
    registry().forEach(iban -> countries.add(iban.substring(0, 2)));
    assertThat(countries)
        .hasSize(89)
        .contains("HN", "YE", "FK", "OM", "MN", "RU", "DJ", "SO", "NI", "BI");
  }

  /**
   * A changed character, two that differ swapped, one less or more, a letter in the check digits.
   */
  private static List<String> mistyped(String iban) {
    int last = iban.length() - 1;
    char changed = iban.charAt(last) == '7' ? '8' : '7';
    StringBuilder swapped = new StringBuilder(iban);
    for (int i = 4; i < last; i++) {
      if (iban.charAt(i) != iban.charAt(i + 1)) {
        swapped.setCharAt(i, iban.charAt(i + 1));
        swapped.setCharAt(i + 1, iban.charAt(i));
        break;
      }
    }
    return List.of(
        iban.substring(0, last) + changed,
        swapped.toString(),
        iban.substring(0, last),
        iban + "0",
        iban.substring(0, 2) + "O" + iban.substring(3));
  }

  @ParameterizedTest
  @MethodSource("registry")
  void a_mistyped_iban_is_refused_and_the_field_named(String iban) {
    assertThat(mistyped(iban))
        .allSatisfy(
            wrong ->
                assertThat(faults(toAccount("iban", wrong)))
                    .as(wrong)
                    .singleElement()
                    .isIn(
                        "/beneficiary/bank_account/iban format",
                        "/beneficiary/bank_account/iban checksum"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"COBADEFF", "COBADEFFXXX", "E097AEXX", "1234SESS", "NCBVXKPR", "BCEELULL"})
  void a_bic_is_taken_whatever_country_the_bank_is_in(String bic) {
    assertThat(faults(toAccount("swift_bic", bic))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COBADEF",
        "COBADEFFX",
        "COBADEFFXXXX",
        "cobadeff",
        "COBAD3FF",
        "COBAXXFF",
        "COBAUKFF",
        "COBAEUFF",
        "COBAANFF",
        "COBA DEFF",
        "COBADEF\u0424"
      })
  void what_is_no_bic_is_refused_and_the_field_named(String bic) {
    assertThat(faults(toAccount("swift_bic", bic)))
        .containsExactly("/beneficiary/bank_account/swift_bic format");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+254711000001",
        "+256771000001",
        "+2290197000001",
        "+393123456789",
        "+12125550100",
        "+8618612345678",
        "+5511987654321",
        "+2250707000001",
        "+233241234567"
      })
  void a_number_that_its_country_may_have_is_taken(String msisdn) {
    assertThat(read(toWallet(msisdn)).beneficiary().at("/mobile_wallet/msisdn").textValue())
        .isEqualTo(msisdn);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "254711000001", "0711000001", "+254 711 000 001", "+254-711-000001", "00254711000001",
        "+999123456789", "+2547110", "+25471100000123", "+4407911123456", "+254711000001;ext=5",
        "+25471100000a", "+\u0662\u0665\u0664711000001", "+1", "++254711000001"
      })
  void what_is_no_number_in_e_164_is_refused_and_the_field_named(String msisdn) {
    assertThat(faults(toWallet(msisdn)))
        .containsExactly("/beneficiary/mobile_wallet/msisdn format");
  }

  @Test
  void every_country_of_iso_3166_is_taken_and_kosovo_too() {
    for (String country : Locale.getISOCountries()) {
      assertThat(faults(in(country))).as(country).isEmpty();
    }
    assertThat(Locale.getISOCountries()).hasSize(249);
    assertThat(faults(in("XK"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "UK, not_allowed",
    "EU, not_allowed",
    "XX, not_allowed",
    "AN, not_allowed",
    "ZZ, not_allowed",
    "SU, not_allowed",
    "YU, not_allowed",
    "de, format",
    "De, format",
    "DEU, format",
    "276, format"
  })
  void what_is_no_country_is_refused_and_the_field_named(String country, String code) {
    assertThat(faults(in(country))).containsExactly("/beneficiary/country " + code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ЮРИЙ ГАГАРИН",
        "Μαρία",
        "王小明",
        "محمد علی",
        "Aimée",
        "O\u2019Neil",
        "अमीना शर्मा",
        "สมชาย ใจดี",
        "김민준",
        "ნინო",
        "Սահակ",
        "ኣበበ",
        "דוד\u200F",
        "علی\u200Cرضا",
        "क्\u200Dष",
        "Zoë \uD83D\uDE00",
        "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
        "\uD840\uDC0B"
      })
  void m_09_a_name_of_any_script_is_taken_and_kept_as_it_is(String name) {
    assertThat(read(named(name)).beneficiary().get("name").textValue()).isEqualTo(name);
  }

  @Test
  void m_09_the_two_spellings_of_a_letter_with_a_mark_are_one_name() {
    NewPayout decomposed = read(named("Jose\u0301"));
    assertThat(decomposed.understood()).isEqualTo(read(named("Jos\u00E9")).understood());
    assertThat(decomposed.beneficiary().get("name").textValue()).isEqualTo("Jos\u00E9");
  }

  /** Controls, separators of lines, directions that turn others, and what can't be seen. */
  private static final List<Integer> REFUSED =
      List.of(
          0x01, 0x07, 0x09, 0x0A, 0x0D, 0x1B, 0x7F, 0x85, 0x9F, 0x2028, 0x2029, 0x202A, 0x202B,
          0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200B, 0x2060, 0xFEFF, 0xFFF9,
          0xFFFD, 0xFFFF, 0xFDD0, 0x1FFFE);

  @Test
  void m_09_characters_that_cannot_be_seen_and_change_what_is_are_refused_and_the_field_named() {
    for (int point : REFUSED) {
      String bad = "A" + escaped(point) + "B";
      String more =
          "\"purpose\": \"%s\", \"sender\": {\"name\": \"%s\", \"country\": \"GB\"}, \"beneficiary\""
              .formatted(bad, bad);
      assertThat(faults(named(bad).replace("r-1", bad).replace("\"beneficiary\"", more)))
          .as("U+%04X", point)
          .containsExactlyInAnyOrder(
              "/reference bad_character",
              "/beneficiary/name bad_character",
              "/sender/name bad_character",
              "/purpose bad_character");
      assertThat(faults(PAYOUT.formatted(ACCOUNT).replace("0012345678", bad)))
          .as("U+%04X", point)
          .containsExactly("/beneficiary/bank_account/account_number bad_character");
    }
  }

  private static String escaped(int point) {
    StringBuilder text = new StringBuilder();
    for (char c : Character.toChars(point)) {
      text.append("\\u%04x".formatted((int) c));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\ud800", "\\udc00x", "\\ud800\\ud800"})
  void m_09_a_nul_or_half_a_character_is_refused_and_the_field_named(String bad) {
    assertThat(faults(named("A" + bad))).containsExactly("/beneficiary/name bad_character");
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\u00A0", "\u3000\u2003", "\u200C\u200D", "\u200E\u00AD \u200F"})
  void m_09_a_name_that_shows_nothing_is_none(String name) {
    assertThat(faults(named(name))).containsExactly("/beneficiary/name too_short");
  }

  @Test
  void m_10_the_longest_name_is_counted_in_characters_and_not_in_bytes() {
    assertThat(faults(named("\uD83D\uDE00".repeat(140)))).isEmpty();
    assertThat(faults(named("\uD83D\uDE00".repeat(141))))
        .containsExactly("/beneficiary/name too_long");
    assertThat(faults(named("王".repeat(140)))).isEmpty();
  }

  @Test
  void a_card_number_is_no_token_and_an_account_number_that_looks_like_one_is_taken() {
    String card = "4242424242424242";
    String toCard =
        "\"method\": \"card_token\", \"card_token\": {\"token\": \"%s\"}".formatted(card);
    assertThat(faults(PAYOUT.formatted(toCard)))
        .containsExactly("/beneficiary/card_token/token card_number");
    assertThat(faults(PAYOUT.formatted(ACCOUNT).replace("0012345678", card)))
        .as("many banks have account numbers that pass the same check")
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"usd", "USD ", " USD", "US", "USDX", "U\u0405D", "\uFF35\uFF33\uFF24", "840"})
  void m_08_a_currency_is_its_three_capitals_and_nothing_that_looks_like_them(String currency) {
    assertThat(faults(paying("10.00", currency))).containsExactly("/currency format");
  }

  @ParameterizedTest
  @ValueSource(strings = {"XXX", "XTS", "XAU", "HRK", "BGN", "ANG", "ZWL", "SLL", "CUC", "DEM"})
  void m_04_codes_that_are_no_money_or_no_more_are_refused_and_the_field_named(String currency) {
    assertThat(faults(paying("10.00", currency))).containsExactly("/currency currency_unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "1.2345, CLF, 1.2345",
    "1.2345, UYW, 1.2345",
    "1.234, KWD, 1.234",
    "500, JPY, 500",
    "500.0, JPY, 500"
  })
  void m_04_a_currencys_own_decimals_are_taken(String amount, String currency, String kept) {
    assertThat(read(paying(amount, currency)).money().decimal()).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({
    "1.23456, CLF",
    "1.23456, UYW",
    "1.2345, KWD",
    "500.5, JPY",
    "500.5, ISK",
    "500.5, KRW",
    "500.5, CLP",
    "500.5, VND",
    "1.005, EUR"
  })
  void m_01_m_04_m_05_more_decimals_are_refused_and_the_field_named(
      String amount, String currency) {
    assertThat(faults(paying(amount, currency))).containsExactly("/amount too_many_decimals");
  }

  @Test
  void m_06_an_amount_is_a_string_because_many_programs_round_big_numbers() {
    assertThat(faults(PAYOUT.formatted(ACCOUNT).replace("\"10.00\"", "90071992547409.93")))
        .containsExactly("/amount type");
    assertThat(read(paying("90071992547409.93", "EUR")).money().decimal())
        .isEqualTo("90071992547409.93");
    assertThat(faults(paying("9007199254740993000", "EUR"))).containsExactly("/amount format");
  }
}
