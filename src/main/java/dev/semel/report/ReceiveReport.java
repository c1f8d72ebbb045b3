// Keeps a report that arrived, and has it decided whether anybody reads it.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.domain.Sha256;
import dev.semel.provider.ReportVerification;
import dev.semel.report.pickup.ArrivedReport;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;

/**
 * Keeps a report that arrived, and has it decided whether anybody reads it. Its bytes are kept
 * first, in a transaction of their own, piece by piece. The decision is marked in a second one. Who
 * is stopped between the two has lost nothing: what is undecided is taken up again.
 */
@Singleton
final class ReceiveReport {
  private static final int PIECE = 256 * 1024;

  private final DeliveryStore deliveries;
  private final DecideDelivery decideDelivery;

  ReceiveReport(DeliveryStore deliveries, DecideDelivery decideDelivery) {
    this.deliveries = deliveries;
    this.decideDelivery = decideDelivery;
  }

  /**
   * Keeps a report and decides about it.
   *
   * @param terms what has to prove it
   * @throws IOException when its bytes can't be had; then nothing of it is kept
   */
  public ReceivedReport receive(DeliveryWay way, ReportVerification terms, ArrivedReport report)
      throws IOException {
    return decideDelivery.decide(keep(way, report), terms);
  }

  /**
   * Keeps the bytes, about which nothing is decided yet.
   *
   * @return the number of the delivery
   */
  long keep(DeliveryWay way, ArrivedReport report) throws IOException {
    try {
      return Tx.call(LoadReport.LONGEST, () -> stored(way, report));
    } catch (UncheckedIOException e) {
      throw new IOException("the bytes of a report can't be had", e.getCause());
    }
  }

  /** Keeps the bytes, in the open transaction; throws {@link UncheckedIOException}. */
  long stored(DeliveryWay way, ArrivedReport report) {
    long delivery = deliveries.begin(way, report);
    MessageDigest digest = Sha256.digest();
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
    deliveries.whole(delivery, digest.digest(), size);
    return delivery;
  }
}
