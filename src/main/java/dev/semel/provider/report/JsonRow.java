// What a row of JSON means.
package dev.semel.provider.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRow;
import dev.semel.provider.UnreadableMessageException;

/** What a row of JSON means, by the rules of a provider's file. */
public interface JsonRow {
  /**
   * Reads a row.
   *
   * @param place where it stands
   * @param kind which kind of row it is
   * @throws UnreadableMessageException when it is not as promised
   */
  ReportRow read(ReportPlace place, RecordWords.Meaning kind, JsonNode row)
      throws UnreadableMessageException;
}
