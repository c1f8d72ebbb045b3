// Reports that are found in a partner's folder, with a real SFTP server and a real database.
package dev.semel.report.pickup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
import dev.semel.provider.ReportFolder;
import dev.semel.provider.ReportFolder.Beside;
import dev.semel.provider.ReportFolder.Completeness;
import dev.semel.report.pickup.SftpPartner.Fault;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuarkusTest
class PickUpReportsDbTest {
  private static final Completeness RENAMED = new Completeness.Renamed(List.of(".part"));
  private static final Beside NOTHING = new Beside(Optional.empty(), Optional.empty());
  private static final String NAME = "settlement-20261130.csv";

  @Inject PickupStore store;
  @Inject SeenFileStore files;
  @Inject DataSource database;

  @TempDir Path directory;
  private SftpPartner partner;
  private Sources sources;
  private Taken gate;
  private Told told;
  private PickUpReports pickUp;

  @BeforeEach
  void open() throws IOException {
    partner = new SftpPartner(directory);
    sources = new Sources(database);
    gate = new Taken();
    told = new Told();
    pickUp = node();
  }

  @AfterEach
  void close() throws IOException {
    partner.close();
  }

  /** One node of several. */
  private PickUpReports node() {
    PickupConfig config = new PickupSettings();
    return new PickUpReports(
        sources,
        store,
        new LookIntoFolder(new SftpFolders(config, System::nanoTime), files, gate),
        new AskForReports(store, gate),
        told,
        config,
        new Random(1));
  }

  @Test
  void a_report_that_was_taken_is_not_fetched_again_and_one_that_changes_is() throws IOException {
    sources.found(partner.folder(RENAMED));
    partner.puts(NAME, "first");
    look();
    int reads = partner.reads();
    look();

    assertThat(gate.contents()).containsExactly("first");
    assertThat(gate.reports.getFirst().day()).isEqualTo(LocalDate.of(2026, 11, 30));
    assertThat(gate.reports.getFirst().label()).isEqualTo(NAME);
    assertThat(partner.reads()).as("nothing is read twice").isEqualTo(reads);
    partner.puts(NAME, "corrected");
    look();
    assertThat(gate.contents()).containsExactly("first", "corrected");
    assertThat(partner.files()).as("what is the partner's stays").containsExactly(NAME);
  }

  @Test
  void f_01_a_file_that_is_still_renamed_or_lacks_its_sidecar_waits() throws IOException {
    Beside signed = new Beside(Optional.of(".sha256"), Optional.of(".asc"));
    sources.found(partner.folder(RENAMED, signed, false, partner.pin()));
    partner.puts(NAME + ".part", "half");
    look();
    partner.renames(NAME + ".part", NAME);
    look();
    partner.puts(NAME + ".asc", "signature");
    look();
    assertThat(gate.reports).isEmpty();
    assertThat(sources.texts("SELECT waits_for FROM report_file WHERE provider = ?"))
        .containsExactly(NAME + ".sha256");

    partner.puts(NAME + ".sha256", "checksum");
    look();

    assertThat(gate.contents()).containsExactly("half");
    ArrivedReport report = gate.reports.getFirst();
    assertThat(report.checksum().map(PickUpReportsDbTest::text)).contains("checksum");
    assertThat(report.signature().map(PickUpReportsDbTest::text)).contains("signature");
  }

  @Test
  void f_01_a_file_is_stable_when_two_looks_saw_the_same_size() throws IOException {
    sources.found(partner.folder(new Completeness.Stable(Duration.ofMinutes(1))));
    partner.puts(NAME, "half");
    look();
    sources.run("UPDATE report_file SET seen_at = now() - interval '59 s' WHERE provider = ?");
    look();
    partner.puts(NAME, "half and half");
    look();
    assertThat(gate.reports).isEmpty();

    sources.run("UPDATE report_file SET seen_at = now() - interval '61 s' WHERE provider = ?");
    look();

    assertThat(gate.contents()).containsExactly("half and half");
  }

  @Test
  void f_02_a_short_read_is_tried_again_and_the_delivery_tells_its_tries() throws IOException {
    sources.found(partner.folder(RENAMED));
    partner.puts(NAME, "0123456789");
    partner.has(Fault.SHORT);
    look();
    assertThat(gate.reports).isEmpty();
    partner.has(Fault.NONE);
    look();

    assertThat(gate.contents()).containsExactly("0123456789");
    assertThat(gate.reports.getFirst().tries())
        .extracting(Try::fault)
        .allMatch(fault -> fault.contains("10 bytes and had only 5 bytes"));
    assertThat(told.messages).isEmpty();
  }

  @Test
  void faults_of_the_transport_are_tried_a_few_times_with_pauses_and_then_told()
      throws IOException {
    sources.found(partner.folder(RENAMED));
    partner.puts(NAME, "content");
    partner.has(Fault.DYING);
    look();
    assertThat(sources.texts(pauseWithin(10))).containsExactly("true");
    look();
    assertThat(sources.texts(pauseWithin(15))).containsExactly("true");
    assertThat(told.messages).isEmpty();
    look();

    assertThat(told.messages).hasSize(1).first().asString().contains("It was tried 3 times");
    assertThat(sources.texts(pauseWithin(15)))
        .as("the next look is the regular one")
        .containsExactly("false");
    partner.has(Fault.NONE);
    look();
    assertThat(gate.contents()).containsExactly("content");
    assertThat(told.mended).isEqualTo(1);
  }

