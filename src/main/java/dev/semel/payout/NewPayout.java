// A payout as a client asks for it, understood and checked.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.Money;
import java.time.Instant;
import java.util.Optional;

/**
 * A payout as a client asks for it, understood and checked: amounts exact, names in NFC, IBANs
 * without spaces, instants as instants.
 *
 * @param reference the client's own reference
 * @param money what is to be paid
 * @param fundingCleared false when the sender's payment has still to clear
 * @param provider the provider that is asked for; empty leaves the choice to us
 * @param beneficiary who gets it and how
 * @param sender who sends it, or an empty object
 * @param purpose what for
 * @param submitAfter when it may be sent at the earliest
 * @param submitBefore past when nothing of it may be sent
 * @param metadata the client's own pairs
 */
public record NewPayout(
    String reference,
    Money money,
    boolean fundingCleared,
    Optional<String> provider,
    ObjectNode beneficiary,
    ObjectNode sender,
    Optional<String> purpose,
    Optional<Instant> submitAfter,
    Optional<Instant> submitBefore,
    ObjectNode metadata) {

  /** The country that the money goes to. */
  public String country() {
    return beneficiary.get("country").textValue();
  }

  /** How the beneficiary gets it, such as {@code bank_account}. */
  public String method() {
    return beneficiary.get("method").textValue();
  }

  /** How the funding was asked, in the contract's word. */
  public String funding() {
    return fundingCleared ? "cleared" : "pending";
  }

  /** Everything that makes two requests the same, in one exact form. */
  JsonNode understood() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("reference", reference);
    tree.put("amount", money.amount().stripTrailingZeros().toPlainString());
    tree.put("currency", money.currency().code());
    tree.put("funding", funding());
    provider.ifPresent(name -> tree.put("provider", name));
    tree.set("beneficiary", beneficiary);
    tree.set("sender", sender);
    purpose.ifPresent(text -> tree.put("purpose", text));
    submitAfter.ifPresent(instant -> tree.put("submit_after", instant.toString()));
    submitBefore.ifPresent(instant -> tree.put("submit_before", instant.toString()));
    tree.set("metadata", metadata);
    return tree;
  }
}
