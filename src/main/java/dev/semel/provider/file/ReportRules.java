// Checks the report part of a file.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.report.IsoFormat;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Finds reports that could not be dated, matched or proven. */
final class ReportRules {
  private static final String JSON = "/report/format/json";

  private final JsonNode report;
  private final FaultList faults;
  private final AnswerRules answers;
  private final CsvRules csv;

  ReportRules(JsonNode file, FaultList faults) {
    this.report = file.path("report");
    this.faults = faults;
    this.answers = new AnswerRules(file, faults);
    this.csv =
        new CsvRules(
            report.has("statuses") ? report.path("statuses") : file.path("statuses"), faults);
  }

  void check() {
    if (report.isMissingNode()) {
      return;
    }
    String zone = report.path("time_zone").asText();
    try {
      ZoneId.of(zone);
    } catch (DateTimeException e) {
      faults.add(
          "/report/time_zone", "'" + zone + "' is no time zone; write it like Africa/Nairobi.");
    }
    MatchMapper.check(report, faults);
    new ReportWayRules(report, faults).check();
    new VerifyRules(report, faults).check();
    JsonNode format = report.path("format");
    json(format.path("json"));
    csv.check(format.path("csv"), "/report/format/csv");
    charset(format.at("/mt940/charset"), "/report/format/mt940/charset", faults);
    for (IsoFormat.Message message : IsoFormat.Message.values()) {
      String name = ReportMapper.nameOf(message);
      iso(message, format.path(name), "/report/format/" + name);
    }
  }

  private void json(JsonNode json) {
    JsonNode read = json.path("read");
    answers.read(read, JSON + "/read");
    if (read.isObject() && !read.has("reference") && !read.has("id")) {
      faults.add(JSON + "/read", "A row has to name its payout; add reference or id.");
    }
    answers.pointer(json.path("rows"), JSON + "/rows");
    json.path("facts")
        .properties()
        .forEach(
            fact ->
                answers.pointer(fact.getValue(), Pointers.child(JSON + "/facts", fact.getKey())));
    JsonNode totals = json.path("totals");
    for (int i = 0; i < totals.size(); i++) {
      jsonTotal(totals.path(i), JSON + "/totals/" + i);
    }
    if (json.has("records")) {
      answers.pointer(json.at("/records/at"), JSON + "/records/at");
      kinds(json.path("records"), JSON + "/records", faults);
    }
  }

  private void jsonTotal(JsonNode total, String pointer) {
    answers.pointer(total.path("at"), pointer + "/at");
    boolean counts = total.path("equals").asText().equals("count");
    if (counts && (total.has("as") || total.has("by"))) {
      faults.add(pointer, "A count is a whole number; remove as and by.");
    }
  }

  private void iso(IsoFormat.Message message, JsonNode iso, String pointer) {
    boolean status = message == IsoFormat.Message.PAIN_002;
    for (String member : new String[] {"amount", "balances"}) {
      if (status && iso.has(member)) {
        faults.add(
            Pointers.child(pointer, member), "A report of statuses has none of that; remove it.");
      }
    }
    if (message == IsoFormat.Message.CAMT_054 && iso.has("balances")) {
      faults.add(pointer + "/balances", "A notification has no balances; remove this.");
    }
  }

  /** What is said of kinds of records: each word once, and one of them has to be a payout. */
  static void kinds(JsonNode records, String pointer, FaultList faults) {
    Map<String, String> kindOf = new HashMap<>();
    records
        .path("kinds")
        .properties()
        .forEach(
            kind ->
                FileMapper.texts(kind.getValue())
                    .forEach(
                        word -> {
                          if (kindOf.putIfAbsent(word, kind.getKey()) != null) {
                            faults.add(
                                Pointers.child(pointer + "/kinds", kind.getKey()),
                                "'" + word + "' is listed twice; it can have one meaning.");
                          }
                        }));
    Set<String> payouts = Set.of("payout", "return");
    boolean some =
        kindOf.values().stream().anyMatch(payouts::contains)
            || payouts.contains(records.path("otherwise").asText());
    if (records.path("kinds").isObject() && !some) {
      faults.add(pointer, "No record is a payout; list the word for one under kinds/payout.");
    }
  }

  /** A character set has to be one that this Java knows. */
  static void charset(JsonNode charset, String pointer, FaultList faults) {
    if (charset.isTextual() && !Charsets.known(charset.asText())) {
      faults.add(
          pointer,
          "'"
              + charset.asText()
              + "' is no character set that is known; write it like UTF-8, windows-1252 or"
              + " ISO-8859-1.");
    }
  }
}
