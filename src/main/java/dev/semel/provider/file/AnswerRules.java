// Checks the rules about answers, and the pointers of what is read.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.CurrencyCode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.List;

/** Finds rules that can't apply, and readings that would never be used or can't be understood. */
final class AnswerRules {
  private final JsonNode file;
  private final FaultList faults;

  AnswerRules(JsonNode file, FaultList faults) {
    this.file = file;
    this.faults = faults;
  }

  void check() {
    JsonNode steps = file.path("prepare");
    for (int i = 0; i < steps.size(); i++) {
      endpoint(steps.path(i), "/prepare/" + i);
    }
    endpoint(file.path("submit"), "/submit");
    endpoint(file.path("lookup"), "/lookup");
    endpoint(file.path("status"), "/status");
    needs("/submit", "accepted", "no answer would ever mean that the partner has the payout");
    boolean asks = EndpointMapper.asksByReference(file);
    boolean later =
        file.at("/lookup/answers")
            .valueStream()
            .anyMatch(rule -> rule.path("is").asText().equals("pending"));
    if (asks && !later) {
      needs("/lookup", "found", "no lookup could ever find a payout");
    }
    if (asks && !file.at("/lookup/read").isObject() && finds(file.at("/lookup/answers"))) {
      faults.add("/lookup", "'read' is missing; add it.");
    }
    JsonNode status = file.path("status");
    if (!status.isMissingNode()) {
      lendsWhatItLacks(status);
    }
  }

  private void lendsWhatItLacks(JsonNode status) {
    for (String part : List.of("answers", "read")) {
      if (!status.has(part) && !file.path("lookup").has(part)) {
        faults.add(
            "/status", "There is no lookup question to take its " + part + " from; give it here.");
      }
    }
  }

  /** Whether a rule says that the payout is there, without saying itself what is read of it. */
  private static boolean finds(JsonNode answers) {
    return answers
        .valueStream()
        .anyMatch(rule -> rule.path("is").asText().equals("found") && !rule.has("read"));
  }

  private void needs(String pointer, String meaning, String otherwise) {
    JsonNode answers = file.at(pointer + "/answers");
    boolean there = answers.valueStream().anyMatch(r -> r.path("is").asText().equals(meaning));
    if (answers.isArray() && !there) {
      faults.add(
          pointer + "/answers", "No rule says '" + meaning + "': " + otherwise + "; add one.");
    }
  }

  private void endpoint(JsonNode endpoint, String pointer) {
    read(endpoint.path("read"), pointer + "/read");
    JsonNode rules = endpoint.path("answers");
    BitSet taken = new BitSet();
    int taker = -1;
    for (int i = 0; i < rules.size(); i++) {
      String at = pointer + "/answers/" + i;
      rule(rules.path(i), at);
      BitSet statuses = statuses(rules.path(i).path("when"));
      BitSet left = (BitSet) statuses.clone();
      left.andNot(taken);
      if (left.isEmpty() && !statuses.isEmpty() && taker >= 0) {
        faults.add(
            at,
            "This rule is never reached: the rules before it, down to number "
                + (taker + 1)
                + ", take every answer of its statuses; move it before them or remove it.");
      } else if (asksStatusAlone(rules.path(i).path("when"))) {
        taken.or(statuses);
        taker = i;
      }
    }
  }

  private static boolean asksStatusAlone(JsonNode when) {
    return when.path("body").isEmpty() && when.path("header").isEmpty();
  }

  private static BitSet statuses(JsonNode when) {
    BitSet statuses = new BitSet();
    JsonNode status = when.path("status");
    if (status.isMissingNode()) {
      statuses.set(StatusRanges.LOWEST, StatusRanges.HIGHEST + 1);
    }
    StatusRanges.of(status).forEach(range -> statuses.set(range.from(), range.to() + 1));
    return statuses;
  }

