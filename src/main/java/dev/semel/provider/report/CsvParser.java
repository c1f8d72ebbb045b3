// Reads CSV as a provider's file declares it.
package dev.semel.provider.report;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.report.CsvFormat.Records;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Reads CSV. FastCSV finds the records and cells; what they mean is the format's. A report whose
 * header stands alone is an empty one, and has no rows.
 */
final class CsvParser implements ReportParser {
  /** A character that is none, where a format knows no quotes. */
  private static final char NO_QUOTE = '\uFFFF';

  private final CsvFormat format;

  CsvParser(CsvFormat format) {
    this.format = format;
  }

  @Override
  public ReportFacts parse(InputStream content, Rows rows)
      throws ReportRefusedException, IOException {
    BufferedReader text = new CsvText(format.charset(), format.bom()).open(content);
    List<CsvLine> preamble = records(CsvText.preamble(text, format.skip()));
    LastLine last = new LastLine(format.skip());
    try (CsvReader<CsvRecord> records = reader().build(handler(), text)) {
      return parse(records.iterator(), preamble, rows, last);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof java.nio.charset.CharacterCodingException) {
        throw new ReportRefusedException(
            ReportPlace.ofLine(last.line + 1),
            "here or some lines below it is no text in "
                + format.charset().name()
                + "; correct charset when the provider has changed it");
      }
      throw e.getCause();
    } catch (CsvParseException e) {
      throw new ReportRefusedException(
          ReportPlace.ofLine(last.line + 1),
          "this record is no CSV: its quotes are not closed or not doubled, or it is larger than a"
              + " record can be. The file is cut, or quote or delimiter are others than declared");
    }
  }

  /** How far reading has come. */
  private static final class LastLine {
    private final int before;
    private long line;

    LastLine(int before) {
      this.before = before;
      this.line = before;
    }

    long of(CsvRecord cells) {
      line = before + cells.getStartingLineNumber();
      return line;
    }
  }

  private ReportFacts parse(
      Iterator<CsvRecord> records, List<CsvLine> preamble, Rows rows, LastLine last)
      throws ReportRefusedException {
    if (!records.hasNext()) {
      throw new ReportRefusedException(
          ReportPlace.ofLine(last.line + 1), "the file ends before its header. Fetch it again");
    }
    CsvRecord first = records.next();
    long line = last.of(first);
    CsvLayout layout =
        format.header()
            ? CsvLayout.of(first.getFields(), line)
            : CsvLayout.ofWidth(first.getFieldCount(), line);
    CsvRows reading = new CsvRows(format, layout, rows);
    if (!format.header()) {
      reading.read(new CsvLine(layout, first, line));
    }
    while (records.hasNext()) {
      CsvRecord cells = records.next();
      reading.read(new CsvLine(layout, cells, last.of(cells)));
    }
    return reading.end(preamble);
  }

  private CsvReader.CsvReaderBuilder reader() {
    return CsvReader.builder()
        .fieldSeparator(format.delimiter())
        .quoteCharacter(format.quote().orElse(NO_QUOTE))
        .commentStrategy(CommentStrategy.NONE)
        .skipEmptyLines(true)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .allowUnclosedQuote(false)
        .detectBomHeader(false)
        .maxBufferSize(Limits.RECORD);
  }

  private static CsvRecordHandler handler() {
    return CsvRecordHandler.of(
        limits ->
            limits.maxFields(Limits.CELLS).maxFieldSize(Limits.VALUE).maxRecordSize(Limits.RECORD));
  }

  private List<CsvLine> records(List<String> lines) throws ReportRefusedException {
    List<CsvLine> records = new ArrayList<>();
    for (String text : lines) {
      long line = records.size() + 1L;
      try {
        CsvRecord cells = reader().ofSingleCsvRecord(handler(), text.isEmpty() ? " " : text);
        records.add(new CsvLine(CsvLayout.ofWidth(cells.getFieldCount(), line), cells, line));
      } catch (CsvParseException e) {
        throw new ReportRefusedException(
            ReportPlace.ofLine(line), "this line before the header is no CSV");
      }
    }
    return records;
  }

  /** Which kinds of records there are; all are payouts where nothing is declared. */
  static RecordWords words(CsvFormat format) {
    return format.records().map(Records::words).orElse(RecordWords.ALL_PAYOUTS);
  }
}
