// Which files of a folder are taken, and when.
package dev.semel.report.pickup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.FileNamePattern;
import dev.semel.provider.HostKeyPin;
import dev.semel.provider.ReportFolder;
import dev.semel.provider.ReportFolder.Beside;
import dev.semel.provider.ReportFolder.Completeness;
import dev.semel.provider.ReportFolder.Login;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadinessTest {
  private static final Instant NOW = Instant.parse("2026-12-01T01:00:00Z");
  private static final Beside NOTHING = new Beside(Optional.empty(), Optional.empty());

  @Test
  void f_01_a_file_under_a_temporary_name_is_none_yet() {
    Readiness renamed = readiness(new Completeness.Renamed(List.of(".part")), NOTHING);

    assertThat(names(renamed, "s-20261130.csv.part", "s-20261130.csv", "other.csv"))
        .containsExactly("s-20261130.csv");
    assertThat(waits(renamed, NOW, "s-20261130.csv")).isEmpty();
  }

  @Test
  void f_01_a_file_waits_for_its_marker_and_for_what_belongs_to_it() {
    Readiness marked =
        readiness(
            new Completeness.Marked(".done"), new Beside(Optional.empty(), Optional.of(".asc")));

    assertThat(waits(marked, NOW, "s-20261130.csv"))
        .contains("s-20261130.csv.asc and s-20261130.csv.done");
    assertThat(waits(marked, NOW, "s-20261130.csv", "s-20261130.csv.asc"))
        .contains("s-20261130.csv.done");
    assertThat(waits(marked, NOW, "s-20261130.csv", "s-20261130.csv.asc", "s-20261130.csv.done"))
        .isEmpty();
    assertThat(names(marked, "s-20261130.csv", "s-20261130.csv.asc", "s-20261130.csv.done"))
        .containsExactly("s-20261130.csv");
  }

  @Test
  void f_01_a_file_waits_until_it_has_been_the_same_for_long_enough() {
    Readiness stable = readiness(new Completeness.Stable(Duration.ofMinutes(1)), NOTHING);

    assertThat(waits(stable, NOW, "s-20261130.csv")).isPresent();
    assertThat(waits(stable, NOW.minusSeconds(59), "s-20261130.csv")).isPresent();
    assertThat(waits(stable, NOW.minusSeconds(60), "s-20261130.csv")).isEmpty();
  }

  @Test
  void the_name_says_the_business_date_and_a_day_of_no_calendar_is_none() {
    Readiness renamed = readiness(new Completeness.Renamed(List.of(".part")), NOTHING);

    assertThat(renamed.candidates(listing("s-20261130.csv", "s-20261131.csv")))
        .extracting(Readiness.Candidate::day)
        .containsExactly(Optional.of(LocalDate.of(2026, 11, 30)));
  }

  private static Readiness readiness(Completeness complete, Beside beside) {
    HostKeyPin pin = new HostKeyPin("SHA256:x", Optional.empty());
    return new Readiness(
        new ReportFolder(
            new ReportFolder.Server(
                "localhost", 22, "semel", new Login.Password("secret"), List.of(pin)),
            "/out",
            FileNamePattern.parse("s-{date:yyyyMMdd}*"),
            complete,
            beside,
            Duration.ofMinutes(5),
            false));
  }

  private static List<RemoteFile> listing(String... names) {
    return Arrays.stream(names).map(name -> new RemoteFile(name, 1, NOW)).toList();
  }

  private static List<String> names(Readiness readiness, String... names) {
    return readiness.candidates(listing(names)).stream()
        .map(candidate -> candidate.file().name())
        .toList();
  }

  private static Optional<String> waits(Readiness readiness, Instant seenAt, String... names) {
    List<RemoteFile> listing = listing(names);
    return readiness.waitsFor(listing.getFirst(), listing, seenAt, NOW);
  }
}
