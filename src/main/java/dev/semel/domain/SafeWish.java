package dev.semel.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether what people wish for a payout is safe just now. {@link PayoutLifecycle} says who may
 * bring it where; this says when: not before the provider was asked once more, and not while that
 * answer proves nothing.
 *
 * <p>All instants are the database's.
 */
public final class SafeWish {
  private SafeWish() {}

  /** What the provider said when it was asked once more. */
  public enum Lookup {
    /** It has it. */
    FOUND,
    /** It says that it has no such payout. */
    ABSENT,
    /** It was asked and gave no usable answer. */
    UNCLEAR,
    /**
     * It can't be asked: it has no such question, or is not connected, or there is nothing to ask.
     */
    NOT_ASKED,
    /** It could not be asked, because somebody is asking just now. */
    BUSY
  }

  /** What is wished. */
  public enum Wish {
    RESEND,
    CORRECT,
    SETTLE_AS_SENT,
    SETTLE_AS_PAID,
    SETTLE_AS_RETURNED,
    SETTLE_AS_FAILED
  }

  /**
   * What is known at the moment of the decision.
   *
   * @param state where the payout stands, after what the provider said was applied
   * @param leaseUntil until when somebody holds it
   * @param lookup what the provider said
   * @param status the status that it gave, where it has the payout
   * @param askedAt when that question began
   * @param lastPossibleSend the latest moment at which a request may have been written
   * @param settleWindow how long after that an accepted request may still not show
   * @param saidDuplicate whether the provider once said that it has our reference
   * @param other what the provider said of the other attempts that may be alive; empty where there
   *     are none
   */
  public record Known(
      PayoutState state,
      Optional<Instant> leaseUntil,
      Lookup lookup,
      Optional<ProviderStatus> status,
      Instant askedAt,
      Optional<Instant> lastPossibleSend,
      Duration settleWindow,
      boolean saidDuplicate,
      Optional<Lookup> other) {
    /** From when on a question says something about the last request. */
    Optional<Instant> visibleAt() {
      return lastPossibleSend.map(last -> last.plus(settleWindow));
    }

    private boolean isOverThere() {
      return says(ProviderStatus.FAILED)
          || says(ProviderStatus.CANCELLED)
          || says(ProviderStatus.RETURNED);
    }

    private boolean says(ProviderStatus said) {
      return status.equals(Optional.of(said));
    }
  }

  /** What was found. */
  public sealed interface Verdict {
    /** Nothing speaks against it. */
    record Safe() implements Verdict {}

    /**
     * Not now.
     *
     * @param why a clause that can follow "refused because"
     * @param tryAgainAt when it may be asked for again, where that is known
     */
    record NotSafe(String why, Optional<Instant> tryAgainAt) implements Verdict {}
  }

  /** Judges a wish. What the payout's state does not allow is left to the lifecycle. */
  public static Verdict judge(Wish wish, Known known) {
    if (known.lookup() == Lookup.BUSY) {
      return notSafe("the provider is being asked about it just now", known.leaseUntil());
    }
    return switch (known.state()) {
      case SUBMITTING ->
          notSafe("a request to the provider may be on the wire just now", known.leaseUntil());
      case SUBMISSION_UNKNOWN -> whileUnknown(wish, known);
      case SENT -> underOtherTerms(wish, known);
      case HELD -> whileHeld(wish, known);
      case AWAITING_FUNDS, READY, PAID, FAILED, RETURNED, CANCELLED -> new Verdict.Safe();
    };
  }

