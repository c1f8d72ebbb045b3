// Takes in provider files, settings and secrets that have changed.
package dev.semel.provider.http;

import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileFault;
import dev.semel.provider.http.Connected.Version;
import dev.semel.provider.http.ProviderFiles.Loaded;
import dev.semel.provider.http.ProviderFilesException.FileFault;
import dev.semel.provider.http.ProviderRegistry.Outstanding;
import dev.semel.provider.http.ProviderRegistry.Trouble;
import dev.semel.provider.http.ProviderSources.Source;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Looks at provider files, settings and secrets again and again. It is asked by one thread at a
 * time.
 */
final class FileWatch {
  private static final System.Logger LOG = System.getLogger(FileWatch.class.getName());
  private static final String DIRECTORY = "SEMEL_PROVIDERS_DIR";
  private static final String ORDER = "SEMEL_PROVIDERS_ORDER";

  /** Whoever got a version before it was replaced has made its calls by then. */
  private static final Duration KEPT_OPEN = Duration.ofMinutes(10);

  private final Function<String, Optional<String>> configured;
  private final ConnectorTools tools;
  private final ProviderFiles.Reader reader = new ProviderFiles.Reader();
  private final Map<String, ProviderSettings> seenSettings = new HashMap<>();
  private final List<Retired> retired = new ArrayList<>();

  private final Holds holds = new Holds();

  private Map<String, String> seen = Map.of();

  FileWatch(Function<String, Optional<String>> configured, ConnectorTools tools) {
    this.configured = configured;
    this.tools = tools;
  }

  /** A version that was replaced, and when on the clock that only goes forward. */
  private record Retired(FileProvider connector, long at) {}

  /**
   * What a look came to.
   *
   * @param connected what is in force now
   * @param troubles what could not be taken in
   */
  record Looked(Connected connected, List<Trouble> troubles) {}

  /**
   * The first look.
   *
   * @throws ProviderFilesException when a file has faults, or one of the directory lacks a setting
   */
  Connected begin() {
    List<Source> sources = sources();
    seen = fingerprints(sources);
    ProviderFiles files = reader.read(sources, Map.of());
    List<FileFault> faults = new ArrayList<>(files.faults());
    checkOrder(files.sound().keySet(), faults);
    List<ProviderFile> inactive = new ArrayList<>();
    Map<Loaded, ProviderSettings> sound = new LinkedHashMap<>();
    for (Loaded loaded : files.sound().values()) {
      ProviderSettings.Found found = settings(loaded.file());
      if (found.faults().isEmpty()) {
        seenSettings.put(loaded.file().name(), found.settings());
        sound.put(loaded, found.settings());
      } else if (loaded.source().shipped() && !found.wrong()) {
        inactive.add(loaded.file());
      } else {
        found.faults().forEach(fault -> faults.add(settingFault(loaded, fault)));
      }
    }
    if (!faults.isEmpty()) {
      throw new ProviderFilesException(faults);
    }
    List<Version> versions =
        sound.entrySet().stream().map(one -> connect(one.getKey(), one.getValue())).toList();
    return Connected.inOrder(versions, inactive, order());
  }

  private List<Source> sources() {
    List<Source> sources = new ArrayList<>(ProviderSources.shipped());
    configured
        .apply(DIRECTORY)
        .filter(directory -> !directory.isBlank())
        .ifPresent(directory -> sources.addAll(ProviderSources.inDirectory(Path.of(directory))));
    return sources;
  }

  private static Map<String, String> fingerprints(List<Source> sources) {
    return sources.stream().collect(Collectors.toMap(Source::name, Source::fingerprint));
  }

  /** A name that is misspelled must not silently change who is offered payouts first. */
  private void checkOrder(Set<String> known, List<FileFault> faults) {
    order().stream()
        .filter(name -> !known.contains(name))
        .forEach(
            name ->
                faults.add(
                    new FileFault(
                        ORDER,
                        new ProviderFileFault(
                            1, "", "There is no provider '" + name + "'; correct the name."))));
  }

  private List<String> order() {
    return configured.apply(ORDER).map(Connected::names).orElse(List.of());
  }

  private ProviderSettings.Found settings(ProviderFile file) {
    return ProviderSettings.find(file, configured).checked(file, tools.vertx());
  }

  private static FileFault settingFault(Loaded loaded, String sentence) {
    return new FileFault(
        loaded.source().name(),
        new ProviderFileFault(1, "", "A setting of " + loaded.file().name() + ": " + sentence));
  }

  private Version connect(Loaded loaded, ProviderSettings settings) {
    return new Version(connector(loaded, settings), loaded, settings, tools.now());
  }

  private FileProvider connector(Loaded loaded, ProviderSettings settings) {
    return FileProvider.connect(loaded.file(), settings, tools);
  }

  /** Every further look. */
  Looked look(Connected before, Function<String, Outstanding> outstanding) {
    closeRetired();
    try {
      return new Look(before, outstanding).at(sources());
    } catch (UncheckedIOException e) {
      return new Looked(
          before,
          List.of(
              new Trouble(
                  DIRECTORY,
                  Optional.empty(),
                  "The directory of provider files or a file in it can't be read ("
                      + String.valueOf(e.getMessage())
                      + "). All providers go on as they are; see to the directory and its permissions.")));
    }
  }

  private void closeRetired() {
    long now = tools.nanos().getAsLong();
    retired.removeIf(
        old -> {
          boolean over = now - old.at() >= KEPT_OPEN.toNanos() && old.connector().isIdle();
          if (over) {
            old.connector().close();
          }
          return over;
        });
  }

  void close() {
    retired.forEach(old -> old.connector().close());
    retired.clear();
  }

