// Requests for payouts at random, and every way to mean something else.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A valid {@code createPayout} request, plainly spelled, and changes of what it means. */
final class PayoutMeaning {
  private static final List<String> COUNTRIES = List.of("KE", "NG", "JP", "DE", "GB", "KW");
  private static final List<List<String>> CURRENCIES =
      List.of(List.of("KES", "EUR", "GBP"), List.of("JPY", "UGX"), List.of("KWD", "BHD"));
  private static final int[] DECIMALS = {2, 0, 3};
  private static final List<String> IBANS =
      List.of("DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606");
  private static final List<String> METHODS =
      List.of("bank_account", "mobile_wallet", "cash_pickup", "card_token");

  /** Letters that have two spellings, letters outside the basic plane, and what JSON escapes. */
  private static final int[] CHARACTERS =
      "abcXYZ 019é\u00c5ñüßıİşàяж语\uac00\u0e01\u0627\ud83d\ude00\ud835\udd04/\\\"'"
          .codePoints()
          .toArray();

  /** What only the values of metadata may hold besides. */
  private static final int[] CONTROLS = "\t\n\u001b\u007f\u2028".codePoints().toArray();

  private final Random random;

  PayoutMeaning(Random random) {
    this.random = random;
  }

  /** Any valid request. */
  ObjectNode any() {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.put("reference", text(20));
    int kind = random.nextInt(DECIMALS.length);
    request.put(
        "amount", BigDecimal.valueOf(1 + random.nextInt(1 << 30), DECIMALS[kind]).toPlainString());
    request.put("currency", one(CURRENCIES.get(kind)));
    request.put("funding", random.nextBoolean() ? "cleared" : "pending");
    sometimes(() -> request.put("provider", one(List.of("simulator", "quick", "acme-2"))));
    request.set("beneficiary", beneficiary());
    sometimes(() -> request.set("sender", person()));
    sometimes(() -> request.put("purpose", text(20)));
    sometimes(() -> request.put("submit_after", instant("2026-12-01T00:00:00Z")));
    sometimes(() -> request.put("submit_before", instant("2028-12-01T00:00:00Z")));
    request.set("metadata", metadata());
    return request;
  }

  private ObjectNode beneficiary() {
    ObjectNode who = person();
    String method = one(METHODS);
    return who.put("method", method).set(method, details(method));
  }

