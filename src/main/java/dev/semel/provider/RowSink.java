// What takes the rows of a report.
package dev.semel.provider;

/**
 * Takes the rows of one report. Rows are handed over as they are read, long before it is known that
 * the report is whole; none of them may count before {@link #commit}. Exactly one of {@code commit}
 * and {@link #discard} is called last, but for a commit that fails, after which both are.
 */
public interface RowSink {
  /** Takes the next row, to be kept apart until the report proves to be whole. */
  void take(ReportRow row);

  /** The report was read to its end, and its proofs hold: the rows count from now on. */
  void commit(ReportFacts facts);

  /** The report is refused, or could not be read: none of its rows may ever count. */
  void discard();
}
