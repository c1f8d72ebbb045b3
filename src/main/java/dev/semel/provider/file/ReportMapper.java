// The report part of a sound file as records.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.WireNames;
import dev.semel.provider.ReportPacking;
import dev.semel.provider.report.IsoFormat;
import dev.semel.provider.report.JsonFormat;
import dev.semel.provider.report.Mt940Format;
import dev.semel.provider.report.Proving;
import dev.semel.provider.report.RecordWords;
import dev.semel.provider.report.RecordWords.Meaning;
import dev.semel.provider.report.ReportFormat;
import dev.semel.provider.report.Telling;
import java.nio.charset.Charset;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Maps how a report is fetched and read. */
final class ReportMapper {
  private final JsonNode file;
  private final JsonNode report;
  private final ZoneId zone;

  private ReportMapper(JsonNode file) {
    this.file = file;
    this.report = file.path("report");
    this.zone = ZoneId.of(report.path("time_zone").asText());
  }

  static Optional<ProviderFile.Report> report(JsonNode file) {
    return file.has("report") ? Optional.of(new ReportMapper(file).report()) : Optional.empty();
  }

  private ProviderFile.Report report() {
    return new ProviderFile.Report(
        zone,
        LocalTime.parse(report.path("due").asText("03:00")),
        FileMapper.duration(report.path("lag"), "P2D"),
        MatchMapper.terms(report),
        new ReportWayMapper(report).way(),
        VerifyMapper.proofs(report.path("verify")),
        WireNames.parse(ReportPacking.class, report.path("packed").asText("none")),
        format(report.path("format")));
  }

  private ReportFormat format(JsonNode format) {
    if (format.has("csv")) {
      return new CsvMapper(format.path("csv"), zone, words().meanings()).format();
    }
    if (format.has("mt940")) {
      return new Mt940Format(
          Charset.forName(format.path("mt940").path("charset").asText("ISO-8859-1")), zone);
    }
    for (IsoFormat.Message message : IsoFormat.Message.values()) {
      JsonNode iso = format.path(nameOf(message));
      if (iso.isObject()) {
        return iso(message, iso);
      }
    }
    return json(format.path("json"));
  }

  /** The member of {@code format} that declares a message: {@code camt053}. */
  static String nameOf(IsoFormat.Message message) {
    return message.title().replace(".", "");
  }

  /** What status words mean in the report, where not the same as elsewhere. */
  private StatusWords words() {
    return FileMapper.words(
        report.has("statuses") ? report.path("statuses") : file.path("statuses"));
  }

  private IsoFormat iso(IsoFormat.Message message, JsonNode iso) {
    return new IsoFormat(
        message,
        zone,
        Set.copyOf(FileMapper.texts(iso.path("namespaces"))),
        WireNames.parse(IsoFormat.Amount.class, iso.path("amount").asText("transaction")),
        iso.has("references") ? names(iso.path("references")) : IsoFormat.REFERENCES,
        names(iso.path("id")),
        iso.path("balances").asText().equals("required"),
        words().meanings());
  }

  private static List<IsoFormat.Name> names(JsonNode names) {
    return FileMapper.texts(names).stream()
        .map(name -> WireNames.parse(IsoFormat.Name.class, name))
        .toList();
  }

  private JsonFormat json(JsonNode json) {
    JsonNode records = json.path("records");
    return new JsonFormat(
        JsonPointer.compile(json.path("rows").asText()),
        new JsonRowReader(EndpointMapper.read(json.path("read"), Optional.of(zone)), words()),
        records.isObject()
            ? Optional.of(
                new JsonFormat.Records(
                    JsonPointer.compile(records.path("at").asText()), recordWords(records)))
            : Optional.empty(),
        json.path("totals").valueStream().map(ReportMapper::total).toList(),
        tellings(json.path("facts")),
        zone);
  }

  private static JsonFormat.Total total(JsonNode total) {
    return new JsonFormat.Total(
        JsonPointer.compile(total.path("at").asText()),
        WireNames.parse(Proving.class, total.path("equals").asText()),
        total.path("as").asText().equals("minor_units"),
        total.path("by").asText().equals("currency"));
  }

  private static Map<Telling, JsonPointer> tellings(JsonNode facts) {
    Map<Telling, JsonPointer> tellings = new EnumMap<>(Telling.class);
    facts
        .properties()
        .forEach(
            fact ->
                tellings.put(
                    WireNames.parse(Telling.class, fact.getKey()),
                    JsonPointer.compile(fact.getValue().asText())));
    return tellings;
  }

  /** What kinds of records there are; what is not listed refuses the report. */
  static RecordWords recordWords(JsonNode records) {
    Map<String, Meaning> meanings = new HashMap<>();
    records
        .path("kinds")
        .properties()
        .forEach(
            kind ->
                FileMapper.texts(kind.getValue())
                    .forEach(
                        word -> meanings.put(word, WireNames.parse(Meaning.class, kind.getKey()))));
    return new RecordWords(
        meanings, WireNames.parse(Meaning.class, records.path("otherwise").asText("refuse")));
  }
}