  private void rule(JsonNode rule, String pointer) {
    JsonNode when = rule.path("when");
    when(when, pointer + "/when");
    BitSet statuses = statuses(when);
    boolean neverBelieved = statuses.stream().noneMatch(StatusRanges::answers);
    if (!statuses.isEmpty() && neverBelieved && !rule.path("is").asText().equals("unknown")) {
      faults.add(
          pointer + "/when/status",
          "A redirect, a 1xx and a 408 are never believed: the outcome is unknown; remove the rule.");
    }
    pointer(rule.path("code"), pointer + "/code");
    pointer(rule.path("message"), pointer + "/message");
    read(rule.path("read"), pointer + "/read");
    if (rule.has("fault") && !rule.path("is").asText().equals("refused")) {
      faults.add(pointer + "/fault", "Only a refusal has a fault; remove it or say is: refused.");
    }
    if (rule.path("is").asText().equals("accepted") && when.path("status").isMissingNode()) {
      faults.add(
          pointer + "/when", "A rule for accepted has to name statuses, such as status: 2xx.");
    }
  }

  /** Statuses and pointers of a condition. */
  void when(JsonNode when, String pointer) {
    if (!StatusRanges.sound(when.path("status"))) {
      faults.add(
          pointer + "/status",
          "A status is a number from 100 to 599 or a class such as 2xx; correct it.");
    }
    when.path("body").properties().forEach(m -> pointer(m.getKey(), pointer + "/body"));
  }

  /** Pointers and ways of reading of a {@code read}. */
  void read(JsonNode read, String pointer) {
    read.properties()
        .forEach(
            member -> {
              String at = Pointers.child(pointer, member.getKey());
              JsonNode value = member.getValue();
              pointer(value.isObject() ? value.path("at") : value, at);
              String as = value.path("as").asText("plain");
              boolean amount =
                  member.getKey().equals("amount")
                      || member.getKey().equals(ReadValues.RETURNED_AMOUNT);
              if (as.equals("minor_units") != (amount && !as.equals("plain"))) {
                faults.add(
                    at + "/as",
                    "An amount is read as minor_units or without as, a time as unix, unix_ms, local_time or date.");
              }
              zone(value, as, pointer, at);
              if (value.has("fixed")) {
                fixed(member.getKey(), value.path("fixed").asText(), at + "/fixed");
              }
              if (value.has("where") != value.has("value")) {
                faults.add(
                    at,
                    "Which element of an array it is, where says, and where it is in that, value;"
                        + " give both or neither.");
              }
            });
  }

  /** Only what a partner pays out in may go without saying. */
  private void fixed(String name, String text, String at) {
    boolean currency = name.equals("currency") || name.equals("returned_currency");
    if (!currency || CurrencyCode.find(text).isEmpty()) {
      faults.add(
          at,
          "Only a currency may be fixed, of a partner that pays out in one; write its ISO 4217 code"
              + " or point at the value.");
    }
  }

  /** A report has a time zone; elsewhere a time without an offset has to name its own. */
  private void zone(JsonNode value, String as, String read, String at) {
    boolean local = as.equals("local_time") || as.equals("date");
    if (local && !value.has("zone") && !read.startsWith("/report")) {
      faults.add(
          at,
          "A time without an offset is of some place's clock; add zone, such as zone: Africa/Nairobi.");
    }
    if (value.has("zone")) {
      try {
        ZoneId.of(value.path("zone").asText());
      } catch (DateTimeException e) {
        faults.add(at + "/zone", "This is no time zone; write it like Africa/Nairobi.");
      }
    }
  }

  /** A pointer, where there is a text. */
  void pointer(JsonNode node, String at) {
    if (node.isTextual()) {
      pointer(node.asText(), at);
    }
  }

  private void pointer(String text, String at) {
    try {
      JsonPointer.compile(text);
    } catch (IllegalArgumentException e) {
      faults.add(at, "'" + text + "' is not a JSON Pointer; write it like /data/0/id.");
    }
  }
}
