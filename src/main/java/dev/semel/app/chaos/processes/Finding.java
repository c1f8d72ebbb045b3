// Something that is not as it should be.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.Difference;

/**
 * Something that is not as it should be.
 *
 * @param kind what it is
 * @param payout the payout's id, or whatever names best what it is about
 * @param provider the payout's provider; empty when nobody knows
 * @param sentence what is wrong, for people
 */
record Finding(Kind kind, String payout, String provider, String sentence) {

  /** What it is, the worst first. */
  enum Kind {
    PAID_TWICE("paid or accepted twice"),
    LOST("lost"),
    APPLIED_TWICE("webhooks applied twice"),
    STUCK("stuck: nothing due and nobody asked, or due and not done"),
    DISAGREES("partner and database disagree"),
    HISTORY("histories with a gap"),
    FEED("events missing, twice or out of order"),
    ANSWER("answers other than promised"),
    UNANSWERED("requests without an answer");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    static Kind of(Difference.Kind kind) {
      return switch (kind) {
        case PAID_TWICE -> PAID_TWICE;
        case LOST -> LOST;
        case STUCK -> STUCK;
        case DISAGREES -> DISAGREES;
      };
    }
  }
}
