// Keeps a report that arrived, and decides whether anybody reads it.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.report.pickup.ArrivedReport;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * Keeps a report that arrived, and decides whether anybody reads it. Its bytes are kept first, in a
 * transaction of their own, piece by piece. The decision is marked in a second one, before the
 * report is handed on: the same bytes of the same originator are accepted once, and whoever was
 * interrupted after that finds them accepted.
 */
@Singleton
final class ReceiveReport {
  private static final int PIECE = 256 * 1024;

  private final DeliveryStore deliveries;
  private final ReportStore reports;

  ReceiveReport(DeliveryStore deliveries, ReportStore reports) {
    this.deliveries = deliveries;
    this.reports = reports;
  }

  /** A delivery whose bytes are here. */
  record Kept(long delivery, byte[] hash) {}

  /**
   * Keeps a report and decides about it.
   *
   * @throws IOException when its bytes can't be had; then nothing of it is kept
   */
  public ReceivedReport receive(DeliveryWay way, ArrivedReport report) throws IOException {
    Kept kept = keep(way, report);
    return Tx.call(() -> decide(kept, report));
  }

  /** Keeps the bytes, about which nothing is decided yet. */
  Kept keep(DeliveryWay way, ArrivedReport report) throws IOException {
    try {
      return Tx.call(() -> stored(way, report));
    } catch (UncheckedIOException e) {
      throw new IOException("the bytes of a report can't be had", e.getCause());
    }
  }

  private Kept stored(DeliveryWay way, ArrivedReport report) {
    long delivery = deliveries.begin(way, report);
    MessageDigest digest = sha256();
    long size = 0;
    try (InputStream content = report.content().open()) {
      byte[] piece = content.readNBytes(PIECE);
      for (int number = 0; piece.length > 0; number++) {
        deliveries.keep(delivery, number, piece);
        digest.update(piece);
        size += piece.length;
        piece = content.readNBytes(PIECE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] hash = digest.digest();
    deliveries.whole(delivery, hash, size);
    return new Kept(delivery, hash);
  }

  private ReceivedReport decide(Kept kept, ArrivedReport report) {
    String reportId = deliveries.report(kept.delivery());
    Optional<Long> earlier = deliveries.accepted(kept.delivery());
    GateDecision decision = decision(kept, report, earlier);
    deliveries.decide(kept.delivery(), decision);
    if (earlier.isEmpty()) {
      switch (decision) {
        case GateDecision.Accept _ -> deliveries.admit(reportId);
        case GateDecision.Quarantine quarantine ->
            reports.quarantine(reportId, LoadedRows.shortened(quarantine.evidence()));
        case GateDecision.Suppress _ -> {}
      }
    }
    return new ReceivedReport(kept.delivery(), reportId, kept.hash(), decision);
  }

  private static GateDecision decision(Kept kept, ArrivedReport report, Optional<Long> earlier) {
    Optional<GateDecision.Quarantine> fault =
        report.checksum().flatMap(file -> ChecksumFile.fault(file, report.label(), kept.hash()));
    if (fault.isPresent()) {
      return fault.get();
    }
    return earlier.isPresent()
        ? new GateDecision.Suppress(earlier.get())
        : new GateDecision.Accept();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
