// Reads who gets the money, and how.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.json.BodyReader;
import dev.semel.problem.FieldErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a beneficiary: name, country, method, and the details of that method and no other. */
final class BeneficiaryReader {
  private static final List<String> METHODS =
      List.of("bank_account", "mobile_wallet", "cash_pickup", "card_token");
  private static final int LONGEST_BIC = 20;
  private static final int LONGEST_MSISDN = 40;
  private static final Pattern CODE = Pattern.compile("[\\p{L}\\p{N} ._/-]{1,20}");

  private BeneficiaryReader() {}

  /** The beneficiary in one exact form: names in NFC, IBANs without spaces and in capitals. */
  static ObjectNode read(BodyReader beneficiary) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", beneficiary.requiredLine("name", 1, 140));
    json.put("country", NewPayoutReader.country(beneficiary));
    String method = beneficiary.requiredChoice("method", METHODS);
    json.put("method", method);
    if (beneficiary.isValid("method")) {
      json.set(method, details(method, beneficiary.requiredObject(method)));
    }
    return json;
  }

  private static ObjectNode details(String method, BodyReader details) {
    return switch (method) {
      case "bank_account" -> bankAccount(details);
      case "mobile_wallet" -> mobileWallet(details);
      case "cash_pickup" ->
          text(
              JsonNodeFactory.instance.objectNode(),
              "location_code",
              details.requiredLine("location_code", 1, 50));
      case "card_token" -> cardToken(details);
      default -> JsonNodeFactory.instance.objectNode();
    };
  }

  private static ObjectNode bankAccount(BodyReader account) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (account.has("iban") && account.has("account_number")) {
      account.error(
          "iban", FieldErrorCode.CONFLICT, "Send either iban or account_number, not both.");
    }
    if (account.has("iban")) {
      json.put("iban", iban(account));
      account.optionalText("account_number", 1, 34);
    } else {
      json.put("account_number", account.requiredLine("account_number", 1, 34).strip());
    }
    account
        .optionalMatch("bank_code", CODE, "Send the bank's code, at most 20 letters and digits.")
        .ifPresent(value -> json.put("bank_code", value));
    account
        .optionalMatch(
            "branch_code", CODE, "Send the branch's code, at most 20 letters and digits.")
        .ifPresent(value -> json.put("branch_code", value));
    bic(account).ifPresent(value -> json.put("swift_bic", value));
    return json;
  }

  private static Optional<String> bic(BodyReader account) {
    Optional<String> bic = account.optionalText("swift_bic", 1, LONGEST_BIC);
    bic.filter(text -> !Bic.isOne(text))
        .ifPresent(_ -> account.error("swift_bic", FieldErrorCode.FORMAT, Bic.WANTED));
    return bic;
  }

  private static String iban(BodyReader account) {
    String iban = account.requiredText("iban", 1, 42).replace(" ", "").toUpperCase(Locale.ROOT);
    if (account.isValid("iban")) {
      Iban.fault(iban).ifPresent(fault -> account.error("iban", fault.code(), fault.detail()));
    }
    return iban;
  }

  private static ObjectNode mobileWallet(BodyReader wallet) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    String msisdn = wallet.requiredText("msisdn", 1, LONGEST_MSISDN);
    if (wallet.isValid("msisdn")) {
      Msisdn.fault(msisdn).ifPresent(fault -> wallet.error("msisdn", FieldErrorCode.FORMAT, fault));
    }
    json.put("msisdn", msisdn);
    wallet.optionalLine("operator", 1, 50).ifPresent(value -> json.put("operator", value));
    return json;
  }

  private static ObjectNode cardToken(BodyReader card) {
    String token = card.requiredLine("token", 1, 200);
    if (card.isValid("token") && CardNumbers.looksLikeOne(token)) {
      card.error(
          "token",
          FieldErrorCode.CARD_NUMBER,
          "This looks like a card number. Send the provider's token of the card instead; card numbers are never taken.");
    }
    return text(JsonNodeFactory.instance.objectNode(), "token", token);
  }

  private static ObjectNode text(ObjectNode json, String name, String value) {
    return json.put(name, value);
  }
}
