// A part of the world, and its place in the world's bits.
package dev.semel.model;

import java.util.Arrays;
import java.util.List;

/**
 * A part of the world, and its place in the world's bits. An instant is written as what it is
 * relative to now, and 0 where there is none; time that passes makes all of them smaller by one,
 * down to the oldest that makes a difference ({@link Scope#oldest}).
 */
// A world is packed into 128 bits: a constant is its place there.
@SuppressWarnings("EnumOrdinal")
enum Part {
  // The payout's row and its attempt.
  STATE(4),
  FUNDED(1),
  EVER_SUBMITTED(1),
  EVER_UNKNOWN(1),
  SAID_DUPLICATE(1),
  TERMS_DIFFER(1),
  HOLD(3),
  ADOPTED(1),
  SEQUENCE(2),
  ATTEMPT(1),
  /** Whether the row says that another attempt is alive. */
  ALIVE(1),
  TRIES(2),
  LOOKUPS(2),
  CHECKS(1),
  LEASE_UNTIL(3, true),
  DUE_AT(2, true),
  ABSENT_SINCE(3, true),
  FIRST_SEND(3, true),
  LAST_SEND(4, true),
  DEADLINE(3, true),
  /** Whether a case was opened. */
  CASE(1),

  // Two workers.
  TASK_1(2),
  STEP_1(2),
  SINCE_1(3, true),
  LATE_1(1),
  OUTCOME_1(4),
  REFERENCE_1(1),
  TASK_2(2),
  STEP_2(2),
  SINCE_2(3, true),
  LATE_2(1),
  OUTCOME_2(4),
  REFERENCE_2(1),

  // Requests that were written and have not arrived: when, by whom, under which reference.
  WRITTEN_1(3, true),
  WRITER_1(2),
  UNDER_1(1),
  WRITTEN_2(3, true),
  WRITER_2(2),
  UNDER_2(1),

  // The partner's truth.
  ACTED(2),
  ACTED_UNDER(1),
  ACTED_AT(3, true),
  HIDDEN_UNTIL(3, true),
  STANDING(3),
  FORGOT(1),
  OTHER_TERMS(1),
  LIES(2),
  /** What was said of an earlier attempt: nothing, that it is alive, or it no longer matters. */
  TOLD(2);

  private static final int WORD = 64;

  final boolean instant;
  final int word;
  final int shift;
  final int most;

  Part(int bits) {
    this(bits, false);
  }

  Part(int bits, boolean instant) {
    this.instant = instant;
    this.most = (1 << bits) - 1;
    int place = Places.next(bits);
    this.word = place / WORD;
    this.shift = place % WORD;
  }

  /** Gives out places, none of which crosses from one word into the next. */
  private static final class Places {
    private static int used;

    static int next(int bits) {
      int place = used % WORD + bits > WORD ? (used / WORD + 1) * WORD : used;
      used = place + bits;
      if (used > 2 * WORD) {
        throw new IllegalStateException("the world has room for " + 2 * WORD + " bits");
      }
      return place;
    }
  }

  private static final Part[] ALL = values();

  /** The instants, which time makes older. */
  static final List<Part> INSTANTS = Arrays.stream(ALL).filter(part -> part.instant).toList();

  /** The same part of another worker, from 0, as this one of the first. */
  Part of(int worker) {
    return worker == 0 ? this : ALL[ordinal() + TASK_2.ordinal() - TASK_1.ordinal()];
  }
}
