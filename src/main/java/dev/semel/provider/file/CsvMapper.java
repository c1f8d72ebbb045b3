// A CSV of a sound file as records.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.WireNames;
import dev.semel.provider.report.CsvFormat;
import dev.semel.provider.report.CsvFormat.Bom;
import dev.semel.provider.report.CsvFormat.Cell;
import dev.semel.provider.report.CsvFormat.Column;
import dev.semel.provider.report.CsvFormat.Field;
import dev.semel.provider.report.CsvFormat.Outgoing;
import dev.semel.provider.report.CsvFormat.Total;
import dev.semel.provider.report.CsvFormat.Value;
import dev.semel.provider.report.NumberForm;
import dev.semel.provider.report.Proving;
import dev.semel.provider.report.RecordWords.Meaning;
import dev.semel.provider.report.Telling;
import dev.semel.provider.report.TimeForm;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Maps how a CSV is written. */
final class CsvMapper {
  private static final Set<Meaning> ROWS =
      Set.of(Meaning.PAYOUT, Meaning.RETURN, Meaning.FEE, Meaning.OTHER);

  private final JsonNode csv;
  private final ZoneId zone;
  private final Map<String, ProviderStatus> statuses;

  CsvMapper(JsonNode csv, ZoneId zone, Map<String, ProviderStatus> statuses) {
    this.csv = csv;
    this.zone = zone;
    this.statuses = statuses;
  }

  CsvFormat format() {
    return new CsvFormat(
        Charset.forName(csv.path("charset").asText("UTF-8")),
        WireNames.parse(Bom.class, csv.path("bom").asText("allowed")),
        csv.path("delimiter").asText(",").charAt(0),
        quote(),
        numbers(),
        csv.has("dates") ? times(csv.path("dates").asText()) : TimeForm.ISO,
        zone,
        csv.path("skip").asInt(0),
        csv.path("header").asBoolean(true),
        csv.path("strict").asBoolean(false),
        WireNames.parse(Outgoing.class, csv.path("outgoing").asText("positive")),
        values(csv.path("columns")),
        records(),
        csv.path("totals").valueStream().map(CsvMapper::total).toList(),
        tellings(),
        csv.path("adds_up").valueStream().map(CsvMapper::sum).toList(),
        csv.has("once") ? Optional.of(column(csv.path("once"))) : Optional.empty(),
        statuses);
  }

  private Optional<Character> quote() {
    String quote = csv.path("quote").asText("\"");
    return quote.equals("none") ? Optional.empty() : Optional.of(quote.charAt(0));
  }

  private NumberForm numbers() {
    Set<NumberForm.Minus> minus =
        csv.has("minus")
            ? FileMapper.texts(csv.path("minus")).stream()
                .map(one -> WireNames.parse(NumberForm.Minus.class, one))
                .collect(Collectors.toSet())
            : Set.of(NumberForm.Minus.LEADING);
    String thousands = csv.path("thousands").asText("");
    return new NumberForm(
        csv.path("decimal").asText(".").charAt(0),
        thousands.isEmpty() ? Optional.empty() : Optional.of(thousands.charAt(0)),
        minus);
  }

  private static TimeForm times(String pattern) {
    return TimeForm.of(pattern)
        .orElseThrow(() -> new IllegalStateException("the file's rules let a bad pattern through"));
  }

  private Optional<CsvFormat.Records> records() {
    JsonNode records = csv.path("records");
    if (records.isMissingNode()) {
      return Optional.empty();
    }
    Map<Meaning, Map<Field, Value>> values = new EnumMap<>(Meaning.class);
    records
        .path("columns")
        .properties()
        .forEach(
            kind ->
                values.put(WireNames.parse(Meaning.class, kind.getKey()), values(kind.getValue())));
    return Optional.of(
        new CsvFormat.Records(
            column(records.path("column")), ReportMapper.recordWords(records), values));
  }

  private static Map<Field, Value> values(JsonNode columns) {
    Map<Field, Value> values = new EnumMap<>(Field.class);
    columns
        .properties()
        .forEach(
            member ->
                values.put(
                    WireNames.parse(Field.class, member.getKey()), value(member.getValue())));
    return values;
  }

  private static Value value(JsonNode value) {
    JsonNode where = value.isObject() ? value.path("column") : value;
    return new Value(
        where.isMissingNode() ? Optional.empty() : Optional.of(column(where)),
        Optional.ofNullable(value.path("fixed").textValue()),
        value.path("optional").asBoolean(false),
        value.path("as").asText().equals("minor_units"));
  }

  private static Column column(JsonNode column) {
    if (column.isIntegralNumber()) {
      return new Column(List.of(), column.asInt());
    }
    return new Column(column.isArray() ? FileMapper.texts(column) : List.of(column.asText()), 0);
  }

  private static Total total(JsonNode total) {
    boolean before = total.has("line");
    JsonNode column = before ? total.path("sums") : total.path("column");
    return new Total(
        before ? Optional.of(cell(total)) : Optional.empty(),
        column.isMissingNode() ? Optional.empty() : Optional.of(column(column)),
        WireNames.parse(Proving.class, total.path("equals").asText()),
        total.has("of")
            ? FileMapper.texts(total.path("of")).stream()
                .map(kind -> WireNames.parse(Meaning.class, kind))
                .collect(Collectors.toSet())
            : ROWS);
  }

  private static Cell cell(JsonNode cell) {
    return new Cell(cell.path("line").asInt(), cell.path("column").asInt());
  }

  private static CsvFormat.Sum sum(JsonNode sum) {
    return new CsvFormat.Sum(
        column(sum.path("column")), sum.path("of").valueStream().map(CsvMapper::column).toList());
  }

  private Map<Telling, Cell> tellings() {
    Map<Telling, Cell> tellings = new EnumMap<>(Telling.class);
    csv.path("facts")
        .properties()
        .forEach(
            fact ->
                tellings.put(WireNames.parse(Telling.class, fact.getKey()), cell(fact.getValue())));
    return tellings;
  }
}
