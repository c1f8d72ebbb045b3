// A provider file against its partner's dialect, fault by fault.
package dev.semel.app.conformance;

import dev.semel.db.SimulatedDatabase;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Drives a provider file through the faults. */
final class Conformance {
  private static final Logger ENGINE = Logger.getLogger("dev.semel");

  private final Function<SimulatedDatabase.Fate, SimulatedDatabase> open;

  /**
   * The kit.
   *
   * @param open opens the database of a run, empty
   */
  Conformance(Function<SimulatedDatabase.Fate, SimulatedDatabase> open) {
    this.open = open;
  }

  /**
   * Plays all faults, or those that are asked for.
   *
   * @param text a sound provider file
   * @throws IllegalArgumentException when the file is not sound
   */
  List<Row> run(String text, Dialect dialect, Predicate<Scenario> asked) {
    ProviderFile file = read(text);
    Level before = ENGINE.getLevel();
    ENGINE.setLevel(Level.OFF); // What the engine would log of these faults is meant to be there.
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setWorkerPoolSize(2));
    Stand.VirtualFate fate = new Stand.VirtualFate();
    try (SimulatedDatabase database = open.apply(fate);
        DialectServer server = new DialectServer(vertx)) {
      server.listen();
      Map<String, String> settings = new HashMap<>(dialect.settings());
      settings.putAll(Messages.keySettings(dialect));
      file.secrets().forEach(name -> settings.putIfAbsent(name, "test-" + name));
      WantedPayout wanted = WantedPayout.of(file, dialect);
      return rows(
          new Stand(
              database,
              fate,
              vertx,
              server,
              file,
              Hastened.of(text, false),
              Hastened.of(text, true),
              dialect,
              settings,
              wanted),
          asked);
    } finally {
      ENGINE.setLevel(before);
      var _ =
          vertx
              .close()
              .toCompletionStage()
              .toCompletableFuture()
              .orTimeout(5, TimeUnit.SECONDS)
              .join();
    }
  }

  private static ProviderFile read(String text) {
    return switch (new ProviderFileReader().read(text)) {
      case Sound sound -> sound.file();
      case Faulty faulty -> throw new IllegalArgumentException("faults: " + faulty.faults());
    };
  }

  private static List<Row> rows(Stand stand, Predicate<Scenario> asked) {
    List<Row> rows = new ArrayList<>();
    for (Scenario scenario : Scenario.values()) {
      if (!asked.test(scenario)) {
        continue;
      }
      Scenario.Cast cast = scenario.cast(stand.dialect(), stand.file());
      if (cast.plays().isEmpty()) {
        rows.add(new Row(scenario, "", new Row.DoesNotApply(cast.reason())));
      }
      for (Play play : cast.plays()) {
        rows.add(new Row(scenario, play.label(), new Row.Played(Rehearsal.of(stand, play))));
      }
    }
    return rows;
  }
}
