// A provider whose reports come through the gate, and what the database has of them.
package dev.semel.report;

import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFetch;
import dev.semel.provider.ReportVerification;
import dev.semel.provider.RowSink;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.report.pickup.Seal;
import dev.semel.report.pickup.Sources;
import dev.semel.report.pickup.Try;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A provider whose reports come through the gate, and what the database has of them. */
final class GateWorld {
  static final LocalDate DAY = LocalDate.of(2026, 3, 10);
  static final String DECISIONS =
      "SELECT decision FROM report_delivery WHERE originator = ? ORDER BY id";

  final Sources sources;
  final String provider;
  final Source source = new Source();
  private final DataSource database;

  GateWorld(DataSource database) {
    this.database = database;
    this.sources = new Sources(database);
    this.provider = sources.name;
    sources.as(source);
  }

  /** Gives the same report each time, and counts how often it is read. */
  static final class Source implements ReportSource {
    int reads;
    String content = "a";

    /** What happens while it is read. */
    Runnable meanwhile = () -> {};

    /** Why it can't be read; null where it can. */
    @Nullable String unreadable;

    /** What was read last. */
    String read = "";

    /** What has to prove it. */
    ReportVerification verification = ReportVerification.NONE;

    @Override
    public ReportVerification verification() {
      return verification;
    }

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
      return new ReportFetch.Fetched(text(content), "text/csv");
    }

    @Override
    public ReportFacts read(InputStream bytes, RowSink rows)
        throws UnreadableMessageException, IOException {
      reads++;
      read = new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
      meanwhile.run();
      if (unreadable != null) {
        throw new UnreadableMessageException(unreadable);
      }
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

  /** A report of the provider that arrives. */
  ArrivedReport arrived(byte[] content, Optional<byte[]> checksum) {
    return arrived(provider, "day.csv", content, checksum);
  }

  /** One with a signature beside it, and what its way has proved. */
  ArrivedReport arrived(byte[] content, Optional<byte[]> signature, Seal seal) {
    return new ArrivedReport(
        provider,
        DAY,
        "day.csv",
        () -> new ByteArrayInputStream(content),
        "text/csv",
        List.of(),
        Optional.empty(),
        signature,
        seal);
  }

  static ArrivedReport arrived(
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

  /** A file of a checksum that no report has. */
  static Optional<byte[]> wrongChecksum() {
    return Optional.of(text("00".repeat(32) + "  day.csv\n"));
  }

  /** What was interrupted is due now. */
  void due() {
    change("resume_at = now()");
  }

  /** What came came so long ago that nobody keeps anything of that time. */
  void old() {
    change("received_at = now() - interval '10000 days'");
  }

  private void change(String change) {
    try (var connection = database.getConnection();
        var statement =
            connection.prepareStatement(
                "UPDATE report_delivery SET " + change + " WHERE originator = ?")) {
      statement.setString(1, provider);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What a query about the provider answers in its first column. */
  List<@Nullable String> texts(String query) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, provider);
      List<@Nullable String> found = new ArrayList<>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
