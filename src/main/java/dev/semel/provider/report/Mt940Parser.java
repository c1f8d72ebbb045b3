// Reads MT940.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields of MT940 in its lines, with or without the blocks of SWIFT around them, and puts
 * them together to statements, each of which proves itself by its balances.
 */
final class Mt940Parser implements ReportParser {
  private static final Pattern FIELD = Pattern.compile(":([0-9A-Z]{2,3}):(.*)");

  private final Mt940Format format;
  private final Notes notes = new Notes();
  private final List<ReportPart> parts = new ArrayList<>();
  private @Nullable Mt940Statement statement;
  private String tag = "";
  private final StringBuilder value = new StringBuilder();
  private long line;

  Mt940Parser(Mt940Format format) {
    this.format = format;
  }

  @Override
  public ReportFacts parse(InputStream content, Rows rows)
      throws ReportRefusedException, IOException {
    BufferedReader text =
        new BufferedReader(
            new InputStreamReader(
                content,
                format
                    .charset()
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
    BoundedLines lines = new BoundedLines(text);
    for (Optional<String> next = lines.next(); next.isPresent(); next = lines.next()) {
      read(next.get(), lines.number(), rows);
    }
    endStatement(rows);
    if (parts.isEmpty()) {
      throw new ReportRefusedException(
          ReportPlace.whole(), "there is no statement in it (:20:); ask the sender for MT940");
    }
    return new ReportFacts(
        rows.count(),
        Optional.empty(),
        Optional.empty(),
        parts,
        Optional.empty(),
        Set.of(Proof.BALANCES),
        notes.all());
  }

  private void read(String text, long number, Rows rows) throws ReportRefusedException {
    if (PartnerText.isBroken(text)) {
      throw new ReportRefusedException(
          ReportPlace.ofLine(number), "this is no text in " + format.charset().name());
    }
    String rest = withoutBlocks(text);
    Matcher field = FIELD.matcher(rest);
    if (field.matches()) {
      endField(rows);
      tag = field.group(1);
      line = number;
      value.append(field.group(2));
    } else if (rest.startsWith("-}") || rest.equals("-")) {
      endStatement(rows);
    } else if (!rest.isBlank()) {
      goOn(rest, number);
    }
  }

  private static String withoutBlocks(String text) {
    int body = text.startsWith("{") ? text.indexOf("{4:") : -1;
    return body >= 0 ? text.substring(body + 3) : text;
  }

  private void goOn(String rest, long number) throws ReportRefusedException {
    if (tag.isEmpty() || value.length() + rest.length() > Limits.VALUE) {
      throw new ReportRefusedException(
          ReportPlace.ofLine(number),
          "this line belongs to no field of MT940, or to one that is too long");
    }
    value.append('\n').append(rest);
  }

  private void endField(Rows rows) throws ReportRefusedException {
    if (tag.isEmpty()) {
      return;
    }
    ReportPlace place = new ReportPlace(line, 0, ":" + tag + ":");
    if (tag.equals("20")) {
      finish(rows);
      if (parts.size() == Limits.PARTS) {
        throw new ReportRefusedException(place, "it has more statements than a report can have");
      }
      statement = new Mt940Statement(format.zone(), place, parts.size(), notes);
    }
    if (statement == null) {
      throw new ReportRefusedException(place, "a field stands before the first statement (:20:)");
    }
    statement.field(tag, value.toString(), place, rows);
    tag = "";
    value.setLength(0);
  }

  private void endStatement(Rows rows) throws ReportRefusedException {
    endField(rows);
    finish(rows);
  }

  private void finish(Rows rows) throws ReportRefusedException {
    if (statement != null) {
      parts.add(statement.end(rows));
      statement = null;
    }
  }
}
