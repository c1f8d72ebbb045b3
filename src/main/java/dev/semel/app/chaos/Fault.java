// Everything that the simulation does to the engine.
package dev.semel.app.chaos;

/** Everything that the simulation does to the engine, with its words for the table at the end. */
enum Fault {
  NOT_CONNECTED("no connection to the partner"),
  SLOW_TO_CONNECT("a connection that came after half the lease"),
  HELD_BACK("a call held back by the node's own limits"),
  PARTNER_AWAY("a partner that was down when it was called"),
  REQUEST_LOST("a request lost on its way"),
  REQUEST_LATE("a request that arrived long after its time-out"),
  REQUEST_TWICE("a request that arrived twice"),
  ANSWER_LOST("an answer lost after the partner acted"),
  ANSWER_LATE("an answer that came after the lease"),
  CALL_THREW("a call that threw after the partner acted"),
  BUSY("a busy partner"),
  THROTTLED("a partner that asked for patience, and had acted or not"),
  REFUSED("a refusal"),
  PLATFORM_FAULT("a refusal for a fault on our side"),
  INVISIBLE("an accepted payout that did not show for a while"),
  OTHER_AMOUNT("another amount than was asked"),
  QUESTION_UNCLEAR("a question without a usable answer"),
  QUESTION_STALE("an answer to a question that came late"),
  WEBHOOK_LOST("a webhook that never came"),
  WEBHOOK_LATE("a webhook that came hours late or out of order"),
  WEBHOOK_TWICE("a webhook that came twice"),
  WEBHOOK_FORGED("a webhook with a wrong signature"),
  NODE_KILLED("a node killed with its calls under way"),
  NODE_KILLED_BEFORE_COMMIT("a node killed right before a COMMIT"),
  NODE_KILLED_AFTER_COMMIT("a node killed right after a COMMIT"),
  NODE_STOPPED("a node stopped for a while (SIGSTOP) and continued"),
  COMMIT_UNSEEN("a COMMIT done whose answer was lost"),
  COMMIT_LOST("a COMMIT lost with its connection"),
  CREATE_REPEATED("a create repeated with its key"),
  PAYMENT_REPEATED("a sender's payment reported again"),
  PAYMENT_TWICE("a second payment for one payout"),
  CANCEL_ASKED("a cancellation asked for"),
  HELD_BY_PERSON("a hold by a person"),
  RELEASED("a release by a person"),
  RESENT("a resend of a held payout by a person");

  private final String words;

  Fault(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
