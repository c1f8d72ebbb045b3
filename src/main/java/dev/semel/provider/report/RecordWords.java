// What kind of record a row is.
package dev.semel.provider.report;

import java.util.Map;

/**
 * What kind of record a row is, by the word that stands in one of its cells.
 *
 * @param meanings by word, exactly as the partner spells it
 * @param otherwise what any other word means
 */
public record RecordWords(Map<String, Meaning> meanings, Meaning otherwise) {
  /** A kind of record. */
  public enum Meaning {
    /** A payout. */
    PAYOUT,
    /** Money of a payout that came back. */
    RETURN,
    /** What was taken for the work. */
    FEE,
    /** Money of another kind. */
    OTHER,
    /** What the rows come to: checked, and never a row itself. */
    TOTAL,
    /** Nothing that we look at. */
    IGNORE,
    /** A kind that nobody has told of: the report is refused. */
    REFUSE;

    /** Whether such a record is a row of the report. */
    boolean isRow() {
      return switch (this) {
        case PAYOUT, RETURN, FEE, OTHER -> true;
        case TOTAL, IGNORE, REFUSE -> false;
      };
    }
  }

  /** Every record is a payout. */
  public static final RecordWords ALL_PAYOUTS = new RecordWords(Map.of(), Meaning.PAYOUT);

  public RecordWords {
    meanings = Map.copyOf(meanings);
  }

  /** What a word means. */
  Meaning of(String word) {
    return meanings.getOrDefault(word, otherwise);
  }
}
