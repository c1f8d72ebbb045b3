// Does to the processes what machines, networks and people do to them.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.DatabaseProxy;
import dev.semel.app.rig.Wait;
import dev.semel.db.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Does one deed after the other, with pauses of chance: each kind once, then from a deck in which
 * the frequent ones are more often. What lasts a while goes on beside the next ones.
 */
final class Tormentor implements AutoCloseable {
  private static final Duration TRAP_PATIENCE = Duration.ofSeconds(3);
  private static final Duration STRENGTH_PATIENCE = Duration.ofSeconds(45);
  private static final String RECEIPT = "INSERT INTO webhook_message";
  private static final String PROCESSING = "INSERT INTO webhook_event";
  private static final int RARELY = 8;
  private static final int LONGEST_PAUSE_MILLIS = 1600;

  private final Arena arena;
  private final Tally tally;
  private final Random random;
  private final ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor();

  Tormentor(Arena arena, Tally tally, Random random) {
    this.arena = arena;
    this.tally = tally;
    this.random = random;
  }

  /**
   * Goes on until this time is over, each deed was tried once and servers were killed so often, and
   * then until everything that lasts a while has ended.
   */
  void torment(Duration time, int kills) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    List<Deed> deck = Deed.eachOnce(random);
    int next = 0;
    boolean allTried = false;
    while (!allTried || System.nanoTime() - deadline < 0 || tally.kills() < kills) {
      if (next == deck.size()) {
        boolean late = System.nanoTime() - deadline >= 0;
        deck = late ? Deed.deckOfKills(random) : Deed.deck(random);
        next = 0;
        allTried = true;
      }
      Deed deed = deck.get(next++);
      awaitStrength(deed);
      perform(deed);
      Wait.rest(Duration.ofMillis(200 + random.nextInt(LONGEST_PAUSE_MILLIS)));
    }
    beside.close();
  }

  /**
   * Waits until the machine carries the next deed: one server has to be ready, and two before
   * something is killed or stopped for long. Now and then nothing is waited for, so that what is
   * just starting meets it too.
   */
  private void awaitStrength(Deed deed) {
    int needed =
        switch (deed) {
          case SERVER_KILLED,
              KILLED_BEFORE_RECEIPT,
              KILLED_AFTER_RECEIPT,
              KILLED_BEFORE_PROCESSED,
              KILLED_AFTER_PROCESSED,
              SERVER_STOPPED_LONG,
              PARTNERS_KILLED,
              DATABASE_STOPPED,
              DATABASE_KILLED ->
              2;
          case SERVER_STOPPED_BRIEFLY,
              COMMIT_LOST,
              COMMIT_ANSWER_LOST,
              CONNECTIONS_CUT,
              DATABASE_STALLED,
              PARTNER_AWAY,
              PARTNER_UNCLEAR ->
              1;
        };
    if (random.nextInt(RARELY) > 0) {
      Wait.until(STRENGTH_PATIENCE, () -> arena.readyServers() >= needed);
    }
  }

  private void perform(Deed deed) throws IOException, InterruptedException {
    switch (deed) {
      case SERVER_KILLED -> done(deed, anyServer().kill());
      case KILLED_BEFORE_RECEIPT -> killAt(deed, DatabaseProxy.Deed.HOLD_COMMIT, RECEIPT);
      case KILLED_AFTER_RECEIPT -> killAt(deed, DatabaseProxy.Deed.HOLD_ANSWER, RECEIPT);
      case KILLED_BEFORE_PROCESSED -> killAt(deed, DatabaseProxy.Deed.HOLD_COMMIT, PROCESSING);
      case KILLED_AFTER_PROCESSED -> killAt(deed, DatabaseProxy.Deed.HOLD_ANSWER, PROCESSING);
      case SERVER_STOPPED_BRIEFLY -> stop(deed, Duration.ofMillis(200 + random.nextInt(1800)));
      case SERVER_STOPPED_LONG -> stop(deed, Arena.LEASE.plusMillis(500 + random.nextInt(4000)));
      case PARTNERS_KILLED -> done(deed, arena.partners().kill());
      case DATABASE_STOPPED -> crash(deed, EmbeddedPostgres.Crash.STOPPED_AT_ONCE);
      case DATABASE_KILLED -> crash(deed, EmbeddedPostgres.Crash.KILLED);
      case COMMIT_LOST -> cutAtCommit(deed, DatabaseProxy.Deed.LOSE_COMMIT);
      case COMMIT_ANSWER_LOST -> cutAtCommit(deed, DatabaseProxy.Deed.LOSE_ANSWER);
      case CONNECTIONS_CUT -> done(deed, arena.way().cutAll() > 0);
      case DATABASE_STALLED -> stall(deed);
      case PARTNER_AWAY, PARTNER_UNCLEAR -> disturb(deed);
    }
  }

  private void stop(Deed deed, Duration time) throws IOException, InterruptedException {
    Server server = anyServer();
    done(deed, server.pause());
    Future<?> _ =
        beside.submit(
            () -> {
              Wait.rest(time);
              server.resume();
              return time;
            });
  }

  private void crash(Deed deed, EmbeddedPostgres.Crash how) {
    arena.postgres().crash(how);
    done(deed, true);
  }

  private void done(Deed deed, boolean really) {
    if (really) {
      tally.add(deed);
    }
  }

  /** At whichever transaction commits next, whatever it is about. */
  private void cutAtCommit(Deed deed, DatabaseProxy.Deed how) throws InterruptedException {
    DatabaseProxy.Trap trap = arena.way().set(how, "");
    done(deed, trap.sprungWithin(TRAP_PATIENCE));
    arena.way().clear();
  }

  /** Whichever server is about to do so next is killed while its COMMIT or the answer is held. */
  private void killAt(Deed deed, DatabaseProxy.Deed how, String words) throws InterruptedException {
    DatabaseProxy.Trap trap = arena.way().set(how, words);
    boolean sprung = trap.sprungWithin(TRAP_PATIENCE);
    arena.way().clear();
    done(deed, sprung && arena.kill(trap.by()));
  }

  private void stall(Deed deed) {
    Duration time = Duration.ofMillis(500 + random.nextInt(4000));
    arena.way().stall();
    done(deed, true);
    Future<?> _ =
        beside.submit(
            () -> {
              Wait.rest(time);
              arena.way().flow();
            });
  }

  private void disturb(Deed deed) {
    List<Partner> partners = arena.partners().all();
    Partner partner = partners.get(random.nextInt(partners.size()));
    int much = random.nextInt(1500);
    try {
      if (deed == Deed.PARTNER_AWAY) {
        arena.partners().away(partner, Duration.ofMillis(500 + much));
      } else {
        arena.partners().answerLookupsWithErrors(partner, 1 + much / 100);
      }
      done(deed, true);
    } catch (IOException e) {
      // The partners are dead at the moment, which disturbs more.
    }
  }

  private Server anyServer() {
    return arena.servers().get(random.nextInt(arena.servers().size()));
  }

  @Override
  public void close() {
    beside.shutdownNow();
  }
}
