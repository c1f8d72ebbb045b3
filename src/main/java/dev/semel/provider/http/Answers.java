package dev.semel.provider.http;

import dev.semel.provider.file.Answer;

/** From what came over the wire to what the rules of a file look at. */
final class Answers {
  private Answers() {}

  /**
   * The answer, its body parsed. A body that ended with the connection counts only when it is one
   * whole JSON value: nothing else tells that none of it was lost.
   */
  static Answer of(Transfer.Answered answered) {
    Answer.Body body = Answer.parse(answered.body());
    boolean surelyWhole = answered.endMarked() || body instanceof Answer.Body.Json;
    return new Answer(
        answered.status(), answered.headers(), surelyWhole ? body : new Answer.Body.PerhapsCut());
  }

  /** Why an answer means nothing that is known. */
  static String notUnderstood(Answer answer) {
    String status = "status " + answer.status();
    return switch (answer.body()) {
      case Answer.Body.Unreadable unreadable -> status + ": " + unreadable.reason();
      case Answer.Body.PerhapsCut _ ->
          status + ": the answer ended with the connection, and may not be whole";
      case Answer.Body.Json _, Answer.Body.Empty _ ->
          status + ": no rule of the provider's file names this answer";
    };
  }
}
