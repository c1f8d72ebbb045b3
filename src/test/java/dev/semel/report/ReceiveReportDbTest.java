// Reports are kept, checked, and accepted once.
package dev.semel.report;

import static dev.semel.provider.ReportVerification.NONE;
import static dev.semel.report.GateWorld.DAY;
import static dev.semel.report.GateWorld.DECISIONS;
import static dev.semel.report.GateWorld.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.db.Tx;
import dev.semel.report.pickup.ArrivedReport;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ReceiveReportDbTest {
  @Inject ReceiveReport receive;
  @Inject FetchReport fetchReport;
  @Inject ReadReport readReport;
  @Inject DeliveryStore deliveries;
  @Inject DataSource database;

  private GateWorld world;
  private GateWorld.Source source;
  private String provider;

  @BeforeEach
  void open() {
    world = new GateWorld(database);
    source = world.source;
    provider = world.provider;
  }

  @Test
  void bytes_are_kept_in_pieces_as_they_came() throws IOException {
    byte[] content = new byte[700_000];
    content[0] = 1;
    content[699_999] = (byte) 0xff;

    ReceivedReport received = take(content, Optional.empty());

    assertThat(Tx.call(() -> bytes(received.reportId()))).isEqualTo(content);
    assertThat(
            world.texts(
                "SELECT octet_length(c.bytes) FROM report_chunk c JOIN report_delivery d ON d.id = c.delivery_id WHERE d.originator = ? ORDER BY c.number"))
        .containsExactly("262144", "262144", "175712");
    assertThat(
            world.texts(
                "SELECT t.fault FROM report_try t JOIN report_delivery d ON d.id = t.delivery_id WHERE d.originator = ?"))
        .containsExactly("The server closed the connection.");
  }

  @Test
  void the_same_bytes_are_accepted_once_and_of_another_originator_again() throws IOException {
    ReceivedReport first = take(text("a"), Optional.empty());
    ReceivedReport second = take(text("a"), Optional.empty());

    assertThat(first.decision()).isEqualTo(new GateDecision.Accept());
    assertThat(second.decision()).isEqualTo(new GateDecision.Suppress(first.delivery()));
    assertThat(second.reportId()).isEqualTo(first.reportId());
    assertThat(Tx.call(() -> bytes(first.reportId()))).isEqualTo(text("a"));
    ArrivedReport others =
        GateWorld.arrived(provider + "-x", "day.csv", text("a"), Optional.empty());
    assertThat(receive.receive(DeliveryWay.PICKED_UP, NONE, others).decision())
        .isEqualTo(new GateDecision.Accept());
  }

  @Test
  void a_stop_between_keeping_and_deciding_loses_nothing_and_accepts_once() throws IOException {
    receive.keep(DeliveryWay.PICKED_UP, world.arrived(text("a"), Optional.empty()));

    take(text("a"), Optional.empty());
    take(text("a"), Optional.empty());

    assertThat(world.texts(DECISIONS)).containsExactly(null, "accept", "suppress");
  }

  @Test
  void a_stop_between_deciding_and_handing_on_has_it_read_once() throws IOException {
    take(text("a"), Optional.empty());
    assertThat(source.reads).isZero();

    ReportAtHand resumed = fetchReport.fetch(provider, source, DAY);
    ReportAtHand again = fetchReport.fetch(provider, source, DAY);

    assertThat(resumed).isInstanceOf(ReportAtHand.Usable.class).isEqualTo(again);
    assertThat(source.reads).isEqualTo(1);
    assertThat(world.texts(DECISIONS)).containsExactly("accept", "suppress", "suppress");
  }

  @Test
  void f_03_other_bytes_than_the_checksum_says_are_kept_and_not_read() throws IOException {
    ReceivedReport received = take(text("a"), GateWorld.wrongChecksum());
    ReportAtHand atHand = readReport.read(provider, source, DAY, received);

    assertThat(atHand).isInstanceOf(ReportAtHand.None.class);
    assertThat(source.reads).isZero();
    assertThat(
            world.texts(
                "SELECT reason || ': ' || evidence FROM report_delivery WHERE originator = ?"))
        .containsExactly(
            "checksum_differs: The checksum that came with it is "
                + "00".repeat(32)
                + ", that of its bytes ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb.");
    assertThat(world.texts("SELECT status FROM report WHERE originator = ?"))
        .containsExactly("quarantined");
    assertThat(Tx.call(() -> bytes(received.reportId()))).isEqualTo(text("a"));
    assertThat(take(text("a"), Optional.empty()).decision()).isEqualTo(new GateDecision.Accept());
  }

  @Test
  void f_20_a_name_from_outside_is_a_label_only() throws IOException {
    for (String label : List.of("../../etc/x", "/etc/x", "a\0b", "n".repeat(300))) {
      receive.receive(
          DeliveryWay.PICKED_UP,
          NONE,
          GateWorld.arrived(provider, label, text(label), Optional.empty()));
    }

    assertThat(world.texts("SELECT label FROM report_delivery WHERE originator = ? ORDER BY id"))
        .containsExactly("../../etc/x", "/etc/x", "a\uFFFDb", "n".repeat(255));
  }

  @Test
  void f_02_of_a_stream_that_breaks_nothing_is_kept() throws IOException {
    ArrivedReport broken =
        new ArrivedReport(
            provider,
            DAY,
            "day.csv",
            () -> {
              throw new IOException("reset");
            },
            "text/csv",
            List.of(),
            Optional.empty(),
            Optional.empty());

    assertThatThrownBy(() -> receive.receive(DeliveryWay.PICKED_UP, NONE, broken))
        .isInstanceOf(IOException.class);

    assertThat(world.texts(DECISIONS)).isEmpty();
  }

  @Test
  void bytes_are_forgotten_after_their_time_unless_somebody_waits_for_them() throws IOException {
    ReceivedReport read = take(text("a"), Optional.empty());
    readReport.read(provider, source, DAY, read);
    ReceivedReport waits = take(text("b"), GateWorld.wrongChecksum());
    PurgeReportBytes purge = new PurgeReportBytes(deliveries, settings(), System::nanoTime);

    purge.purge(_ -> true);
    assertThat(Tx.call(() -> bytes(read.reportId()))).isEqualTo(text("a"));
    world.old();
    purge.purge(_ -> true);

    assertThat(Tx.call(() -> bytes(read.reportId()))).isEmpty();
    assertThat(Tx.call(() -> bytes(waits.reportId()))).isEqualTo(text("b"));
    assertThat(readReport.read(provider, source, DAY, take(text("a"), Optional.empty())))
        .as("what was read counts as before")
        .isInstanceOf(ReportAtHand.Usable.class);
  }

  private static ReportConfig settings() {
    return new ReportConfig() {
      @Override
      public String resumeEvery() {
        return "off";
      }

      @Override
      public Duration contentRetention() {
        return Duration.ofDays(9999);
      }
    };
  }

  private ReceivedReport take(byte[] content, Optional<byte[]> checksum) throws IOException {
    return receive.receive(DeliveryWay.PICKED_UP, NONE, world.arrived(content, checksum));
  }

  private byte[] bytes(String reportId) {
    try (InputStream content = deliveries.content(reportId)) {
      return content.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