  /** One look. */
  private final class Look {
    private final Map<String, Version> active;
    private final Function<String, Outstanding> outstanding;
    private final List<ProviderFile> inactive = new ArrayList<>();
    private final List<Trouble> troubles = new ArrayList<>();
    private final Set<String> described = new HashSet<>();

    Look(Connected before, Function<String, Outstanding> outstanding) {
      this.active = new LinkedHashMap<>(before.active());
      this.outstanding = outstanding;
    }

    Looked at(List<Source> sources) {
      holds.beginLook();
      Map<String, String> now = fingerprints(sources);
      List<Source> settled = sources.stream().filter(this::isSettled).toList();
      seen = now;
      Map<String, String> keeps = new HashMap<>();
      active.forEach((name, version) -> keeps.put(name, version.loaded().source().name()));
      ProviderFiles files = reader.read(settled, keeps);
      Set<String> faulty = FileTroubles.faulty(files.faults(), active.values(), troubles);
      for (Loaded loaded : files.sound().values()) {
        try {
          take(loaded);
        } catch (RuntimeException e) {
          failed(loaded, e);
        }
      }
      holds.endLook(active);
      Set<String> moving = new HashSet<>(now.keySet());
      settled.forEach(source -> moving.remove(source.name()));
      active.values().stream()
          .filter(version -> !described.contains(version.connector().name()))
          .filter(version -> !faulty.contains(version.loaded().source().name()))
          .filter(version -> !moving.contains(version.loaded().source().name()))
          .forEach(version -> troubles.add(FileTroubles.gone(version)));
      return new Looked(Connected.inOrder(active.values(), inactive, order()), troubles);
    }

    /** Nobody waits for a version that can't be built. */
    private void failed(Loaded loaded, RuntimeException e) {
      String name = loaded.file().name();
      holds.release(name);
      described.add(name);
      troubles.add(FileTroubles.failed(loaded, e, active.containsKey(name)));
    }

    /** What was the same at the look before, or is in force. */
    private boolean isSettled(Source source) {
      String fingerprint = source.fingerprint();
      return source.shipped()
          || fingerprint.equals(seen.get(source.name()))
          || active.values().stream()
              .map(version -> version.loaded().source())
              .anyMatch(
                  known ->
                      known.name().equals(source.name())
                          && known.fingerprint().equals(fingerprint));
    }

    private void take(Loaded loaded) {
      String name = loaded.file().name();
      Optional<Version> before = Optional.ofNullable(active.get(name));
      boolean ownIsGone =
          loaded.source().shipped()
              && before.filter(version -> !version.loaded().source().shipped()).isPresent();
      if (ownIsGone) {
        return;
      }
      described.add(name);
      ProviderSettings.Found found = settings(loaded.file());
      if (!found.faults().isEmpty()) {
        lacksSettings(loaded, found, before.isPresent());
        return;
      }
      ProviderSettings settings = found.settings();
      boolean settled = settings.equals(seenSettings.put(name, settings));
      if (before.isPresent()) {
        replace(before.get(), loaded, settings, settled);
      } else if (settled) {
        active.put(name, connect(loaded, settings));
        LOG.log(
            System.Logger.Level.INFO, "{0} is connected now, by {1}", name, loaded.source().name());
      } else if (loaded.source().shipped()) {
        inactive.add(loaded.file());
      }
    }

    private void lacksSettings(Loaded loaded, ProviderSettings.Found found, boolean connected) {
      if (!connected && loaded.source().shipped() && !found.wrong()) {
        inactive.add(loaded.file());
      } else {
        troubles.add(FileTroubles.setting(loaded, found.faults().getFirst(), connected));
      }
    }

    private void replace(
        Version before, Loaded loaded, ProviderSettings settings, boolean settled) {
      String name = loaded.file().name();
      boolean sameFile =
          before.loaded().source().fingerprint().equals(loaded.source().fingerprint());
      if (sameFile && before.settings().equals(settings)) {
        // The settings name its files, whose content may be new.
        before
            .connector()
            .renewCertificate()
            .ifPresent(fault -> troubles.add(FileTroubles.setting(loaded, fault, true)));
        active.put(
            name, new Version(before.connector(), loaded, before.settings(), before.since()));
        return;
      }
      if (!settled) {
        return;
      }
      List<String> changed = VersionChanges.between(before, loaded, settings);
      if (!changed.isEmpty() && !mayChange(before, loaded, settings, changed)) {
        return;
      }
      FileProvider next = before.connector().succeededBy(loaded.file(), settings, tools);
      retired.add(new Retired(before.connector(), tools.nanos().getAsLong()));
      active.put(name, new Version(next, loaded, settings, tools.now()));
      holds.release(name);
      LOG.log(
          System.Logger.Level.INFO,
          "{0} goes on with another version of {1}",
          name,
          sameFile ? "its settings" : loaded.source().name());
    }

    /**
     * Whether nothing is under way that rests on what changes. Until that is certain nothing new is
     * sent, so that no payout is sent under one version and looked up under another.
     */
    private boolean mayChange(
        Version before, Loaded loaded, ProviderSettings settings, List<String> changed) {
      Outstanding left = outstanding(loaded.file().name());
      if (left == Outstanding.UNKNOWN) {
        troubles.add(FileTroubles.heldBack(loaded, changed));
        return false;
      }
      if (!holds.isHeld(loaded.file().name())) {
        // Nothing is kept waiting for a version that can't be built.
        connector(loaded, settings).close();
      }
      return holds.hold(before.connector(), left == Outstanding.NOTHING);
    }

    /** Who can't be asked may have some. */
    private Outstanding outstanding(String name) {
      try {
        return outstanding.apply(name);
      } catch (RuntimeException e) {
        return Outstanding.UNKNOWN;
      }
    }
  }
}
