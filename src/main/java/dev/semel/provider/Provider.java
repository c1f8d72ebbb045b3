package dev.semel.provider;

import dev.semel.domain.ProviderTerms;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One payout partner, as the engine drives it. Every call blocks (on a virtual thread), is bounded
 * in time, makes each request at most once, follows no redirect, never throws for what the network
 * or the partner does, and is entered in the outbound call log. Where a partner no longer takes a
 * token, and certainly processed nothing, the request is made once more with a fresh one. No
 * transaction may be open around a call.
 */
public interface Provider {
  /** The name, as in URLs and configuration. */
  String name();

  /** What the partner promises, and how patient we are with it. */
  ProviderTerms terms();

  /** Which payouts the partner takes, and how many at a time. */
  ProviderCapacity capacity();

  /** Whether submissions make sense now, as this node sees it. */
  Availability availability();

  /** How its breaker stands on this node. */
  default BreakerStanding breaker() {
    return BreakerStanding.UNTRIED;
  }

  /**
   * False for a status word that the partner's file does not list: it counts as processing, with an
   * alert.
   */
  default boolean listsStatus(String providerWord) {
    return true;
  }

  /** What people call the partner. */
  String title();

  /**
   * Checks, before a payout is accepted, that it has everything the partner's request needs.
   *
   * @return the JSON Pointer (into the payout as asked) of each member that is missing, with a
   *     sentence about it; empty when nothing is
   */
  List<MissingData> missingData(SubmissionRequest request);

  /**
   * Asks the partner to pay. The one call that moves money.
   *
   * @param request what is to be paid
   * @param maySend asked after every wait and with a connection at hand, right before the request
   *     is written, each time that it is; when it says no, nothing is written and the payout is
   *     held back
   */
  SubmitOutcome submit(SubmissionRequest request, BooleanSupplier maySend);

  /** Asks for a payout by our own reference. */
  LookupOutcome lookup(ProviderQuery query);

  /**
   * Asks for a payout by the partner's id; by our reference where the partner's file has no such
   * question.
   */
  LookupOutcome status(ProviderQuery query);

  /** Whether the partner can be asked how a payout stands without sending it anything again. */
  default boolean canBeAsked(ProviderQuery query) {
    return true;
  }

  /**
   * How the partner is asked by sending it the same request again; empty where its file promises
   * nothing about a repeat, and then nothing is ever sent again in order to ask.
   */
  default Optional<Resending> resending() {
    return Optional.empty();
  }

  /**
   * Whether that is the only way to ask it by our reference. Elsewhere it is asked so only where it
   * asked for patience and did not promise that it processed nothing.
   */
  default boolean resendIsLookup() {
    return false;
  }

  /** Whether the partner's messages come by PUT as well as by POST. */
  default boolean sendsByPut() {
    return false;
  }

  /**
   * Whether a message that arrived at our webhook address really comes from the partner. Looks at
   * the raw bytes.
   */
  WebhookVerdict verify(InboundMessage message);

  /**
   * Reads the events in a verified message. One that is not as promised does not hide the others.
   *
   * @throws UnreadableMessageException when there are no events where the partner's file says
   */
  MessageReading read(InboundMessage message) throws UnreadableMessageException;

  /**
   * True where the partner's file says that its signed webhook is not enough for a final state, so
   * that it is asked first.
   */
  boolean confirmsTerminalEvents();

  /** How the partner's report is fetched and read; empty where it has none. */
  Optional<ReportSource> reportSource();

  /**
   * A piece of data that the partner's request needs and the payout lacks.
   *
   * @param pointer where it is in the payout as asked
   * @param there whether it is there, and only can't be written as the partner takes it
   * @param detail a sentence for the client
   */
  record MissingData(String pointer, boolean there, String detail) {}

  /** Asking by the same request, of a partner that recognises one that it has seen before. */
  interface Resending {
    /**
     * Sends the request of an attempt again. Where the first never arrived, this one moves the
     * money: the caller answers for the partner still remembering the first.
     *
     * @param request the same as the first time, its reference and key above all
     * @param maySend asked right before the request is written, each time that it is
     * @return found where the partner has the payout now; never absent
     */
    LookupOutcome resend(SubmissionRequest request, BooleanSupplier maySend);
  }

  /** The partner's daily report: fetched or delivered, then read. */
  interface ReportSource {
    /** The zone whose midnight ends the business date. */
    ZoneId timeZone();

    /** When, in that zone, the report of the day before should be there. */
    LocalTime due();

    /** How long a difference of timing may last before it is a case. */
    Duration lag();

    /** What is allowed when it is matched with our payouts. */
    default MatchTerms matching() {
      return MatchTerms.STRICT;
    }

    /** How it comes to us. */
    default ReportArrival arrival() {
      return new ReportArrival.Asked();
    }

    /** How it is packed. */
    default ReportPacking packing() {
      return ReportPacking.NONE;
    }

    /** What has to prove it before anybody reads it. */
    default ReportVerification verification() {
      return ReportVerification.NONE;
    }

    /**
     * Asks for the raw bytes of a day's report; nothing is parsed. One that comes in another way is
     * never had by asking.
     */
    ReportFetch fetch(LocalDate businessDate);

    /**
     * Reads a report and hands its rows over. They count when this returns, and in no other case:
     * the sink was told {@code commit} then, and else {@code discard}.
     *
     * @param content the bytes that were accepted, from their beginning
     * @throws UnreadableMessageException when anything in it is not what the partner's file
     *     promises, or it does not prove to be whole: the whole report is refused
     * @throws IOException when the bytes could not be had
     */
    ReportFacts read(InputStream content, RowSink rows)
        throws UnreadableMessageException, IOException;
  }
}
