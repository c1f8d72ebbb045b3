package dev.semel.app.conformance;

import dev.semel.app.conformance.Dialect.Answer;
import java.util.Optional;

/**
 * What becomes of the first request that would move money.
 *
 * @param processed how often the partner processes it: 0, 1, or 2 where a gateway sent it twice
 * @param instead the answer, where it is not the partner's own
 * @param manner how the exchange ends
 * @param tellsFirst whether a message comes before the answer
 * @param lasting whether it becomes so of every further request, too
 * @param tokenGone whether the access token is no longer good
 */
record Act(
    int processed,
    Optional<Answer> instead,
    Reply.Manner manner,
    boolean tellsFirst,
    boolean lasting,
    boolean tokenGone) {
  /** It is done and answered. */
  static final Act WELL = new Act(1, Optional.empty(), Reply.Manner.ANSWER, false, false, false);

  /** It is done, and the answer never comes. */
  static final Act DONE_IN_SILENCE =
      new Act(1, Optional.empty(), Reply.Manner.SILENCE, false, false, false);

  /** It is done, and the connection is reset. */
  static final Act DONE_AND_RESET =
      new Act(1, Optional.empty(), Reply.Manner.RESET, false, false, false);

  /** It is lost, and the connection is reset. */
  static final Act RESET = new Act(0, Optional.empty(), Reply.Manner.RESET, false, false, false);

  /** It is lost, and no answer comes. */
  static final Act SILENCE =
      new Act(0, Optional.empty(), Reply.Manner.SILENCE, false, false, false);

  /** A gateway sends it twice, and what we see is the second answer. */
  static final Act TWICE = new Act(2, Optional.empty(), Reply.Manner.ANSWER, false, false, false);

  /** A message about it comes before its answer. */
  static final Act TOLD_FIRST =
      new Act(1, Optional.empty(), Reply.Manner.ANSWER, true, false, false);

  /** Our access token is no longer good. */
  static final Act TOKEN_GONE =
      new Act(0, Optional.empty(), Reply.Manner.ANSWER, false, false, true);

  /** It is done, and answered otherwise than the partner means. */
  static Act doneBut(Answer answer) {
    return new Act(1, Optional.of(answer), Reply.Manner.ANSWER, false, false, false);
  }

  /** It is sent twice by a gateway, and the repeat is answered so. */
  static Act twiceWith(Answer answer) {
    return new Act(2, Optional.of(answer), Reply.Manner.ANSWER, false, false, false);
  }

  /** It is not done, and answered so. */
  static Act not(Answer answer) {
    return new Act(0, Optional.of(answer), Reply.Manner.ANSWER, false, false, false);
  }

  /** It is not done, and answered so as often as it is asked. */
  static Act never(Answer answer) {
    return new Act(0, Optional.of(answer), Reply.Manner.ANSWER, false, true, false);
  }
}
