// Decides which of several reports of a day counts.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.provider.ReportFacts;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of several reports of a day counts, once one more is whole: the one that its sender
 * made last, and where they don't say when they were made, the one that came last. The others are
 * kept. Reports of one day that are about different accounts count side by side. Two nodes that
 * have read two reports of a day decide one after the other.
 */
@Singleton
class AcceptReport {
  private final ReportFactsStore facts;

  AcceptReport(ReportFactsStore facts) {
    this.facts = facts;
  }

  /**
   * Lets a report count whose rows are there, or keeps it where a newer one counts already, in the
   * open transaction.
   *
   * @param said what it says of itself
   * @param sentences what people should know of it
   */
  void accept(
      String provider, String report, LocalDate day, ReportFacts said, List<String> sentences) {
    Tx.assertInside();
    facts.lockDay(provider, day);
    facts.insert(report, said);
    List<ReportFactsStore.Counting> others = facts.counting(provider, day, report);
    Optional<ReportFactsStore.Counting> newer =
        others.stream().filter(other -> isNewer(other.writtenAt(), said.createdAt())).findFirst();
    if (newer.isPresent()) {
      facts.supersede(
          report,
          "It came later, but its sender made it before the report that counts ("
              + newer.get().id()
              + "): that one goes on counting.");
      return;
    }
    List<String> notes = new ArrayList<>(sentences);
    others.forEach(other -> notes.add(takePlace(report, other)));
    facts.accept(report, text(notes));
  }

  private static boolean isNewer(Optional<Instant> other, Optional<Instant> mine) {
    return other.isPresent() && mine.isPresent() && other.get().isAfter(mine.get());
  }

  private String takePlace(String report, ReportFactsStore.Counting other) {
    ReportFactsStore.Diff diff = facts.diff(report, other.id());
    String told =
        diff.changed() + " changed, " + diff.added() + " added, " + diff.removed() + " gone";
    facts.supersede(
        other.id(),
        "A later report of the same day counts instead (" + report + "): " + told + ".");
    return "It counts instead of " + other.id() + ": " + told + ".";
  }

  private static @Nullable String text(List<String> sentences) {
    return sentences.isEmpty() ? null : LoadedRows.shortened(String.join(" ", sentences));
  }
}
