// Reads the rows of a JSON report, one after the other.
package dev.semel.provider.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.report.RecordWords.Meaning;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads JSON as a stream: at any time only one row is in memory. Numbers stay what they are, never
 * a double. What stands beside the rows is looked at where the format names it, and else passed
 * over.
 */
final class JsonRows implements ReportParser {
  private static final int LONGEST_NUMBER = 200;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Limits.DEPTH)
                          .maxStringLength(Limits.VALUE)
                          .maxNameLength(Limits.VALUE)
                          .maxNumberLength(LONGEST_NUMBER)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final JsonFormat format;

  JsonRows(JsonFormat format) {
    this.format = format;
  }

  @Override
  public ReportFacts parse(InputStream content, Rows rows)
      throws ReportRefusedException, IOException {
    try (JsonParser parser = JSON.createParser(content)) {
      JsonSurroundings around = new JsonSurroundings(format);
      boolean found = walk(parser, rows, around);
      if (!found) {
        throw new ReportRefusedException(
            ReportPlace.whole(),
            "there are no rows at '"
                + format.rows()
                + "', where the provider's file promises them: this is no report, or one of another"
                + " shape");
      }
      return around.facts(rows.count());
    } catch (JsonProcessingException e) {
      throw refused(e);
    }
  }

  private static ReportRefusedException refused(JsonProcessingException e) {
    JsonLocation at = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
    ReportPlace place =
        new ReportPlace(Math.max(0, at.getLineNr()), Math.max(0, at.getColumnNr()), "");
    String what =
        switch (e) {
          case StreamConstraintsException _ ->
              "a value is larger, or nested deeper, than a report may have it";
          case JsonEOFException _ ->
              "the file ends before its JSON does: it is cut. Fetch it again";
          default ->
              "this is no JSON, or it is cut, or a member stands twice in its object; ask the"
                  + " provider for JSON";
        };
    return new ReportRefusedException(place, what);
  }

  /** Reads to the end, and returns whether there were rows. */
  private boolean walk(JsonParser parser, Rows rows, JsonSurroundings around)
      throws ReportRefusedException, IOException {
    boolean found = false;
    boolean begun = false;
    int depth = 0;
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (begun && depth == 0) {
        throw new ReportRefusedException(
            line(parser, ""), "something follows behind the end of the JSON; ask the provider");
      }
      begun = true;
      if (token == JsonToken.FIELD_NAME) {
        continue;
      }
      if (token.isStructEnd()) {
        depth--;
        continue;
      }
      JsonPointer at = parser.getParsingContext().pathAsPointer();
      if (at.equals(format.rows())) {
        read(parser, rows, around);
        found = true;
      } else if (token.isStructStart()) {
        depth++;
      } else if (token != JsonToken.VALUE_NULL && around.wants(at)) {
        around.take(at, parser.getText(), line(parser, at.toString()));
      }
    }
    if (!begun) {
      throw new ReportRefusedException(
          ReportPlace.whole(), "it is empty; an empty report has an empty array. Fetch it again");
    }
    return found;
  }

  private void read(JsonParser parser, Rows rows, JsonSurroundings around)
      throws ReportRefusedException, IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new ReportRefusedException(
          line(parser, format.rows().toString()),
          "there is nothing where the provider's file says that the array of rows is");
    }
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      ReportPlace place = line(parser, format.rows() + "/" + i);
      JsonNode node = JSON.readTree(new OneRow(parser, place));
      Optional<ReportRow> row = row(node, place);
      if (row.isPresent()) {
        around.add(row.get());
        rows.add(row.get());
      }
    }
  }

  private Optional<ReportRow> row(JsonNode node, ReportPlace place) throws ReportRefusedException {
    Meaning meaning = meaning(node);
    if (meaning == Meaning.IGNORE) {
      return Optional.empty();
    }
    if (!meaning.isRow()) {
      throw new ReportRefusedException(
          place,
          "the provider's file does not list this kind of row; list it, to be read or to be"
              + " ignored");
    }
    try {
      return Optional.of(format.row().read(place, meaning, node));
    } catch (UnreadableMessageException e) {
      throw e instanceof ReportRefusedException refused
          ? refused
          : new ReportRefusedException(place, String.valueOf(e.getMessage()));
    }
  }

  private Meaning meaning(JsonNode node) {
    return format
        .records()
        .map(records -> records.words().of(node.at(records.at()).asText()))
        .orElse(Meaning.PAYOUT);
  }

  private static ReportPlace line(JsonParser parser, String name) {
    return new ReportPlace(Math.max(0, parser.currentTokenLocation().getLineNr()), 0, name);
  }

  /** Lets no row be larger than fits into memory. */
  private static final class OneRow extends JsonParserDelegate {
    private final ReportPlace place;
    private int tokens;

    OneRow(JsonParser parser, ReportPlace place) {
      super(parser);
      this.place = place;
    }

    @Override
    public JsonToken nextToken() throws IOException {
      tokens++;
      if (tokens > Limits.TOKENS_IN_A_ROW) {
        throw new StreamConstraintsException(
            place + " has too many members", currentTokenLocation());
      }
      return super.nextToken();
    }
  }
}
