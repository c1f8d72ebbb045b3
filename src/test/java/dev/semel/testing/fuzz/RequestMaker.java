// Makes requests from the contract: right ones that go deep, and wrong ones.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.testing.Contract;
import dev.semel.testing.Operation;
import dev.semel.testing.fuzz.FuzzRequest.Access;
import dev.semel.testing.fuzz.FuzzRequest.Header;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes one request after the other; the same seed and number make the same, given the harvest. */
final class RequestMaker {

  /** What is wrong with a request, if anything is. */
  private enum Wrong {
    NOTHING,
    BODY,
    PATH,
    QUERY,
    HEADERS,
    ACCESS,
    METHOD
  }

  private static final Set<String> LENT = Set.of("Idempotency-Key", "Request-Id", "If-None-Match");

  /** Without it these would nearly always be refused for the state of what they are about. */
  private static final Map<String, String> WANTED_STATUS =
      Map.ofEntries(
          Map.entry("confirmFunding", "awaiting_funds"),
          Map.entry("cancelPayout", "awaiting_funds"),
          Map.entry("holdPayout", "awaiting_funds"),
          Map.entry("releasePayout", "held"),
          Map.entry("resendPayout", "held"),
          Map.entry("correctPayout", "held"),
          Map.entry("settlePayout", "sent"),
          Map.entry("approveApproval", "pending"),
          Map.entry("rejectApproval", "pending"),
          Map.entry("assignCase", "open"),
          Map.entry("resolveCase", "open"),
          Map.entry("reopenCase", "resolved"),
          Map.entry("verifyReport", "quarantined"),
          Map.entry("releaseReport", "quarantined"),
          Map.entry("rejectReport", "quarantined"));

  private final Contract contract;
  private final List<Party> parties;
  private final UsedKeys used;
  private final SignedWebhooks webhooks;
  private final long seed;
  private final Instant now;

  RequestMaker(
      Contract contract,
      List<Party> parties,
      UsedKeys used,
      SignedWebhooks webhooks,
      long seed,
      Instant now) {
    this.contract = contract;
    this.parties = parties;
    this.used = used;
    this.webhooks = webhooks;
    this.seed = seed;
    this.now = now;
  }

  /** The request of a number. */
  FuzzRequest make(int number) {
    Dice dice = new Dice(seed, number);
    if (dice.percent(4)) {
      Optional<FuzzRequest> repeat = used.any(dice).filter(RequestMaker::isStillGood);
      if (repeat.isPresent()) {
        return repeat.get();
      }
    }
    Operation operation = operation(dice, number);
    Wrong wrong =
        dice.percent(58)
            ? Wrong.NOTHING
            : dice.oneOf(
                Wrong.BODY,
                Wrong.BODY,
                Wrong.BODY,
                Wrong.BODY,
                Wrong.PATH,
                Wrong.PATH,
                Wrong.QUERY,
                Wrong.HEADERS,
                Wrong.HEADERS,
                Wrong.ACCESS,
                Wrong.METHOD);
    // How the paths of health may be spelled is the platform's affair.
    boolean health = operation.template().startsWith("/health") && wrong == Wrong.PATH;
    return new Draft(dice, number, operation, health ? Wrong.METHOD : wrong).request();
  }

  private static boolean isStillGood(FuzzRequest request) {
    return request.key() != null && !request.party().isEndangered(request.key().id());
  }

  /** Every operation comes round; asking for payouts comes more often, so that there are some. */
  private Operation operation(Dice dice, int number) {
    List<Operation> all = contract.operations();
    return dice.percent(12)
        ? all.stream().filter(one -> one.id().equals("createPayout")).findFirst().orElseThrow()
        : all.get(number % all.size());
  }

  /** One request in the making. */
  private final class Draft {
    private final Dice dice;
    private final int number;
    private final Operation operation;
    private final Wrong wrong;
    private final Party party;
    private final SchemaValues values;
    private final List<Header> headers = new ArrayList<>();
    private final String permission;
    private Party.@Nullable Key key;
    private Access access = Access.OPEN;

    Draft(Dice dice, int number, Operation operation, Wrong wrong) {
      this.dice = dice;
      this.number = number;
      this.operation = operation;
      this.wrong = wrong;
      this.party = dice.pick(parties);
      this.values = new SchemaValues(contract, party, dice, now);
      this.permission = operation.node().path("x-permission").asText("none");
    }

