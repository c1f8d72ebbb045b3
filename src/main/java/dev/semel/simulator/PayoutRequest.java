// The body of a submission, checked as a partner would check it.
package dev.semel.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a client asks the partner to pay.
 *
 * @param clientReference the client's name for this submission
 * @param amount a decimal string in units of the currency, kept as it was written
 * @param currency ISO 4217
 * @param account the beneficiary's account number, IBAN or phone number
 * @param content the whole body; two submissions are the same when these are equal
 */
record PayoutRequest(
    String clientReference, String amount, String currency, String account, JsonNode content) {

  static final Pattern AMOUNT = Pattern.compile("\\d{1,15}(\\.\\d{1,4})?");

  private static final Pattern REFERENCE = Pattern.compile("[\\x21-\\x7E]{1,64}");

  /**
   * Reads a submission.
   *
   * @throws InvalidRequest when it is not JSON or lacks something; the message names the member
   */
  static PayoutRequest parse(byte[] body) {
    JsonNode json = read(body);
    String reference = text(json, "/client_reference");
    if (!REFERENCE.matcher(reference).matches()) {
      throw new InvalidRequest("/client_reference must be 1 to 64 visible ASCII characters.");
    }
    String currency = text(json, "/currency");
    String amount = text(json, "/amount");
    checkMoney(amount, currency);
    text(json, "/beneficiary/name");
    text(json, "/beneficiary/country");
    return new PayoutRequest(reference, amount, currency, account(json.at("/beneficiary")), json);
  }

  private static JsonNode read(byte[] body) {
    try {
      JsonNode json = Json.MAPPER.readTree(body);
      return json == null ? MissingNode.getInstance() : json;
    } catch (JsonProcessingException notJson) {
      throw new InvalidRequest("The body is not JSON.");
    } catch (IOException impossible) {
      throw new InvalidRequest("The body can't be read.");
    }
  }

  private static void checkMoney(String amount, String currency) {
    int decimals;
    try {
      decimals = Currency.getInstance(currency).getDefaultFractionDigits();
    } catch (IllegalArgumentException unknown) {
      throw new InvalidRequest("/currency is not an ISO 4217 code.");
    }
    if (!AMOUNT.matcher(amount).matches() || new BigDecimal(amount).signum() == 0) {
      throw new InvalidRequest("/amount must be a positive decimal string such as \"12.50\".");
    }
    if (new BigDecimal(amount).scale() > Math.max(decimals, 0)) {
      throw new InvalidRequest("/amount has more decimals than its currency.");
    }
  }

  private static String account(JsonNode beneficiary) {
    for (String member : List.of("account", "iban", "msisdn")) {
      if (beneficiary.has(member)) {
        return text(beneficiary, "/" + member);
      }
    }
    throw new InvalidRequest("/beneficiary must have an account, an iban or an msisdn.");
  }

  private static String text(JsonNode json, String pointer) {
    JsonNode value = json.at(pointer);
    if (!value.isTextual() || value.textValue().isEmpty()) {
      throw new InvalidRequest(pointer + " must be a string.");
    }
    return value.textValue();
  }
}
