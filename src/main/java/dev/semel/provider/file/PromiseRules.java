// Checks what a file says of corridors, references, times, limits and promises.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.ClientReference;
import dev.semel.domain.CurrencyCode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Finds promises that contradict each other, and values that can't be. */
final class PromiseRules {
  private static final String SAMPLE_ID = "po_06f1z8x3k7v2m4q9t5w0c8b1ng";
  private static final int SAMPLE_ATTEMPT = 9;
  private static final Duration LONGEST = Duration.ofDays(3660);
  private static final List<String> DURATIONS =
      List.of(
          "/idempotency/window",
          "/visibility/within",
          "/limits/connect_timeout",
          "/limits/timeout",
          "/retry/base",
          "/retry/cap",
          "/retry/total",
          "/breaker/open_for",
          "/auth/oauth2/lasts",
          "/auth/token/lasts",
          "/lookup/scan/margin",
          "/webhook/signature/timestamp/tolerance",
          "/webhook/results/within",
          "/report/lag");

  private final JsonNode file;
  private final FaultList faults;

  PromiseRules(JsonNode file, FaultList faults) {
    this.file = file;
    this.faults = faults;
  }

  void check() {
    DURATIONS.forEach(pointer -> duration(file.at(pointer), pointer));
    durations("/lookups");
    durations("/status_checks");
    corridors();
    exposure();
    reference();
    statuses();
    uniqueSteps();
    breaker();
    order("/retry/base", "/retry/cap", "The first pause is longer than the longest; swap them.");
    order(
        "/limits/connect_timeout",
        "/limits/timeout",
        "The time to connect is longer than the whole timeout; make it shorter.");
    promises();
    afterPaid();
  }

  private void durations(String pointer) {
    JsonNode list = file.at(pointer);
    for (int i = 0; i < list.size(); i++) {
      duration(list.path(i), pointer + "/" + i);
    }
    if (list.isArray() && list.isEmpty()) {
      faults.add(pointer, "The list is empty; name at least one pause, or leave it out.");
    }
  }

  private void duration(JsonNode node, String pointer) {
    if (!node.isTextual()) {
      return;
    }
    Optional<Duration> duration = parsed(node);
    if (duration.isEmpty()) {
      faults.add(pointer, "'" + node.asText() + "' is not a duration; write it like PT30S or P2D.");
    } else if (!duration.get().isPositive()) {
      faults.add(pointer, "A duration has to be longer than nothing; make it positive.");
    } else if (duration.get().compareTo(LONGEST) > 0) {
      faults.add(pointer, "Nothing here takes longer than ten years; make it shorter.");
    }
  }

