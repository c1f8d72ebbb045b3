// Reports are kept, checked, and accepted once.
package dev.semel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.db.Tx;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFetch;
import dev.semel.provider.RowSink;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.report.pickup.Try;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ReceiveReportDbTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final LocalDate DAY = LocalDate.of(2026, 3, 10);
  private static final String DECISIONS =
      "SELECT decision FROM report_delivery WHERE originator = ? ORDER BY id";

  @Inject ReceiveReport receive;
  @Inject FetchReport fetchReport;
  @Inject DeliveryStore deliveries;
  @Inject DataSource database;

  private final String provider = "gate-" + NUMBER.incrementAndGet();
  private final Source source = new Source();

  @Test
  void bytes_are_kept_in_pieces_as_they_came() throws IOException {
    byte[] content = new byte[700_000];
    content[0] = 1;
    content[699_999] = (byte) 0xff;

    ReceivedReport received = take(content, Optional.empty());

    assertThat(Tx.call(() -> bytes(received.reportId()))).isEqualTo(content);
    assertThat(
            texts(
                "SELECT octet_length(c.bytes) FROM report_chunk c JOIN report_delivery d ON d.id = c.delivery_id WHERE d.originator = ? ORDER BY c.number"))
        .containsExactly("262144", "262144", "175712");
    assertThat(
            texts(
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
    ArrivedReport others = arrived(provider + "-x", text("a"), Optional.empty());
    assertThat(receive.receive(DeliveryWay.PICKED_UP, others).decision())
        .isEqualTo(new GateDecision.Accept());
  }

  @Test
  void a_stop_between_keeping_and_deciding_loses_nothing_and_accepts_once() throws IOException {
    receive.keep(DeliveryWay.PICKED_UP, arrived(provider, text("a"), Optional.empty()));

    take(text("a"), Optional.empty());
    take(text("a"), Optional.empty());

    assertThat(texts(DECISIONS)).containsExactly(null, "accept", "suppress");
  }

  @Test
  void a_stop_between_deciding_and_handing_on_has_it_read_once() throws IOException {
    take(text("a"), Optional.empty());
    assertThat(source.reads).isZero();

    ReportAtHand resumed = fetchReport.fetch(provider, source, DAY);
    ReportAtHand again = fetchReport.fetch(provider, source, DAY);

    assertThat(resumed).isInstanceOf(ReportAtHand.Usable.class).isEqualTo(again);
    assertThat(source.reads).isEqualTo(1);
    assertThat(texts(DECISIONS)).containsExactly("accept", "suppress", "suppress");
  }

  @Test
  void f_03_other_bytes_than_the_checksum_says_are_kept_and_not_read() throws IOException {
    Optional<byte[]> wrong = Optional.of(text("00".repeat(32) + "  day.csv\n"));

    ReceivedReport received = take(text("a"), wrong);
    ReportAtHand atHand = fetchReport.handOn(provider, source, DAY, received);

    assertThat(atHand).isInstanceOf(ReportAtHand.None.class);
    assertThat(source.reads).isZero();
    assertThat(texts("SELECT reason || ': ' || evidence FROM report_delivery WHERE originator = ?"))
        .containsExactly(
            "checksum_differs: The checksum that came with it is "
                + "00".repeat(32)
                + ", that of its bytes ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb.");
    assertThat(texts("SELECT status FROM report WHERE originator = ?"))
        .containsExactly("quarantined");
    assertThat(Tx.call(() -> bytes(received.reportId()))).isEqualTo(text("a"));
    assertThat(take(text("a"), Optional.empty()).decision()).isEqualTo(new GateDecision.Accept());
  }

  @Test
  void f_20_a_name_from_outside_is_a_label_only() throws IOException {
    for (String label : List.of("../../etc/x", "/etc/x", "a\0b", "n".repeat(300))) {
      receive.receive(
          DeliveryWay.PICKED_UP, arrived(provider, label, text(label), Optional.empty()));
    }

    assertThat(texts("SELECT label FROM report_delivery WHERE originator = ? ORDER BY id"))
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

    assertThatThrownBy(() -> receive.receive(DeliveryWay.PICKED_UP, broken))
        .isInstanceOf(IOException.class);

    assertThat(texts(DECISIONS)).isEmpty();
  }

  private ReceivedReport take(byte[] content, Optional<byte[]> checksum) throws IOException {
    return receive.receive(DeliveryWay.PICKED_UP, arrived(provider, content, checksum));
  }

  private static ArrivedReport arrived(String provider, byte[] content, Optional<byte[]> checksum) {
    return arrived(provider, "day.csv", content, checksum);
  }

  private static ArrivedReport arrived(
      String provider, String label, byte[] content, Optional<byte[]> checksum) {
    return new ArrivedReport(
        provider,
        DAY,
        label,
        () -> new ByteArrayInputStream(content),
        "text/csv",
        List.of(new Try(Instant.EPOCH, "The server closed the connection.")),
        checksum,
        Optional.empty());
  }

  private byte[] bytes(String reportId) {
    try (InputStream content = deliveries.content(reportId)) {
      return content.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private List<String> texts(String query) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, provider);
      List<String> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Gives the same report each time, and counts how often it is read. */
  private static final class Source implements ReportSource {
    private int reads;

    @Override
    public ZoneId timeZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public LocalTime due() {
      return LocalTime.MIDNIGHT;
    }

    @Override
    public Duration lag() {
      return Duration.ZERO;
    }

    @Override
    public ReportFetch fetch(LocalDate businessDate) {
      return new ReportFetch.Fetched(text("a"), "text/csv");
    }

    @Override
    public ReportFacts read(InputStream content, RowSink rows) {
      reads++;
      ReportFacts facts =
          new ReportFacts(
              0,
              Optional.empty(),
              Optional.empty(),
              List.of(),
              Optional.empty(),
              Set.of(),
              List.of());
      rows.commit(facts);
      return facts;
    }
  }
}
