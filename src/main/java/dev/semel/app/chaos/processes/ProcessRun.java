// One run: traffic and torment for a while, then everything has to agree.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.Scratch;
import dev.semel.app.rig.Wait;
import dev.semel.db.embedded.EmbeddedPostgresException;
import dev.semel.simulator.Truth;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;

/**
 * Starts three servers on one database beside three simulated partners, lets clients ask for
 * payouts, and torments all of them. Then everything is healed and may settle, and what the
 * partners did, what the database holds and what clients were told is compared.
 *
 * <p>Everything is in one folder below the temp folder. It is removed at the end, unless something
 * was found.
 */
public final class ProcessRun {
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(10);
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(90);
  private static final int LONGEST_PATIENCE = 10;
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final PrintStream out;

  /** A run that tells of itself there. */
  public ProcessRun(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs.
   *
   * @return the exit status: 0 when nothing was found, 1 when something was, or when it could not
   *     be run to its end
   */
  public int run(RunOptions options) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("semel-chaos-");
    out.printf(
        "Chaos for %s, seed %d, about %d payouts a second; its files are in %s%n",
        options.lasting(), options.seed(), options.payoutsPerSecond(), folder);
    boolean keep = false;
    try (HttpClient http =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build();
        Arena arena = new Arena(folder, http)) {
      Thread hook = new Thread(() -> abandon(arena, folder), "end-run");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        keep = !tormented(arena, options).isEmpty();
      } catch (RunException | EmbeddedPostgresException | IOException | UncheckedIOException e) {
        keep = true;
        out.println("The run could not go on: " + e.getMessage());
      } finally {
        forget(hook);
      }
    }
    if (keep) {
      out.println("What all of them wrote is kept in " + folder + ".");
      return 1;
    }
    Scratch.delete(folder);
    out.println("Nothing twice, nothing lost.");
    return 0;
  }

  /** When somebody ends the run: nothing of it stays. */
  private static void abandon(Arena arena, Path folder) {
    arena.close();
    try {
      Scratch.delete(folder);
    } catch (IOException e) {
      // What is still written while all ends is left to the temp folder.
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already, and the hook does its work.
    }
  }

  private List<Finding> tormented(Arena arena, RunOptions options)
      throws IOException, InterruptedException {
    Random random = new Random(options.seed());
    Promises promises = new Promises();
    Tally tally = new Tally();
    List<String> providers = arena.partners().all().stream().map(Partner::name).toList();
    Acts acts = new Acts(arena.api(), promises, providers, "chaos-" + options.seed() + "-");
    arena.servers().getFirst().keepAlive();
    arena.awaitReady();
    out.println("Three servers are ready. Traffic and torment begin.");
    try (Keeper keeper = new Keeper(arena, new Random(random.nextLong()));
        Traffic traffic =
            new Traffic(
                acts,
                arena.api(),
                promises,
                options.payoutsPerSecond(),
                new Random(random.nextLong()));
        Follower follower = new Follower(arena.api(), new Random(random.nextLong()));
        Tormentor tormentor = new Tormentor(arena, tally, new Random(random.nextLong()));
        Progress progress = new Progress(out, PROGRESS_EVERY, traffic, promises, tally)) {
      keeper.start();
      traffic.start();
      Future<List<Follower.Event>> following = follower.follow();
      progress.start();
      tormentor.torment(options.lasting(), options.kills());
      out.println("The torment is over. Everything is healed, and may settle.");
      traffic.stop();
      arena.heal();
      traffic.finish(ANSWER_PATIENCE);
      settle(arena, options.patience());
      int same = new Replays(arena.api(), promises).run(random);
      List<Follower.Event> followed = follower.stop(following);
      RunStore store = new RunStore(arena.postgres());
      List<Kept> earlier = store.payouts();
      List<Follower.Event> feed = follower.all();
      Observed observed =
          new Observed(earlier, store.payouts(), truths(arena), promises, feed, followed);
      return judged(arena, observed, tally, traffic.begun(), same);
    }
  }

  private List<Finding> judged(Arena arena, Observed observed, Tally tally, int acts, int same) {
    List<Finding> findings = new ArrayList<>(Judgement.of(observed));
    RunStore store = new RunStore(arena.postgres());
    ToldWebhooks told = ToldWebhooks.of(arena.partners(), store);
    findings.addAll(store.stuckWebhooks());
    findings.addAll(told.findings());
    RunTable table = new RunTable(out);
    table.done(
        tally, arena.servers().stream().mapToInt(Server::starts).sum(), arena.partners().starts());
    table.asked(observed, acts, same);
    table.told(told, tally.kills());
    table.found(findings);
    return findings;
  }

  /**
   * Waits until nothing is open and both sides agree. A slow machine gets more time: the patience
   * is for a while in which nothing more settles, and ten times it for all.
   */
  private void settle(Arena arena, Duration patience) {
    RunStore store = new RunStore(arena.postgres());
    long began = System.nanoTime();
    long progress = began;
    long tell = began;
    long fewest = Long.MAX_VALUE;
    while (true) {
      List<Kept> payouts = store.payouts();
      long open = payouts.stream().filter(Kept::isOpen).count();
      int differences = Judgement.differences(payouts, truths(arena)).size();
      long now = System.nanoTime();
      if (open + differences < fewest) {
        fewest = open + differences;
        progress = now;
      }
      if (now - tell >= 0) {
        out.printf("  settling: %d open, %d not agreed on yet%n", open, differences);
        tell += PROGRESS_EVERY.toNanos();
      }
      boolean tooLong = now - began > patience.multipliedBy(LONGEST_PATIENCE).toNanos();
      if (fewest == 0 || now - progress > patience.toNanos() || tooLong) {
        return;
      }
      Wait.rest(BETWEEN_LOOKS);
    }
  }

  private static Map<String, List<Truth>> truths(Arena arena) {
    Map<String, List<Truth>> truths = new LinkedHashMap<>();
    try {
      for (Partner partner : arena.partners().all()) {
        truths.put(partner.name(), arena.partners().truth(partner));
      }
    } catch (IOException e) {
      throw new RunException("A partner does not tell the truth: " + e.getMessage(), e);
    }
    return truths;
  }
}