    FuzzRequest request() {
      authorize();
      String method = operation.method().toUpperCase(Locale.ROOT);
      if (wrong == Wrong.METHOD) {
        method = dice.oneOf("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD");
      }
      String path = path();
      String query = query();
      byte[] body = body();
      declaredHeaders();
      usualHeaders(body);
      if (wrong == Wrong.HEADERS) {
        oddHeaders();
      }
      boolean chunked = body.length > 0 && dice.percent(8);
      return new FuzzRequest(
          number,
          operation,
          method,
          path + (query.isEmpty() ? "" : "?" + query),
          headers,
          method.equals("GET") || method.equals("HEAD") ? new byte[0] : body,
          chunked && !method.equals("GET") && !method.equals("HEAD"),
          party,
          key,
          access);
    }

    // ---- who ----

    private void authorize() {
      JsonNode security = operation.node().path("security");
      boolean open = security.isArray() && security.isEmpty();
      boolean refused = wrong == Wrong.ACCESS && dice.percent(60);
      boolean weak = wrong == Wrong.ACCESS && !refused && !party.weakKeys().isEmpty();
      Party.Key chosen = weak ? dice.pick(party.weakKeys()) : dice.pick(party.keys());
      if (refused) {
        badToken(chosen.token()).forEach(value -> headers.add(new Header("Authorization", value)));
      } else {
        key = chosen;
        String scheme = dice.percent(5) ? dice.oneOf("bearer ", "BEARER ", "Bearer  ") : "Bearer ";
        headers.add(new Header("Authorization", scheme + chosen.token()));
      }
      if (!open) {
        access =
            refused ? Access.REFUSED : chosen.may(permission) ? Access.GRANTED : Access.LACKING;
      }
    }

    private List<String> badToken(String good) {
      int second = good.indexOf('_', 3);
      return dice.oneOf(
          List.of(),
          List.of("Bearer"),
          List.of("Bearer "),
          List.of("Basic " + good),
          List.of(good),
          List.of("Bearer " + good.substring(0, good.length() - 1)),
          List.of("Bearer " + good + "x"),
          List.of("Bearer " + good.substring(0, second + 1) + "x".repeat(32)),
          List.of("Bearer sm_" + party.mark() + "_" + "y".repeat(32)),
          List.of("Bearer " + "z".repeat(4_000)),
          List.of("Bearer " + good, "Bearer " + good),
          List.of("Bearer " + good + ", Bearer " + good),
          List.of("Bearer \u00FF\u00FE"),
          List.of("Bearer ' OR 1=1 --"));
    }

    // ---- where ----

    private String path() {
      StringBuilder path = new StringBuilder();
      for (String segment : operation.template().substring(1).split("/", -1)) {
        path.append('/');
        if (segment.startsWith("{")) {
          JsonNode parameter = parameter("path", segment.substring(1, segment.length() - 1));
          path.append(wrong == Wrong.PATH ? oddSegment() : segment(parameter));
        } else {
          path.append(segment);
        }
      }
      if (wrong == Wrong.PATH && !operation.template().contains("{")) {
        path.append(dice.oneOf("/", "/x", "//", "/..", "/%2e%2e", ";a=b", ".json", "%00"));
      }
      return path.toString();
    }