  @Test
  void f_04_a_changed_host_key_is_told_at_once_and_nobody_looks_there_again() throws IOException {
    ReportFolder known = partner.folder(RENAMED);
    sources.found(known);
    partner.puts(NAME, "content");
    partner.swapHostKey();

    look();
    sources.due();

    assertThat(pickUp.step()).isFalse();
    assertThat(partner.logins()).isZero();
    assertThat(told.messages).hasSize(1).first().asString().contains("showed the host key SHA256:");
    assertThat(gate.reports).isEmpty();

    sources.found(
        partner.folder(
            RENAMED, NOTHING, false, known.server().hostKeys().getFirst(), partner.pin()));
    look();
    assertThat(gate.contents()).as("with the new key beside the old").containsExactly("content");
    assertThat(told.mended).isEqualTo(1);
  }

  @Test
  void a_node_that_dies_before_it_remembers_has_the_same_bytes_handed_over_again()
      throws IOException {
    sources.found(partner.folder(RENAMED));
    partner.puts(NAME, "content");
    gate.fails = true;
    look();
    gate.fails = false;
    look();

    assertThat(gate.contents()).containsExactly("content", "content");
    assertThat(
            sources.texts(
                "SELECT path FROM report_file WHERE taken_at IS NOT NULL AND provider = ?"))
        .containsExactly("/" + NAME);
  }

  @Test
  void a_file_that_is_too_large_is_told_once_and_the_others_are_taken() throws IOException {
    sources.found(partner.folder(RENAMED));
    partner.puts(NAME, "x".repeat(1_000_001));
    partner.puts("settlement-20261201.csv", "content");
    look();
    look();

    assertThat(gate.contents()).containsExactly("content");
    assertThat(told.messages).hasSize(1).first().asString().contains(NAME + " is larger than");
    assertThat(told.mended).isZero();
  }

  @Test
  void one_node_at_a_time_looks_into_a_folder() throws IOException {
    sources.found(partner.folder(RENAMED));
    partner.puts(NAME, "content");

    List<CompletableFuture<Boolean>> nodes =
        IntStream.range(0, 3)
            .mapToObj(_ -> node())
            .map(node -> CompletableFuture.supplyAsync(node::step))
            .toList();

    assertThat(nodes.stream().filter(CompletableFuture::join)).hasSize(1);
    assertThat(gate.contents()).containsExactly("content");
  }

  @Test
  void f_07_files_of_one_name_at_two_partners_are_two_reports() throws IOException {
    sources.found(partner.folder(RENAMED));
    partner.puts(NAME, "of one");
    look();
    Sources other = new Sources(database);
    other.found(partner.folder(RENAMED));
    sources = other;
    pickUp = node();
    look();

    assertThat(gate.reports).extracting(ArrivedReport::provider).doesNotHaveDuplicates().hasSize(2);
  }

  @Test
  void what_was_taken_is_removed_where_the_partner_wishes_it() throws IOException {
    Beside signed = new Beside(Optional.empty(), Optional.of(".asc"));
    sources.found(partner.folder(RENAMED, signed, true, partner.pin()));
    partner.puts(NAME, "content");
    partner.puts(NAME + ".asc", "signature");
    partner.puts("other.txt", "not ours");
    look();

    assertThat(gate.contents()).containsExactly("content");
    assertThat(partner.files()).containsExactly("other.txt");
  }

  @Test
  void what_took_the_name_of_a_taken_one_meanwhile_is_not_removed_unread() throws IOException {
    sources.found(partner.folder(RENAMED, NOTHING, true, partner.pin()));
    partner.puts(NAME, "content");
    gate.meanwhile =
        () -> {
          try {
            partner.puts(NAME, "a correction");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    look();
    assertThat(partner.files()).containsExactly(NAME);
    gate.meanwhile = () -> {};
    look();

    assertThat(gate.contents()).containsExactly("content", "a correction");
    assertThat(partner.files()).isEmpty();
  }

  @Test
  void a_file_that_can_not_be_kept_keeps_no_other_waiting_and_is_tried_again() throws IOException {
    sources.found(partner.folder(RENAMED));
    partner.puts(NAME, "content");
    partner.puts("settlement-20261201.csv", "of the next day");
    gate.meanwhile =
        () -> {
          if (gate.reports.size() == 1) {
            throw new IllegalStateException("our database is away");
          }
        };
    look();
    assertThat(taken()).hasSize(1);
    assertThat(
            sources.texts(
                "SELECT CAST(sum(jsonb_array_length(tries)) AS text) FROM report_file WHERE provider = ?"))
        .containsExactly("1");
    look();

    assertThat(taken()).containsExactly("/" + NAME, "/settlement-20261201.csv");
  }

  private List<String> taken() {
    return sources.texts(
        "SELECT path FROM report_file WHERE taken_at IS NOT NULL AND provider = ? ORDER BY path");
  }

  @Test
  void a_file_without_a_date_keeps_the_day_on_which_it_was_first_seen() {
    SeenFileStore.FileKey key =
        new SeenFileStore.FileKey("undated", "/report.csv", 7, Instant.EPOCH);
    LocalDate first = LocalDate.of(2026, 11, 30);

    Tx.run(() -> files.see(key, first));

    assertThat(Tx.call(() -> files.see(key, first.plusDays(1))).day()).isEqualTo(first);
  }

  /** One look, which is due now. */
  private void look() {
    sources.due();
    assertThat(pickUp.step()).isTrue();
  }

  private static String pauseWithin(int seconds) {
    return "SELECT CAST(due_at <= now() + interval '"
        + seconds
        + " s' AS text) FROM report_source WHERE provider = ?";
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
