// What a report says of itself.
package dev.semel.provider;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a report that was read to its end says of itself.
 *
 * @param rows how many rows it has
 * @param id the name that the message as a whole has at its sender
 * @param createdAt when it was made, by its sender's clock
 * @param parts its statements or accounts, in their order; a report without such parts has one
 * @param page which page of a longer report it is, where it says so
 * @param proofs what was checked, and holds
 * @param notes what is odd in it and does not keep it from counting; sentences without values
 */
public record ReportFacts(
    int rows,
    Optional<String> id,
    Optional<Instant> createdAt,
    List<ReportPart> parts,
    Optional<Page> page,
    Set<Proof> proofs,
    List<String> notes) {

  /** What proves that a report, or a part of it, is whole. */
  public enum Proof {
    /** It tells how many rows it has, and has as many. */
    COUNTS,
    /** It tells the sum of its rows, and that is their sum. */
    SUMS,
    /** Its opening balance and its rows make its closing balance. */
    BALANCES
  }

  /**
   * A page of a longer report.
   *
   * @param number its number
   * @param last whether no page follows it
   */
  public record Page(int number, boolean last) {
    /** Whether this page is the whole report. */
    public boolean whole() {
      return number <= 1 && last;
    }
  }

  public ReportFacts {
    parts = List.copyOf(parts);
    proofs = Set.copyOf(proofs);
    notes = List.copyOf(notes);
  }

  /** Whether a page of it, or of one of its parts, is missing here. */
  public boolean lacksPages() {
    return !page.map(Page::whole).orElse(true) || parts.stream().anyMatch(this::lacksPages);
  }

  /** A part in pages is whole where all of them, from the first to the last, are parts of this. */
  private boolean lacksPages(ReportPart part) {
    List<Page> pages =
        parts.stream()
            .filter(other -> other.account().equals(part.account()))
            .filter(other -> other.sequence().equals(part.sequence()))
            .flatMap(other -> other.page().stream())
            .toList();
    long numbers = pages.stream().map(Page::number).distinct().count();
    boolean ended = pages.stream().anyMatch(one -> one.last() && one.number() == numbers);
    return part.page().isPresent() && !ended;
  }
}