    private String segment(JsonNode parameter) {
      JsonNode schema = contract.resolve(parameter.path("schema"));
      String pattern = schema.path("pattern").asText();
      String value;
      if (name(parameter).equals("provider")) {
        value = dice.oneOf("quick", "quick", "simulator", "nobody");
      } else if (operation.template().startsWith("/v1/ops/providers/")) {
        // A partner that is paused would keep everybody else's payouts waiting.
        value = dice.oneOf("spare", "spare", "nobody");
      } else if (pattern.isEmpty() || dice.percent(10)) {
        value = values.make(schema, "").asText();
      } else {
        value =
            fitForIt(pattern)
                .or(() -> party.harvest().id(pattern, dice))
                .orElseGet(() -> Patterns.text(pattern, dice));
      }
      return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** One in the status in which the operation does something, where that is known. */
    private Optional<String> fitForIt(String pattern) {
      String status = WANTED_STATUS.get(operation.id());
      return status == null || dice.percent(25)
          ? Optional.empty()
          : party.harvest().any("status " + status, dice).filter(id -> Patterns.fits(pattern, id));
    }

    private String oddSegment() {
      Party other = dice.pick(parties);
      String id = other.harvest().anyId(dice).orElse("po_01jdxyz3m8q4w6t9v2b5n7k1ac");
      return dice.oneOf(
          id,
          id,
          id,
          id.toUpperCase(Locale.ROOT),
          id.substring(0, id.length() - 1),
          id + "0",
          id.replaceFirst("_", "%5F"),
          "%" + Integer.toHexString(0x100 | id.charAt(0)).substring(1) + id.substring(1),
          id + "%00",
          id + "%0d%0a",
          id + "%20",
          id + ";x=y",
          id + "/",
          "..%2f" + id,
          "%00",
          "%ff",
          "%ZZ",
          "%",
          id + "%2",
          "%u0041",
          "%C0%AF",
          "%ED%A0%80",
          "%F0%9F%92%B8",
          "%22%27%3Cscript%3E",
          "'%20OR%201=1--",
          "a".repeat(2_000),
          "null",
          "0",
          "-1",
          "*",
          "%25s%25n");
    }

    // ---- what is asked ----

    private String query() {
      List<String> pairs = new ArrayList<>();
      for (JsonNode parameter : parameters()) {
        if (parameter.path("in").asText().equals("query")
            && dice.percent(parameter.path("required").asBoolean() ? 97 : 25)) {
          String value =
              wrong == Wrong.QUERY && dice.percent(60) ? oddValue() : encoded(value(parameter));
          pairs.add(name(parameter) + "=" + value);
          if (wrong == Wrong.QUERY && dice.percent(15)) {
            pairs.add(name(parameter) + "=" + encoded(value(parameter)));
          }
        }
      }
      if (wrong == Wrong.QUERY && dice.percent(40)) {
        pairs.add(
            dice.oneOf(
                "x=1",
                "tenant=other",
                "limit",
                "limit=",
                "=",
                "&&",
                "a%ff=b",
                "limit=10&limit=10",
                "cursor=",
                "%00=1",
                "LIMIT=5",
                "limit[]=1",
                "q=" + party.mark()));
      }
      return String.join("&", pairs);
    }

    private String value(JsonNode parameter) {
      if (name(parameter).equals("cursor")) {
        return party
            .harvest()
            .any("cursor " + operation.id(), dice)
            .orElse("cG9fMDFqZHh5ejNtOHE0dzZ0OXYyYjVuN2sxYWM");
      }
      return values.make(parameter.path("schema"), name(parameter)).asText();
    }

    private String oddValue() {
      Party other = dice.pick(parties);
      return dice.oneOf(
          encoded(Noise.misshapen(dice)),
          encoded(Noise.harmless(dice)),
          encoded(Noise.ofSomeLength(dice).substring(0, 1)),
          encoded(other.harvest().any("cursor " + operation.id(), dice).orElse("cursor")),
          encoded(other.harvest().any("reference", dice).orElse("reference")),
          other.harvest().anyId(dice).orElse("po_1"),
          "%ff",
          "%00",
          "%ZZ",
          "%",
          "%2",
          "x".repeat(600),
          "MA",
          "OTk5OTk5OTk5OTk5",
          "LTE",
          "1e1",
          "%2B5",
          "101",
          "0",
          "true");
    }

    private static String encoded(String value) {
      return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    // ---- the body ----

    private byte[] body() {
      JsonNode content = contract.resolve(operation.node().path("requestBody")).path("content");
      if (content.isMissingNode()) {
        return new byte[0];
      }
      if (!content.has("application/json")) {
        return webhooks.sign(party, dice, wrong == Wrong.BODY, headers);
      }
      JsonNode right = values.make(content.path("application/json").path("schema"));
      return wrong == Wrong.BODY
          ? new Mutation(dice).of(right)
          : right.toString().getBytes(StandardCharsets.UTF_8);
    }

    // ---- the headers ----

    private void declaredHeaders() {
      for (JsonNode parameter : parameters()) {
        if (!parameter.path("in").asText().equals("header")) {
          continue;
        }
        switch (name(parameter)) {
          case "Idempotency-Key" -> headers.add(new Header("Idempotency-Key", idempotencyKey()));
          case "If-None-Match" ->
              party
                  .harvest()
                  .any("etag", dice)
                  .filter(tag -> dice.percent(40))
                  .ifPresent(tag -> headers.add(new Header("If-None-Match", tag)));
          default -> {
            if (dice.percent(parameter.path("required").asBoolean() ? 100 : 20)) {
              String value = values.make(parameter.path("schema"), name(parameter)).asText();
              headers.add(new Header(name(parameter), value));
            }
          }
        }
      }
    }

    private String idempotencyKey() {
      if (key != null && dice.percent(6)) {
        return used.key(key.id(), operation.id(), dice).orElse("again");
      }
      return "fuzz-" + seed + "-" + number;
    }

    private void usualHeaders(byte[] body) {
      if (body.length > 0 || operation.node().has("requestBody")) {
        headers.add(
            new Header(
                "Content-Type",
                dice.percent(85)
                    ? "application/json"
                    : dice.oneOf("application/json; charset=utf-8", "Application/JSON")));
      }
      if (dice.percent(80)) {
        headers.add(new Header("Accept", dice.percent(80) ? "application/json" : "*/*"));
      }
    }

    private void oddHeaders() {
      switch (dice.below(5)) {
        case 0 -> replace("Idempotency-Key", oddKeys());
        case 1 ->
            replace(
                "Content-Type",
                dice.oneOf(
                    List.of(),
                    List.of("text/plain"),
                    List.of("application/xml"),
                    List.of("application/problem+json"),
                    List.of("multipart/form-data; boundary=x"),
                    List.of("application/x-www-form-urlencoded"),
                    List.of("application/json; charset=utf-16"),
                    List.of("application/json/x"),
                    List.of("json"),
                    List.of(""),
                    List.of("*/*"),
                    List.of("application/json", "text/plain")));
        case 2 ->
            replace(
                "Accept",
                dice.oneOf(
                    List.of("image/png"),
                    List.of("text/html"),
                    List.of("text/csv"),
                    List.of("application/json;q=0"),
                    List.of("application/*;q=0.1, text/html"),
                    List.of(""),
                    List.of("garbage"),
                    List.of("a/b/c;;q=x"),
                    List.of("application/problem+json"),
                    List.of("application/json;q=1.5")));
        case 3 ->
            replace(
                "If-None-Match",
                dice.oneOf(
                    List.of("*"),
                    List.of("W/\"1\""),
                    List.of("\"x\", \"1\""),
                    List.of("1"),
                    List.of("\""),
                    List.of("\"1\"", "\"2\"")));
        default ->
            replace(
                "Request-Id",
                dice.oneOf(
                    List.of("a b"),
                    List.of(""),
                    List.of("x".repeat(129)),
                    List.of("\u00E9"),
                    List.of("one", "two"),
                    List.of("<script>"),
                    List.of("ok-1")));
      }
    }

    private List<String> oddKeys() {
      return dice.oneOf(
          List.of(),
          List.of(""),
          List.of("\"\""),
          List.of("x".repeat(255)),
          List.of("x".repeat(256)),
          List.of("\"" + "x".repeat(255) + "\""),
          List.of("\"quoted " + number + "\""),
          List.of("\"open"),
          List.of("a\"b"),
          List.of("a,b"),
          List.of("a\\b"),
          List.of("\"a\\\"b" + number + "\""),
          List.of("\"a\\b\""),
          List.of("two words"),
          List.of("\u00E9"),
          List.of("\"a\";q=1"),
          List.of("one-" + number, "two-" + number),
          List.of("tab\there"));
    }

    private void replace(String name, List<String> with) {
      boolean declared =
          !LENT.contains(name) || parameters().stream().anyMatch(p -> name(p).equals(name));
      if (declared) {
        headers.removeIf(header -> header.name().equals(name));
        with.forEach(value -> headers.add(new Header(name, value)));
      }
    }

    // ---- the contract ----

    private List<JsonNode> parameters() {
      return SchemaValues.items(operation.node().path("parameters")).stream()
          .map(contract::resolve)
          .toList();
    }

    private JsonNode parameter(String in, String name) {
      return parameters().stream()
          .filter(one -> one.path("in").asText().equals(in) && name(one).equals(name))
          .findFirst()
          .orElseThrow();
    }

    private static String name(JsonNode parameter) {
      return parameter.path("name").asText();
    }
  }
}
