// What is done to the processes and to the ways between them.
package dev.semel.app.chaos.processes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** What is done to the processes and to the ways between them. */
enum Deed {
  SERVER_KILLED("server killed (kill -9)", 2),
  KILLED_BEFORE_RECEIPT("server killed at the COMMIT of a webhook's receipt, before it", 2),
  KILLED_AFTER_RECEIPT("server killed between that COMMIT and the webhook's answer", 2),
  KILLED_BEFORE_PROCESSED("server killed at the COMMIT of a webhook's processing, before it", 2),
  KILLED_AFTER_PROCESSED("server killed right after the COMMIT of a webhook's processing", 2),
  SERVER_STOPPED_BRIEFLY("server stopped for less than its lease (SIGSTOP, SIGCONT)", 3),
  SERVER_STOPPED_LONG("server stopped past its lease (SIGSTOP, SIGCONT)", 2),
  PARTNERS_KILLED("partners killed (kill -9)", 1),
  DATABASE_STOPPED("PostgreSQL stopped without a checkpoint, started again", 1),
  DATABASE_KILLED("PostgreSQL killed (kill -9), started again", 1),
  COMMIT_LOST("COMMIT cut off before the database had it", 5),
  COMMIT_ANSWER_LOST("COMMIT done, its answer cut off", 5),
  CONNECTIONS_CUT("all connections to the database cut", 2),
  DATABASE_STALLED("the way to the database stalled for a while", 2),
  PARTNER_AWAY("partner refused connections for a while", 1),
  PARTNER_UNCLEAR("partner's lookups answered with errors", 1);

  private static final Set<Deed> KILLS =
      EnumSet.of(
          SERVER_KILLED,
          KILLED_BEFORE_RECEIPT,
          KILLED_AFTER_RECEIPT,
          KILLED_BEFORE_PROCESSED,
          KILLED_AFTER_PROCESSED);

  private final String words;
  private final int cards;

  Deed(String words, int cards) {
    this.words = words;
    this.cards = cards;
  }

  /** Whether a server is killed. */
  boolean kills() {
    return KILLS.contains(this);
  }

  /** What was done, for the table. */
  String words() {
    return words;
  }

  /** Every deed once, in an order of chance. */
  static List<Deed> eachOnce(Random random) {
    List<Deed> deeds = new ArrayList<>(List.of(values()));
    Collections.shuffle(deeds, random);
    return deeds;
  }

  /** A deck of the deeds that kill a server, shuffled. */
  static List<Deed> deckOfKills(Random random) {
    List<Deed> deck = new ArrayList<>(KILLS);
    Collections.shuffle(deck, random);
    return deck;
  }

  /** A deck in which each deed is as often as it is to be done, shuffled. */
  static List<Deed> deck(Random random) {
    List<Deed> deck = new ArrayList<>();
    for (Deed deed : values()) {
      deck.addAll(Collections.nCopies(deed.cards, deed));
    }
    Collections.shuffle(deck, random);
    return deck;
  }
}