  private static Optional<Duration> parsed(JsonNode node) {
    try {
      return Optional.of(Duration.parse(node.asText()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private void order(String shorter, String longer, String message) {
    Optional<Duration> first = parsed(file.at(shorter));
    Optional<Duration> second = parsed(file.at(longer));
    if (first.isPresent() && second.isPresent() && first.get().compareTo(second.get()) > 0) {
      faults.add(shorter, message);
    }
  }

  private void corridors() {
    JsonNode serves = file.path("serves");
    for (int i = 0; i < serves.size(); i++) {
      JsonNode corridor = serves.path(i);
      String pointer = "/serves/" + i;
      String currency = corridor.path("currency").asText();
      Optional<BigDecimal> min = money(corridor.path("min"), currency, pointer + "/min");
      Optional<BigDecimal> max = money(corridor.path("max"), currency, pointer + "/max");
      if (corridor.path("currency").isTextual() && CurrencyCode.find(currency).isEmpty()) {
        faults.add(pointer + "/currency", unknownCurrency(currency));
      }
      if (min.isPresent() && max.isPresent() && min.get().compareTo(max.get()) > 0) {
        faults.add(pointer + "/min", "The smallest amount is above the largest; swap them.");
      }
    }
  }

  private void exposure() {
    String pointer = "/limits/unknown_exposure";
    for (Map.Entry<String, JsonNode> cap : file.at(pointer).properties()) {
      String at = Pointers.child(pointer, cap.getKey());
      if (CurrencyCode.find(cap.getKey()).isEmpty()) {
        faults.add(at, unknownCurrency(cap.getKey()));
      }
      money(cap.getValue(), cap.getKey(), at);
    }
  }

  private static String unknownCurrency(String code) {
    return "'" + code + "' is not a current ISO 4217 currency; correct it.";
  }

  private Optional<BigDecimal> money(JsonNode node, String currency, String pointer) {
    if (!node.isTextual()) {
      return Optional.empty();
    }
    try {
      BigDecimal amount = new BigDecimal(node.asText());
      Optional<CurrencyCode> known = CurrencyCode.find(currency);
      if (known.isPresent() && amount.scale() > known.get().minorUnits()) {
        faults.add(
            pointer, currency + " has " + known.get().minorUnits() + " decimals; write no more.");
      }
      return Optional.of(amount);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private void reference() {
    JsonNode reference = file.path("reference");
    ClientReference.Form form = FileMapper.form(reference);
    String sample = ClientReference.of(SAMPLE_ID, SAMPLE_ATTEMPT, form);
    if (form == ClientReference.Form.UUID && reference.has("case")) {
      faults.add("/reference/case", "A UUID has no case to choose; remove it.");
    }
    int longest = reference.path("max_length").asInt(Integer.MAX_VALUE);
    int roomForSecondDigit = form == ClientReference.Form.UUID ? 0 : 1;
    if (sample.length() + roomForSecondDigit > longest) {
      faults.add(
          "/reference/max_length",
          "Our reference would not fit: it looks like '" + sample + "'; choose a shorter form.");
    }
    if (reference.path("alphabet").isTextual()) {
      alphabet(reference.path("alphabet").asText(), sample);
    }
  }

  private void alphabet(String alphabet, String sample) {
    try {
      if (!Pattern.compile("[" + alphabet + "]+").matcher(sample).matches()) {
        faults.add(
            "/reference/alphabet",
            "Our reference has other characters: it looks like '"
                + sample
                + "'; choose another form or case.");
      }
    } catch (PatternSyntaxException e) {
      faults.add("/reference/alphabet", "This is not a list of characters; write it like A-Z0-9-.");
    }
  }

  private void statuses() {
    Map<String, String> firstIn = new HashMap<>();
    for (Map.Entry<String, JsonNode> group : file.path("statuses").properties()) {
      for (int i = 0; i < group.getValue().size(); i++) {
        String word = group.getValue().path(i).asText();
        String other = firstIn.putIfAbsent(word, group.getKey());
        if (other != null) {
          faults.add(
              "/statuses/" + group.getKey() + "/" + i,
              "'" + word + "' already means " + other + "; a word has one meaning, remove one.");
        }
      }
    }
  }

  private void uniqueSteps() {
    Set<String> names = new HashSet<>();
    JsonNode steps = file.path("prepare");
    for (int i = 0; i < steps.size(); i++) {
      if (!names.add(steps.path(i).path("name").asText())) {
        faults.add("/prepare/" + i + "/name", "Another step has this name; choose another.");
      }
    }
  }

  private void breaker() {
    JsonNode breaker = file.path("breaker");
    if (breaker.path("failures").asInt(10) > breaker.path("of").asInt(20)) {
      faults.add("/breaker", "It can't fail more often than it is tried; make of larger.");
    }
  }

  private void afterPaid() {
    JsonNode afterPaid = file.path("after_paid");
    JsonNode statuses = file.path("statuses");
    boolean returns =
        !statuses.path("returned").isEmpty()
            || afterPaid.valueStream().anyMatch(to -> to.asText().equals("returned"));
    for (Map.Entry<String, JsonNode> member : afterPaid.properties()) {
      String at = Pointers.child("/after_paid", member.getKey());
      if (statuses.path(member.getKey()).isEmpty()) {
        faults.add(
            at,
            "No status word means '" + member.getKey() + "'; list one in statuses or remove it.");
      }
      if (member.getValue().asText().equals("processing") && !returns) {
        faults.add(
            at,
            "Nothing would ever say that the money came back; list a word for returned in"
                + " statuses, or say returned here.");
      }
    }
  }

  private void promises() {
    JsonNode visibility = file.path("visibility");
    if (visibility.path("promised").asBoolean(false) && !visibility.has("within")) {
      faults.add("/visibility", "A promise needs a time; add within, or say promised: false.");
    }
    JsonNode idempotency = file.path("idempotency");
    boolean repeats = !idempotency.path("kind").asText("none").equals("none");
    boolean resendTells = repeats && !idempotency.path("replays_errors").asBoolean(false);
    if (!file.has("lookup") && !resendTells) {
      faults.add(
          "",
          "Nothing could ever tell an unknown outcome: add lookup, or an idempotency under which a"
              + " resend is safe.");
    }
    boolean asks = EndpointMapper.asksByReference(file);
    if (!asks && visibility.path("promised").asBoolean(false)) {
      faults.add(
          "/visibility/promised", "A promise about lookups needs a lookup question; add it.");
    }
    if (!asks && !file.has("status") && !file.has("webhook")) {
      faults.add(
          "", "Nothing would ever say that a payout was paid: add lookup, status or webhook.");
    }
  }
}