  private ObjectNode person() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", text(30))
        .put("country", one(COUNTRIES));
  }

  private ObjectNode details(String method) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    switch (method) {
      case "bank_account" -> {
        if (random.nextBoolean()) {
          details.put("iban", one(IBANS));
        } else {
          details.put("account_number", "00" + (10_000 + random.nextInt(10_000)));
        }
        sometimes(() -> details.put("bank_code", "0" + random.nextInt(10)));
        sometimes(() -> details.put("branch_code", "B-" + random.nextInt(100)));
        sometimes(() -> details.put("swift_bic", one(List.of("DEUTDEFF", "BARCGB22XXX"))));
      }
      case "mobile_wallet" -> {
        details.put("msisdn", "+2547110" + (10_000 + random.nextInt(10_000)));
        sometimes(() -> details.put("operator", text(10)));
      }
      case "cash_pickup" -> details.put("location_code", text(10));
      case "card_token" -> details.put("token", "tok_" + text(10));
      default -> throw new IllegalArgumentException(method);
    }
    return details;
  }

  private ObjectNode metadata() {
    ObjectNode pairs = JsonNodeFactory.instance.objectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      pairs.put(text(8), random.nextInt(5) == 0 ? "" : text(20) + control());
    }
    return pairs;
  }

  /** The request with another meaning: one thing in it changed, added or taken away. */
  ObjectNode other(ObjectNode request) {
    while (true) {
      ObjectNode changed = request.deepCopy();
      if (change(changed) && !changed.equals(request)) {
        return changed;
      }
    }
  }

  private boolean change(ObjectNode request) {
    return switch (random.nextInt(14)) {
      case 0 -> rewrite(request, "reference");
      case 1 -> oneMinorUnit(request);
      case 2 -> otherCurrency(request);
      case 3 -> put(request, "funding", random.nextBoolean() ? "cleared" : "pending");
      case 4 -> optional(request, "provider", one(List.of("simulator", "quick", "acme-2")));
      case 5 -> rewrite((ObjectNode) request.get("beneficiary"), "name");
      case 6 -> put((ObjectNode) request.get("beneficiary"), "country", one(COUNTRIES));
      case 7 ->
          replace(request, "beneficiary", otherDetails((ObjectNode) request.get("beneficiary")));
      case 8 -> sender(request);
      case 9 ->
          request.has("purpose")
              ? rewriteOrDrop(request, "purpose")
              : put(request, "purpose", text(9));
      case 10 -> moment(request, "submit_after", "2026-12-01T00:00:00Z");
      case 11 -> moment(request, "submit_before", "2028-12-01T00:00:00Z");
      case 12 -> put((ObjectNode) request.get("metadata"), text(8), text(9));
      default -> otherPair((ObjectNode) request.get("metadata"));
    };
  }

  private boolean oneMinorUnit(ObjectNode request) {
    BigDecimal amount = new BigDecimal(request.get("amount").textValue());
    BigDecimal other =
        random.nextBoolean() ? amount.add(amount.ulp()) : amount.subtract(amount.ulp());
    return other.signum() > 0 && put(request, "amount", other.toPlainString());
  }

  private boolean otherCurrency(ObjectNode request) {
    String now = request.get("currency").textValue();
    return put(
        request,
        "currency",
        one(CURRENCIES.stream().filter(alike -> alike.contains(now)).findFirst().orElseThrow()));
  }

  private ObjectNode otherDetails(ObjectNode beneficiary) {
    String method = random.nextInt(4) == 0 ? one(METHODS) : beneficiary.get("method").textValue();
    ObjectNode other = JsonNodeFactory.instance.objectNode();
    other.set("name", beneficiary.get("name"));
    other.set("country", beneficiary.get("country"));
    return other.put("method", method).set(method, details(method));
  }

  private boolean sender(ObjectNode request) {
    if (request.get("sender") instanceof ObjectNode sender) {
      return random.nextInt(3) == 0 ? request.remove("sender") != null : rewrite(sender, "name");
    }
    return replace(request, "sender", person());
  }

  private boolean moment(ObjectNode request, String name, String from) {
    if (!request.has(name)) {
      return put(request, name, instant(from));
    }
    if (random.nextBoolean()) {
      return request.remove(name) != null;
    }
    return put(
        request,
        name,
        Instant.parse(request.get(name).textValue()).plus(1, ChronoUnit.MICROS).toString());
  }

  private boolean otherPair(ObjectNode metadata) {
    List<String> names = new ArrayList<>();
    metadata.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty()) {
      return false;
    }
    String name = one(names);
    JsonNode value = metadata.get(name);
    return switch (random.nextInt(3)) {
      case 0 -> metadata.remove(name) != null;
      case 1 -> put(metadata, name, value.textValue() + "x");
      default ->
          metadata.remove(name) != null
              && !metadata.has(name + "x")
              && replace(metadata, name + "x", value);
    };
  }

  private boolean optional(ObjectNode request, String name, String value) {
    boolean drop = request.has(name) && random.nextBoolean();
    return drop ? request.remove(name) != null : put(request, name, value);
  }

  private boolean rewriteOrDrop(ObjectNode object, String name) {
    return random.nextInt(3) == 0 ? object.remove(name) != null : rewrite(object, name);
  }

  /** Another character at one place, so that it is another name in every spelling. */
  private boolean rewrite(ObjectNode object, String name) {
    String before = object.get(name).textValue();
    int[] points = before.codePoints().toArray();
    points[random.nextInt(points.length)] = one(List.of((int) 'q', (int) 'Q', 0x8bed, 0x1f600));
    String after = new String(points, 0, points.length);
    return !nfc(after).equals(nfc(before)) && put(object, name, after);
  }

  private static boolean put(ObjectNode object, String name, String value) {
    object.put(name, value);
    return true;
  }

  private static boolean replace(ObjectNode object, String name, JsonNode value) {
    object.set(name, value);
    return true;
  }

  private static String nfc(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  private String instant(String from) {
    int micros = random.nextBoolean() ? random.nextInt(1_000_000) : 0;
    return Instant.parse(from)
        .plus(random.nextInt(500), ChronoUnit.DAYS)
        .plus(micros, ChronoUnit.MICROS)
        .toString();
  }

  /** Texts begin with a letter, so that none is blank. */
  private String text(int most) {
    StringBuilder text = new StringBuilder("t");
    for (int i = random.nextInt(most); i > 1; i--) {
      text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }

  private String control() {
    return Character.toString(CONTROLS[random.nextInt(CONTROLS.length)]);
  }

  private void sometimes(Runnable act) {
    if (random.nextBoolean()) {
      act.run();
    }
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
