// The words of the story: what the entries of a history mean, and texts that fit their place.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/** Turns entries of a history into short sentences. */
final class Words {
  private static final Pattern STATEMENT =
      Pattern.compile("the provider says '([^']*)'( of its payout [^ ,]+)?(, [0-9.]+ [A-Z]{3})?");

  private Words() {}

  /** The states before and after, as short as they can be said. */
  static String states(JsonNode entry) {
    String from = entry.path("from").asText("");
    String to = entry.path("to").asText("");
    if (!entry.path("applied").asBoolean()) {
      return "stays " + from;
    }
    if (entry.path("from").isNull()) {
      return to;
    }
    return from.equals(to) ? to : from + " > " + to;
  }

  /** What happened, in a few words. */
  static String happened(JsonNode entry) {
    String words = ofType(entry.path("type").asText());
    String reason = entry.path("reason").isNull() ? "" : entry.path("reason").asText();
    String told = entry.path("applied").asBoolean() ? words : "REFUSED: " + words;
    return reason.isEmpty() ? told : told + ": " + shorter(reason);
  }

  /** A reason without what the line says already, or has no room for. */
  private static String shorter(String reason) {
    return STATEMENT.matcher(reason.replace("refused because ", "")).replaceAll("$1");
  }

  private static String ofType(String type) {
    return switch (type) {
      case "created" -> "accepted over HTTP";
      case "claimed" -> "claimed; the request goes out";
      case "accepted" -> "the partner answers";
      case "refused" -> "the partner refused it";
      case "busy" -> "the partner is busy";
      case "not_sent" -> "nothing was sent";
      case "platform_fault" -> "our fault";
      case "outcome_unknown" -> "no usable answer";
      case "duplicate_reference" -> "duplicate";
      case "lookup_absent" -> "looked up";
      case "absence_confirmed" -> "absent for certain, resent";
      case "lookup_found" -> "looked up, adopted";
      case "lookup_unclear" -> "looked up";
      case "funds_cleared" -> "funds";
      case "cancel_asked" -> "cancelled";
      case "provider_says_processing",
          "provider_says_paid",
          "provider_says_failed",
          "provider_says_returned" ->
          "the partner says";
      default -> type.replace('_', ' ');
    };
  }
}
