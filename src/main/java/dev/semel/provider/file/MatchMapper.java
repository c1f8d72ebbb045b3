// What a provider's file allows when its report is matched.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.WireNames;
import dev.semel.provider.BusinessDays;
import dev.semel.provider.MatchTerms;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Set;
import java.util.stream.Collectors;

/** Maps what a file allows when its report is matched, and finds what can't be meant. */
final class MatchMapper {
  private static final String HOLIDAYS = "/report/holidays/";

  private MatchMapper() {}

  /** The terms of a sound file. */
  static MatchTerms terms(JsonNode report) {
    JsonNode match = report.path("match");
    return new MatchTerms(
        match.path("shortened_to").valueStream().map(JsonNode::asInt).collect(Collectors.toSet()),
        match.path("any_case").asBoolean(false),
        match.path("any_spaces").asBoolean(false),
        WireNames.parse(MatchTerms.Fees.class, match.path("fees").asText("apart")),
        match.path("in_parts").asBoolean(false),
        match.path("unexplained").asText(hasWordForIt(report) ? "counted" : "case").equals("case"),
        days(report));
  }

  /** Where a file gives other money a name, it knows what that is. */
  private static boolean hasWordForIt(JsonNode report) {
    JsonNode format = report.path("format");
    return format.has("csv") || format.has("json");
  }

  private static BusinessDays days(JsonNode report) {
    Set<DayOfWeek> closed =
        report.has("closed")
            ? FileMapper.texts(report.path("closed")).stream()
                .map(day -> WireNames.parse(DayOfWeek.class, day))
                .collect(Collectors.toSet())
            : BusinessDays.USUAL.closed();
    Set<LocalDate> holidays =
        FileMapper.texts(report.path("holidays")).stream()
            .map(LocalDate::parse)
            .collect(Collectors.toSet());
    return new BusinessDays(closed, holidays);
  }

  static void check(JsonNode report, FaultList faults) {
    JsonNode holidays = report.path("holidays");
    for (int i = 0; i < holidays.size(); i++) {
      try {
        LocalDate.parse(holidays.path(i).asText());
      } catch (DateTimeException e) {
        faults.add(HOLIDAYS + i, "The calendar has no such day; write it like \"2026-12-25\".");
      }
    }
    String fees = report.at("/match/fees").asText("apart");
    if (!fees.equals("apart") && !tellsFees(report.path("format"))) {
      faults.add(
          "/report/match/fees",
          "The report has no rows of fees; list their word under records/kinds/fee, or remove this.");
    }
  }

  private static boolean tellsFees(JsonNode format) {
    boolean rowsOfKinds = format.has("csv") || format.has("json");
    return !rowsOfKinds
        || format.at("/csv/records/kinds").has("fee")
        || format.at("/json/records/kinds").has("fee")
        || format.at("/csv/records/otherwise").asText().equals("fee")
        || format.at("/json/records/otherwise").asText().equals("fee");
  }
}
