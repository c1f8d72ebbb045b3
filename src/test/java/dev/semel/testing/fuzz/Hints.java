// What a schema can't say: values with which a request goes deep instead of being refused at once.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Suggestions for members, by their names; whoever takes one checks it by the schema. */
final class Hints {

  /**
   * In every account number, IBAN and phone number that is sent, and before its last four: so that
   * it must never come back.
   */
  static final String SECRET = "77193846";

  /** Accounts that make the simulated partner accept, refuse, fail, differ, or pay back. */
  private static final List<String> ENDINGS =
      List.of(
          "0001", "0001", "0001", "0003", "0007", "0011", "0012", "0015", "0015", "0015", "0017",
          "0018", "0023", "0024", "0025");

  private static final Set<String> BESIDE_ONE_VALUE =
      Set.of("other_attempt", "adopted_attempt", "provider_payout_id");

  private final Party party;
  private final Dice dice;
  private final Instant now;

  /**
   * Suggestions for one request.
   *
   * @param now about what time it is
   */
  Hints(Party party, Dice dice, Instant now) {
    this.party = party;
    this.dice = dice;
    this.now = now;
  }

  /** A value that a member of this name may well have. */
  Optional<JsonNode> of(String member) {
    // Tenants that others send by chance would see each other's texts, and rightly so.
    return member.equals("tenant")
        ? Optional.of(JsonNodeFactory.instance.nullNode())
        : usual(member).map(TextNode::valueOf);
  }

  private Optional<String> usual(String member) {
    return switch (member) {
      case "currency" -> Optional.of("KES");
      case "country" -> Optional.of("KE");
      case "amount" -> Optional.of(amount());
      case "reference" -> Optional.of(known(member, 8).orElseGet(this::text));
      case "payment_reference" -> Optional.of(known(member, 40).orElseGet(this::text));
      case "provider" -> Optional.of(dice.oneOf("quick", "quick", "quick", "simulator", "silent"));
      case "account_number" -> Optional.of("00" + SECRET + dice.pick(ENDINGS));
      case "msisdn" -> Optional.of("+254" + SECRET + dice.pick(ENDINGS));
      case "iban" -> Optional.of(iban());
      case "branch_code" -> Optional.of("001");
      case "url" -> Optional.of("https://shop.example.com/" + text());
      case "bank_code" -> Optional.of("01");
      case "business_date" -> Optional.of(date());
      case "content", "checksum", "signature" -> Optional.of(base64(text()));
      case "submit_after" -> Optional.of(later(Duration.ofSeconds(dice.between(-60, 2))));
      case "submit_before", "expires_at" ->
          Optional.of(later(Duration.ofHours(dice.between(1, 90))));
      case "from" -> Optional.of(later(Duration.ofHours(-dice.between(2, 900))));
      case "to" -> Optional.of(later(Duration.ofMinutes(-dice.between(0, 90))));
      case "captured_at" -> Optional.of(later(Duration.ofMinutes(-dice.between(1, 900))));
      default -> Optional.empty();
    };
  }

  /**
   * How many of a hundred bodies have a member that they may leave out. Some mean something beside
   * one value of another member alone: with them nearly everything would be refused.
   */
  int howOften(String member) {
    return BESIDE_ONE_VALUE.contains(member) ? 8 : 40;
  }

  /** A text that nobody else sends. */
  String text() {
    return party.mark() + "-" + Integer.toHexString(dice.below(Integer.MAX_VALUE));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private String amount() {
    return dice.oneOf("125.50", "10", "99.9", "1000.00", "10.01", dice.between(10, 9999) + ".00");
  }

  private Optional<String> known(String kind, int percent) {
    return dice.percent(percent) ? party.harvest().any(kind, dice) : Optional.empty();
  }

  private String date() {
    return LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(dice.below(5)).toString();
  }

  private String later(Duration by) {
    return now.plus(by).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** A British one whose check digits fit, plain or in groups of four, in either case. */
  private String iban() {
    String account = "BUKB" + SECRET + "00" + dice.pick(ENDINGS);
    StringBuilder digits = new StringBuilder();
    (account + "GB00").chars().forEach(c -> digits.append(Character.digit(c, 36)));
    int check = 98 - new BigInteger(digits.toString()).mod(BigInteger.valueOf(97)).intValue();
    String plain = "GB" + (check < 10 ? "0" : "") + check + account;
    UnaryOperator<String> spelling =
        dice.oneOf(text -> text, text -> text.replaceAll("(.{4})(?!$)", "$1 "));
    return spelling.apply(plain);
  }
}