  private static Verdict whileUnknown(Wish wish, Known known) {
    Optional<Instant> held = known.leaseUntil().filter(known.askedAt()::isBefore);
    if (held.isPresent()) {
      return notSafe("a request to the provider may be on the wire just now", held);
    }
    Optional<Instant> tooEarly =
        known.visibleAt().filter(visibleAt -> !known.askedAt().isAfter(visibleAt));
    if (tooEarly.isPresent()) {
      return notSafe("what was sent may not show at the provider yet", tooEarly);
    }
    Optional<Verdict> ofOther = known.other().flatMap(other -> besideAnother(wish, other, known));
    if (ofOther.isPresent()) {
      return ofOther.get();
    }
    return switch (known.lookup()) {
      case FOUND -> notSafe("the provider shows a payout that could not be adopted; see its case");
      case UNCLEAR ->
          wish == Wish.SETTLE_AS_SENT
              ? new Verdict.Safe()
              : notSafe("the provider gave no usable answer when it was asked just now");
      case ABSENT, NOT_ASKED ->
          wish == Wish.RESEND && known.saidDuplicate()
              ? notSafe("the provider once said that it has this reference; settle it instead")
              : new Verdict.Safe();
      case BUSY -> notSafe("the provider is being asked about it just now");
    };
  }

  /**
   * What stands beside another attempt: to send or to fail it takes that other one to be dead, and
   * the provider was asked about that as well. That the present one is over there, and could not be
   * told so to the client, is why people settle it.
   */
  private static Optional<Verdict> besideAnother(Wish wish, Lookup other, Known known) {
    Optional<Verdict> alive = otherMayBeAlive(wish, other);
    if (alive.isPresent()) {
      return alive;
    }
    if (known.lookup() != Lookup.FOUND || !known.isOverThere()) {
      return Optional.empty();
    }
    return Optional.of(
        wish == Wish.RESEND
            ? notSafe("the provider is done with this attempt, and its reference is used up")
            : new Verdict.Safe());
  }

  /** Whoever says that the money is not there says so of every attempt. */
  private static Optional<Verdict> otherMayBeAlive(Wish wish, Lookup other) {
    if (wish == Wish.SETTLE_AS_SENT || wish == Wish.SETTLE_AS_PAID) {
      return Optional.empty();
    }
    return switch (other) {
      case FOUND ->
          Optional.of(
              notSafe("the provider shows the other attempt; settle it as sent from that one"));
      case UNCLEAR, BUSY ->
          Optional.of(
              notSafe("the provider gave no usable answer about the other attempt just now"));
      case ABSENT, NOT_ASKED -> Optional.empty();
    };
  }

  private static Verdict underOtherTerms(Wish wish, Known known) {
    Optional<Verdict> alive = known.other().flatMap(other -> otherMayBeAlive(wish, other));
    if (alive.isPresent()) {
      return alive.get();
    }
    if (known.says(ProviderStatus.PROCESSING)) {
      return notSafe("the provider is still processing it");
    }
    if (known.lookup() == Lookup.UNCLEAR) {
      return notSafe("the provider gave no usable answer when it was asked just now");
    }
    return wish == Wish.SETTLE_AS_FAILED && known.says(ProviderStatus.PAID)
        ? notSafe("the provider says that it paid it")
        : new Verdict.Safe();
  }

  /** The same reference and key may go out again; another one only where nothing is in doubt. */
  private static Verdict whileHeld(Wish wish, Known known) {
    boolean failedThere = known.says(ProviderStatus.FAILED) || known.says(ProviderStatus.CANCELLED);
    return switch (known.lookup()) {
      case FOUND ->
          failedThere
              ? new Verdict.Safe()
              : notSafe("the provider shows a payout that could not be adopted; see its case");
      case UNCLEAR ->
          wish == Wish.CORRECT
              ? notSafe(
                  "the provider gave no usable answer when it was asked just now, and a new reference needs one")
              : new Verdict.Safe();
      case ABSENT, NOT_ASKED, BUSY -> new Verdict.Safe();
    };
  }

  private static Verdict notSafe(String why) {
    return notSafe(why, Optional.empty());
  }

  private static Verdict notSafe(String why, Optional<Instant> tryAgainAt) {
    return new Verdict.NotSafe(why, tryAgainAt);
  }
}
