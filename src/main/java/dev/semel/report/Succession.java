// How a statement stands to one that came before it.
package dev.semel.report;

import dev.semel.provider.ReportPart;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * How a statement stands to one that came before it, by what both say of themselves: their account,
 * period, number and balances. An id alone tells nothing, because senders use it again next year.
 *
 * @param kind how
 * @param detail a half sentence for people, where there is something to tell
 */
public record Succession(Kind kind, Optional<String> detail) {

  /** How one statement stands to another. */
  public enum Kind {
    /** It is the next one. */
    FOLLOWS,
    /** Something lies between them that never came. */
    GAP,
    /** Some of its time is that of the other, so that entries may stand in both. */
    OVERLAPS,
    /** It is about the very same time, and counts instead of the other. */
    REISSUED,
    /** It is about an earlier time, and takes no later one's place. */
    OLDER,
    /** It is about another account, and says nothing of that one. */
    OTHER_ACCOUNT,
    /** Neither says enough. */
    UNTOLD
  }

  /**
   * Compares two statements.
   *
   * @param before the one that came first
   * @param now the one that came later
   */
  public static Succession of(ReportPart before, ReportPart now) {
    boolean otherAccount =
        !before.account().equals(now.account()) || !before.currency().equals(now.currency());
    if (otherAccount) {
      return plain(Kind.OTHER_ACCOUNT);
    }
    return byPeriod(before, now).orElseGet(() -> byNumberAndBalance(before, now));
  }

  private static Succession plain(Kind kind) {
    return new Succession(kind, Optional.empty());
  }

  private static Succession because(Kind kind, String detail) {
    return new Succession(kind, Optional.of(detail));
  }

  /** Empty when it begins after the other has ended, or nothing tells. */
  private static Optional<Succession> byPeriod(ReportPart before, ReportPart now) {
    boolean told =
        before.from().isPresent()
            && before.to().isPresent()
            && now.from().isPresent()
            && now.to().isPresent();
    if (!told) {
      return Optional.empty();
    }
    Instant begin = now.from().get();
    Instant end = now.to().get();
    if (begin.equals(before.from().get()) && end.equals(before.to().get())) {
      return otherPage(before, now) ? Optional.empty() : Optional.of(plain(Kind.REISSUED));
    }
    if (end.isBefore(before.from().get())) {
      return Optional.of(plain(Kind.OLDER));
    }
    return begin.isAfter(before.to().get())
        ? Optional.empty()
        : Optional.of(
            because(Kind.OVERLAPS, "it begins before the other ends (" + before.to().get() + ")"));
  }

  private static boolean otherPage(ReportPart before, ReportPart now) {
    return before.page().isPresent()
        && now.page().isPresent()
        && before.page().get().number() != now.page().get().number();
  }

  private static Succession byNumberAndBalance(ReportPart before, ReportPart now) {
    Optional<Long> missing = missing(before, now);
    if (missing.filter(count -> count > 0).isPresent()) {
      return because(
          Kind.GAP,
          "statements are missing between number "
              + before.sequence().orElseThrow()
              + " and "
              + now.sequence().orElseThrow());
    }
    if (before.closing().isPresent() && now.opening().isPresent()) {
      BigDecimal left = before.closing().get();
      BigDecimal found = now.opening().get();
      return left.compareTo(found) == 0
          ? plain(Kind.FOLLOWS)
          : because(
              Kind.GAP,
              "it opens with "
                  + found.toPlainString()
                  + " and the one before closed with "
                  + left.toPlainString());
    }
    return plain(missing.isPresent() ? Kind.FOLLOWS : Kind.UNTOLD);
  }

  /** How many numbers lie between; empty where they tell nothing, such as at a new year's first. */
  private static Optional<Long> missing(ReportPart before, ReportPart now) {
    return before
        .sequence()
        .flatMap(last -> now.sequence().map(next -> next - last - 1))
        .filter(between -> between >= 0);
  }
}
