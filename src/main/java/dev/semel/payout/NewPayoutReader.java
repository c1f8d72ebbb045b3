// Reads a payout that is asked for.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.json.BodyReader;
import dev.semel.problem.FieldErrorCode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a payout that is asked for, alone or in a batch, and checks every rule of the contract; all
 * faults are reported at once.
 */
final class NewPayoutReader {
  private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");
  private static final Pattern PROVIDER = Pattern.compile("[a-z0-9-]{2,32}");
  private static final int LONGEST_NAME = 140;

  private NewPayoutReader() {}

  /** The payout that a body asks for. */
  static NewPayout read(byte[] bytes) {
    BodyReader body = BodyReader.of(bytes);
    NewPayout payout = read(body);
    body.throwIfInvalid();
    return payout;
  }

  /**
   * The payout that an object asks for. Faults are collected in the reader; when there is any, the
   * payout must not be used.
   */
  static NewPayout read(BodyReader body) {
    String reference = body.requiredLine("reference", 1, 64);
    Optional<Money> money = MoneyReader.read(body);
    Optional<String> funding = body.optionalChoice("funding", List.of("cleared", "pending"));
    Optional<String> provider =
        body.optionalMatch(
            "provider", PROVIDER, "Send a provider's name, such as simulator, or leave it out.");
    ObjectNode beneficiary = BeneficiaryReader.read(body.requiredObject("beneficiary"));
    ObjectNode sender =
        body.optionalObject("sender")
            .map(NewPayoutReader::sender)
            .orElseGet(JsonNodeFactory.instance::objectNode);
    Optional<String> purpose = body.optionalLine("purpose", 1, 100);
    Optional<Instant> submitAfter = body.optionalInstant("submit_after");
    Optional<Instant> submitBefore = body.optionalInstant("submit_before");
    checkSpan(body, submitAfter, submitBefore);
    ObjectNode metadata = metadata(body.textMap("metadata", 20, 40, 500));
    return new NewPayout(
        reference,
        money.orElse(NOTHING),
        !funding.equals(Optional.of("pending")),
        provider,
        beneficiary,
        sender,
        purpose,
        submitAfter,
        submitBefore,
        metadata);
  }

  /** Stands where a fault was found, and is never used: faults are thrown before. */
  private static final Money NOTHING = new Money(java.math.BigDecimal.ZERO, CurrencyCode.of("EUR"));

  private static ObjectNode sender(BodyReader sender) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", sender.requiredLine("name", 1, LONGEST_NAME));
    json.put("country", country(sender));
    return json;
  }

  static String country(BodyReader reader) {
    String country =
        reader.requiredMatch(
            "country", COUNTRY, "Send an ISO 3166-1 alpha-2 code in capitals, such as KE.");
    if (reader.isValid("country") && !Countries.exists(country)) {
      reader.error(
          "country",
          FieldErrorCode.NOT_ALLOWED,
          "No country has this ISO 3166-1 alpha-2 code. Send one such as KE.");
    }
    return country;
  }

  private static void checkSpan(
      BodyReader body, Optional<Instant> after, Optional<Instant> before) {
    if (after.isPresent() && before.isPresent() && !after.get().isBefore(before.get())) {
      body.error(
          "submit_before",
          FieldErrorCode.CONFLICT,
          "submit_before must be later than submit_after.");
    }
  }

  private static ObjectNode metadata(Map<String, String> pairs) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    pairs.forEach(json::put);
    return json;
  }
}
