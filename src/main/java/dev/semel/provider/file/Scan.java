package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import java.time.Duration;
import java.util.Optional;

/**
 * A lookup that looks for our reference in a list of the partner's payouts.
 *
 * @param request asks for one page of the list
 * @param items where the array of payouts is in a page
 * @param match where an item has our reference
 * @param read what an item carries
 * @param unclear of an item that has our reference: what says that it tells nothing
 * @param next how the next page is asked for
 * @param pages how many pages are read at most
 * @param margin how much longer the time that is asked for is than that in which the payout may
 *     have been sent, on both sides: the partner's clock is not ours
 * @param timed whether the list is asked for by time
 */
public record Scan(
    Endpoint.Request request,
    JsonPointer items,
    JsonPointer match,
    ReadRules read,
    Optional<Condition> unclear,
    Next next,
    int pages,
    Duration margin,
    boolean timed) {

  /**
   * How the next page is asked for, and when there is none.
   *
   * @param by what tells the partner which page we want
   * @param first the number of the first page
   * @param at where the cursor is: in the last item, or in the page
   * @param more where a page says whether there is another; empty where an empty page, or no
   *     cursor, says that there is none
   */
  public record Next(By by, int first, JsonPointer at, Optional<JsonPointer> more) {}

  /** What tells the partner which page we want. */
  public enum By {
    /** Nothing: there is one page, because the partner filters by our reference. */
    NOTHING,
    /** How many items we have seen. */
    OFFSET,
    /** The number of the page. */
    PAGE,
    /** A value of the last item that we have seen. */
    LAST_ITEM,
    /** A value that the page before gave for it. */
    CURSOR;

    /** Whether an item can be missed because others moved while pages were asked for. */
    public boolean countsItems() {
      return this == OFFSET || this == PAGE;
    }
  }
}
