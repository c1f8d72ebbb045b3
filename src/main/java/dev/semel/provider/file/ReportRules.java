// Checks the report part of a file.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.ZoneId;

/** Finds reports that could not be dated or matched. */
final class ReportRules {
  private final JsonNode report;
  private final FaultList faults;
  private final AnswerRules answers;

  ReportRules(JsonNode file, FaultList faults) {
    this.report = file.path("report");
    this.faults = faults;
    this.answers = new AnswerRules(file, faults);
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
    JsonNode read = report.at("/format/json/read");
    answers.read(read, "/report/format/json/read");
    if (read.isObject() && !read.has("reference") && !read.has("id")) {
      faults.add("/report/format/json/read", "A row has to name its payout; add reference or id.");
    }
  }
}
