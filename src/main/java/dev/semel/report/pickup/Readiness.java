// Which files of a folder can be taken.
package dev.semel.report.pickup;

import dev.semel.provider.FileNamePattern;
import dev.semel.provider.ReportFolder;
import dev.semel.provider.ReportFolder.Completeness;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which files of a folder are reports, and whether they are complete as far as the folder
 * shows it. What is not complete waits, however it looks: the beginning of a report may read like a
 * whole one.
 */
final class Readiness {
  private final ReportFolder folder;

  Readiness(ReportFolder folder) {
    this.folder = folder;
  }

  /**
   * A file that is a report by its name.
   *
   * @param day the business date, where the name says it
   */
  record Candidate(RemoteFile file, Optional<LocalDate> day) {}

  /** The reports of a listing, whether complete or not. */
  List<Candidate> candidates(List<RemoteFile> listing) {
    List<String> others = folder.endingsOfOthers();
    return listing.stream()
        .filter(file -> others.stream().noneMatch(file.name()::endsWith))
        .flatMap(
            file ->
                folder.files().match(file.name()).map(FileNamePattern.Match::day).stream()
                    .map(day -> new Candidate(file, day)))
        .toList();
  }

  /**
   * What a report still waits for, in words; empty when it can be taken.
   *
   * @param listing what the folder has beside it
   * @param seenAt when this file was first seen with this size and this time
   * @param now the present moment, by the same clock
   */
  Optional<String> waitsFor(
      RemoteFile file, List<RemoteFile> listing, Instant seenAt, Instant now) {
    Set<String> names = listing.stream().map(RemoteFile::name).collect(Collectors.toSet());
    List<String> lacking = new ArrayList<>();
    folder.beside().awaited().stream()
        .filter(suffix -> !names.contains(file.name() + suffix))
        .forEach(suffix -> lacking.add(file.name() + suffix));
    switch (folder.complete()) {
      case Completeness.Renamed _ -> {}
      case Completeness.Marked marked -> {
        String marker = file.name() + marked.suffix();
        if (!names.contains(marker) && !lacking.contains(marker)) {
          lacking.add(marker);
        }
      }
      case Completeness.Stable stable -> {
        if (seenAt.plus(stable.quiet()).isAfter(now)) {
          lacking.add("its size to stay the same for " + stable.quiet());
        }
      }
    }
    return lacking.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", lacking));
  }
}
