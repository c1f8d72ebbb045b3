// The payout that the kit asks Semel for.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.provider.ProviderCapacity.Corridor;
import dev.semel.provider.file.ProviderFile;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * The payout that the kit asks Semel for: what the dialect says, and what is left out from the
 * file's first corridor.
 *
 * @param money what is to be paid
 * @param body the body of {@code POST /v1/payouts}
 */
record WantedPayout(Money money, byte[] body) {
  private static final BigDecimal USUAL = new BigDecimal("1250.50");

  static WantedPayout of(ProviderFile file, Dialect dialect) {
    JsonNode said = dialect.payout();
    Corridor corridor = corridor(file, said);
    String currency = said.path("currency").asText(corridor.currency());
    String method = said.path("method").asText(corridor.methods().getFirst());
    String country = said.path("country").asText(corridor.country());
    Money money =
        said.has("amount")
            ? Money.of(said.path("amount").asText(), currency)
            : new Money(usual(corridor), CurrencyCode.of(currency));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("reference", "conformance-1");
    json.put("amount", money.decimal()).put("currency", currency);
    json.put("funding", "cleared").put("provider", file.name());
    json.set("beneficiary", beneficiary(said.path("beneficiary"), country, method));
    json.set("sender", merged(sender(), said.path("sender")));
    json.put("purpose", said.path("purpose").asText("family_support"));
    return new WantedPayout(money, json.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static Corridor corridor(ProviderFile file, JsonNode said) {
    return file.capacity().corridors().stream()
        .filter(c -> c.currency().equals(said.path("currency").asText(c.currency())))
        .filter(c -> c.country().equals(said.path("country").asText(c.country())))
        .findFirst()
        .orElseGet(() -> file.capacity().corridors().getFirst());
  }

  private static BigDecimal usual(Corridor corridor) {
    int decimals = CurrencyCode.of(corridor.currency()).minorUnits();
    BigDecimal usual = USUAL.setScale(decimals, RoundingMode.DOWN);
    return usual.max(corridor.min()).min(corridor.max());
  }

  private static ObjectNode sender() {
    return JsonNodeFactory.instance.objectNode().put("name", "Jon Doe").put("country", "GB");
  }

  private static ObjectNode beneficiary(JsonNode said, String country, String method) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", "Asha Mwangi").put("country", country).put("method", method);
    ObjectNode way = json.putObject(method);
    switch (method) {
      case "mobile_wallet" -> way.put("msisdn", "+254712345678");
      case "cash_pickup" -> way.put("location_code", "KE-001");
      case "card_token" -> way.put("token", "tok_conformance");
      default -> way.put("account_number", "0012345678").put("bank_code", "01");
    }
    if (said.has(method)) {
      json.remove(method);
    }
    return merged(json, said);
  }

  private static ObjectNode merged(ObjectNode base, JsonNode more) {
    more.properties().forEach(member -> base.set(member.getKey(), member.getValue()));
    return base;
  }
}
