// What each format does in its own way.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import java.io.IOException;
import java.io.InputStream;

/** Reads one report of one format, once. */
interface ReportParser {
  /**
   * Reads to the last byte.
   *
   * @throws ReportRefusedException when the report is not as promised, or does not prove to be
   *     whole
   * @throws IOException as the stream throws it, or for bytes that are no text: {@link ToldStream}
   *     tells one from the other
   */
  ReportFacts parse(InputStream content, Rows rows) throws ReportRefusedException, IOException;

  /** Takes the rows as they are read, and numbers them. */
  interface Rows {
    /**
     * Takes the next row.
     *
     * @throws ReportRefusedException when there are more than a report may have
     */
    void add(ReportRow row) throws ReportRefusedException;

    /** How many rows were taken. */
    int count();
  }
}
