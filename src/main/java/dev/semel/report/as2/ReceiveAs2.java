// Takes a report that a partner sends over AS2.
package dev.semel.report.as2;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.domain.Sha256;
import dev.semel.provider.As2Partnership;
import dev.semel.provider.FileNamePattern;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.report.as2.As2RefusalException.Reason;
import dev.semel.report.as2.OpenedMessage.Proof;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.report.pickup.ReportIntake;
import dev.semel.report.pickup.Seal;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/**
 * Takes a report that a partner sends over AS2: opens it, hands it to the gate, and only then gives
 * a receipt. The same message again gets the same receipt; a message that can't be taken gets one
 * that says so. What a message holds whose signature proves nothing is kept for people.
 */
@Singleton
final class ReceiveAs2 {
  private static final Logger LOG = Logger.getLogger(ReceiveAs2.class);
  private static final int OPENED_AT_ONCE = 2;
  private static final int LONGEST_NAME = 255;
  private static final int LARGEST_DOUBTFUL = 16 * 1024 * 1024;
  private static final int MOST_DOUBTFUL = 20;

  private final ReceiptStore receipts;
  private final ReportIntake intake;

  /** A message takes several times its size while it is opened, whoever has sent it. */
  private final Semaphore room = new Semaphore(OPENED_AT_ONCE);

  ReceiveAs2(ReceiptStore receipts, ReportIntake intake) {
    this.receipts = receipts;
    this.intake = intake;
  }

  /** Takes a message; the receipt goes back whether it is asked for or not. */
  Receipt receive(
      String provider,
      ReportSource source,
      As2Partnership partnership,
      As2Headers headers,
      byte[] body) {
    Tx.assertOutside();
    WriteReceipt writer = new WriteReceipt(partnership, Ids.next(Ids.Kind.REPORT));
    try {
      if (!headers.from().equals(partnership.partnerId())
          || !headers.to().equals(partnership.ourId())) {
        throw new As2RefusalException(
            Reason.AUTHENTICATION_FAILED, "Nobody of these AS2 names is known here.");
      }
      OpenedMessage message = opened(partnership, headers, body);
      return switch (message.proof()) {
        case Proof.Good good ->
            taken(new From(provider, source, partnership, headers), message, good, writer);
        case Proof.Nothing(As2RefusalException refusal) -> {
          keep(new From(provider, source, partnership, headers), message, refusal);
          throw refusal;
        }
      };
    } catch (As2RefusalException e) {
      LOG.warnf("An AS2 message of %s was not taken: %s", provider, e.sentence());
      return writer.negative(headers, e);
    }
  }

  private OpenedMessage opened(As2Partnership partnership, As2Headers headers, byte[] body)
      throws As2RefusalException {
    room.acquireUninterruptibly();
    try {
      return new OpenMessage(partnership)
          .open(MimeEntity.of(body, headers.contentType(), headers.transferEncoding()));
    } finally {
      room.release();
    }
  }

  /** Whose a message says that it is. */
  private record From(
      String provider, ReportSource source, As2Partnership partnership, As2Headers headers) {}

  private Receipt taken(From from, OpenedMessage message, Proof.Good proof, WriteReceipt writer)
      throws As2RefusalException {
    byte[] hash = Sha256.of(message.content());
    Optional<Receipt> before = before(from.provider(), from.headers(), hash);
    if (before.isPresent()) {
      return before.get();
    }
    Receipt receipt = writer.positive(from.headers(), message, proof.digest());
    take(from, message, new Seal.Good(proof.signer()));
    Tx.run(
        () ->
            receipts.keep(
                from.provider(), from.headers().messageId(), proof.signer(), hash, receipt));
    return before(from.provider(), from.headers(), hash).orElse(receipt);
  }

  /**
   * Keeps a message for people that the partner has provably not signed. Anybody can send such
   * ones, so that only few are kept.
   */
  private void keep(From from, OpenedMessage message, As2RefusalException refusal) {
    if (message.content().length > LARGEST_DOUBTFUL
        || Tx.call(() -> receipts.doubtfulOfADay(from.provider())) >= MOST_DOUBTFUL) {
      LOG.warnf("An AS2 message of %s proves nothing and is not kept", from.provider());
      return;
    }
    Seal.Doubt doubt =
        refusal.reason() == Reason.AUTHENTICATION_FAILED
            ? Seal.Doubt.SIGNER_UNKNOWN
            : Seal.Doubt.SIGNATURE_BAD;
    try {
      take(from, message, new Seal.Doubtful(doubt, refusal.sentence()));
    } catch (As2RefusalException e) {
      LOG.warnf(
          "An AS2 message of %s proves nothing and could not be kept: %s",
          from.provider(), e.sentence());
    }
  }

  private Optional<Receipt> before(String provider, As2Headers headers, byte[] hash)
      throws As2RefusalException {
    Optional<ReceiptStore.Given> given =
        Tx.call(() -> receipts.find(provider, headers.messageId()));
    if (given.isPresent() && !MessageDigest.isEqual(given.get().hash(), hash)) {
      throw new As2RefusalException(
          Reason.UNEXPECTED,
          "Another report came under this Message-ID before. Send this one under an id of its own.");
    }
    return given.map(ReceiptStore.Given::receipt);
  }

  private void take(From from, OpenedMessage message, Seal seal) throws As2RefusalException {
    String name = label(message.fileName());
    LocalDate day =
        from.partnership()
            .files()
            .match(name)
            .flatMap(FileNamePattern.Match::day)
            .orElseGet(
                () ->
                    LocalDate.ofInstant(Tx.call(receipts::now), from.source().timeZone())
                        .minusDays(1));
    try {
      intake.take(
          new ArrivedReport(
              from.provider(),
              day,
              name,
              () -> new ByteArrayInputStream(message.content()),
              message.contentType(),
              List.of(),
              Optional.empty(),
              Optional.empty(),
              seal));
    } catch (IOException | RuntimeException e) {
      LOG.errorf(e, "a report of %s that came over AS2 could not be kept", from.provider());
      throw new As2RefusalException(
          Reason.UNEXPECTED, "The report could not be kept. Send it again.", e);
    }
  }

  /** A name from outside is a label and nothing else. */
  private static String label(String name) {
    String plain = name.replaceAll("[\\p{Cntrl}]", "");
    String last = plain.substring(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1);
    return last.length() <= LONGEST_NAME ? last : last.substring(0, LONGEST_NAME);
  }
}
