// One request, spelled in any of the ways that mean the same.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Writes a {@code createPayout} request in another way that means the same: other members first,
 * other white space and escapes, other spellings of amounts, instants, IBANs and names, and members
 * that say no more than their absence.
 */
final class PayoutSpelling {
  private static final List<String> SPACES = List.of("", "", "", " ", "\n", "\r\n", "\t", "   ");
  private static final List<String> OPTIONAL =
      List.of("provider", "sender", "purpose", "submit_after", "submit_before", "metadata");
  private static final List<String> OPTIONAL_DETAILS =
      List.of("bank_code", "branch_code", "swift_bic");
  private static final Set<String> IN_NFC = Set.of("reference", "name", "purpose");
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

  private final Random random;

  PayoutSpelling(Random random) {
    this.random = random;
  }

  /** The request in some other spelling. */
  String spell(ObjectNode request) {
    ObjectNode copy = request.deepCopy();
    impliedMembers(copy);
    StringBuilder text = new StringBuilder();
    space(text);
    object(text, copy, "");
    space(text);
    return text.toString();
  }

  private void impliedMembers(ObjectNode request) {
    if (request.path("funding").asText().equals("cleared") && random.nextBoolean()) {
      request.remove("funding");
      sometimesNull(request, "funding");
    }
    if (request.path("metadata").isEmpty()) {
      request.remove("metadata");
      if (random.nextBoolean()) {
        request.putObject("metadata");
      }
    }
    OPTIONAL.forEach(name -> sometimesNull(request, name));
    if (request.at("/beneficiary/bank_account") instanceof ObjectNode account) {
      OPTIONAL_DETAILS.forEach(name -> sometimesNull(account, name));
      sometimesNull(account, account.has("iban") ? "account_number" : "iban");
    }
  }

  private void sometimesNull(ObjectNode object, String name) {
    if (!object.has(name) && random.nextInt(3) == 0) {
      object.set(name, JsonNodeFactory.instance.nullNode());
    }
  }

  private void object(StringBuilder text, ObjectNode object, String within) {
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
    Collections.shuffle(members, random);
    text.append('{');
    space(text);
    for (int i = 0; i < members.size(); i++) {
      if (i > 0) {
        text.append(',');
        space(text);
      }
      String name = members.get(i).getKey();
      quoted(text, name);
      space(text);
      text.append(':');
      space(text);
      value(text, members.get(i).getValue(), within, name);
      space(text);
    }
    text.append('}');
  }

  private void value(StringBuilder text, JsonNode value, String within, String name) {
    if (value instanceof ObjectNode object) {
      object(text, object, name);
    } else if (value.isNull()) {
      text.append("null");
    } else {
      quoted(text, respelled(within.equals("metadata") ? "name" : name, value.textValue()));
    }
  }

  private String respelled(String name, String value) {
    return switch (name) {
      case "amount" -> amount(value);
      case "iban" -> iban(value);
      case "account_number" ->
          " ".repeat(random.nextInt(3)) + value + " ".repeat(random.nextInt(2));
      case "submit_after", "submit_before" -> instant(Instant.parse(value));
      default -> IN_NFC.contains(name) ? normalized(value) : value;
    };
  }

  private String amount(String value) {
    String shortest = new BigDecimal(value).stripTrailingZeros().toPlainString();
    int zeros = random.nextInt(6);
    if (zeros == 0) {
      return shortest;
    }
    return (shortest.contains(".") ? shortest : shortest + ".") + "0".repeat(zeros);
  }

  private String iban(String value) {
    StringBuilder spaced = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      spaced.append(random.nextBoolean() ? Character.toLowerCase(c) : c);
      if (spaced.length() < 40 && random.nextInt(5) == 0) {
        spaced.append(' ');
      }
    }
    return spaced.toString();
  }

  private String normalized(String value) {
    return switch (random.nextInt(3)) {
      case 0 -> Normalizer.normalize(value, Normalizer.Form.NFC);
      case 1 -> Normalizer.normalize(value, Normalizer.Form.NFD);
      default -> value;
    };
  }

  private String instant(Instant instant) {
    ZoneOffset offset = ZoneOffset.ofTotalSeconds((random.nextInt(26 * 4) - 12 * 4) * 15 * 60);
    String micros = "%06d".formatted(instant.get(ChronoField.MICRO_OF_SECOND));
    int least = micros.replaceFirst("0+$", "").length();
    int digits = least + random.nextInt(7 - least);
    return SECONDS.format(instant.atOffset(offset))
        + (digits == 0 ? "" : "." + micros.substring(0, digits))
        + (offset.getTotalSeconds() == 0 && random.nextBoolean()
            ? "Z"
            : DateTimeFormatter.ofPattern("xxx", Locale.ROOT).format(offset));
  }

  private void space(StringBuilder text) {
    text.append(SPACES.get(random.nextInt(SPACES.size())));
  }

  private void quoted(StringBuilder text, String value) {
    boolean escaping = random.nextBoolean();
    text.append('"');
    value.codePoints().forEach(point -> character(text, point, escaping));
    text.append('"');
  }

  private void character(StringBuilder text, int point, boolean escaping) {
    if (point < 0x20 || point == '"' || point == '\\' || (escaping && random.nextInt(3) == 0)) {
      for (char half : Character.toChars(point)) {
        escaped(text, half);
      }
    } else {
      text.appendCodePoint(point);
    }
  }

  private void escaped(StringBuilder text, char c) {
    int place = "\"\\/\b\f\n\r\t".indexOf(c);
    if (place >= 0 && random.nextBoolean()) {
      text.append('\\').append("\"\\/bfnrt".charAt(place));
    } else {
      text.append(
          String.format(Locale.ROOT, random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
    }
  }
}
