// The providers that this server is connected to.
package dev.semel.provider.http;

import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileFault;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import dev.semel.provider.http.ProviderFilesException.FileFault;
import dev.semel.provider.http.ProviderSources.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the shipped provider files and those of {@code SEMEL_PROVIDERS_DIR}, finds their settings,
 * and connects them. A file of the directory replaces a shipped one of the same name. Payouts are
 * offered to the providers in the order of {@code SEMEL_PROVIDERS_ORDER}; those it does not name
 * follow, the directory's before the shipped ones, by name.
 */
public final class ProviderRegistry implements Providers, AutoCloseable {
  private static final String ORDER = "SEMEL_PROVIDERS_ORDER";

  private final Map<String, FileProvider> active;
  private final List<ProviderFile> inactive;

  private ProviderRegistry(Map<String, FileProvider> active, List<ProviderFile> inactive) {
    this.active = active;
    this.inactive = List.copyOf(inactive);
  }

  /** A sound file and where it came from. */
  private record Loaded(ProviderFile file, Source source) {}

  /**
   * Loads all provider files.
   *
   * @param environment the value of a variable such as {@code SEMEL_PROVIDERS_DIR}
   * @param tools what the connectors work with
   * @throws ProviderFilesException when a file has faults, or one of the directory lacks a setting;
   *     it lists all faults of all files
   */
  public static ProviderRegistry load(
      Function<String, Optional<String>> environment, ConnectorTools tools) {
    List<FileFault> faults = new ArrayList<>();
    Map<String, Loaded> files = read(environment, faults);
    checkOrder(files, environment.apply(ORDER), faults);
    Map<String, ProviderSettings> settings = new LinkedHashMap<>();
    List<ProviderFile> inactive = new ArrayList<>();
    for (Loaded loaded : inOrder(files, environment.apply(ORDER))) {
      ProviderSettings.Found found =
          ProviderSettings.find(loaded.file(), environment).checked(loaded.file(), tools.vertx());
      if (found.faults().isEmpty()) {
        settings.put(loaded.file().name(), found.settings());
      } else if (loaded.source().shipped() && !found.wrong()) {
        inactive.add(loaded.file());
      } else {
        found.faults().forEach(fault -> faults.add(settingFault(loaded, fault)));
      }
    }
    if (!faults.isEmpty()) {
      throw new ProviderFilesException(faults);
    }
    Map<String, FileProvider> active = new LinkedHashMap<>();
    settings.forEach(
        (name, values) -> {
          Loaded loaded = files.get(name);
          if (loaded != null) {
            active.put(name, new FileProvider(loaded.file(), values, tools));
          }
        });
    return new ProviderRegistry(active, inactive);
  }

  private static FileFault settingFault(Loaded loaded, String sentence) {
    return new FileFault(
        loaded.source().name(),
        new ProviderFileFault(1, "", "A setting of " + loaded.file().name() + ": " + sentence));
  }

  private static Map<String, Loaded> read(
      Function<String, Optional<String>> environment, List<FileFault> faults) {
    ProviderFileReader reader = new ProviderFileReader();
    List<Source> sources = new ArrayList<>(ProviderSources.shipped());
    environment
        .apply("SEMEL_PROVIDERS_DIR")
        .filter(directory -> !directory.isBlank())
        .ifPresent(directory -> sources.addAll(ProviderSources.inDirectory(Path.of(directory))));
    Map<String, Loaded> files = new LinkedHashMap<>();
    for (Source source : sources) {
      switch (reader.read(source.content())) {
        case Faulty faulty ->
            faulty.faults().forEach(fault -> faults.add(new FileFault(source.name(), fault)));
        case Sound sound -> add(files, new Loaded(sound.file(), source), faults);
      }
    }
    return files;
  }

  private static void add(Map<String, Loaded> files, Loaded loaded, List<FileFault> faults) {
    Loaded before = files.put(loaded.file().name(), loaded);
    if (before != null && before.source().shipped() == loaded.source().shipped()) {
      faults.add(
          new FileFault(
              loaded.source().name(),
              new ProviderFileFault(
                  1,
                  "/provider",
                  "'"
                      + loaded.file().name()
                      + "' is described by "
                      + before.source().name()
                      + " too; rename or remove one.")));
    }
  }

  /** A name that is misspelled must not silently change who is offered payouts first. */
  private static void checkOrder(
      Map<String, Loaded> files, Optional<String> order, List<FileFault> faults) {
    names(order).stream()
        .filter(name -> !name.isEmpty() && !files.containsKey(name))
        .forEach(
            name ->
                faults.add(
                    new FileFault(
                        ORDER,
                        new ProviderFileFault(
                            1, "", "There is no provider '" + name + "'; correct the name."))));
  }

  private static List<String> names(Optional<String> order) {
    return order
        .map(text -> Arrays.stream(text.split(",", -1)).map(String::strip).toList())
        .orElse(List.of());
  }

  private static List<Loaded> inOrder(Map<String, Loaded> files, Optional<String> order) {
    List<String> first = names(order);
    Comparator<Loaded> byWish =
        Comparator.comparingInt(
            loaded -> {
              int place = first.indexOf(loaded.file().name());
              return place < 0 ? Integer.MAX_VALUE : place;
            });
    return files.values().stream()
        .sorted(
            byWish
                .thenComparing(loaded -> loaded.source().shipped())
                .thenComparing(loaded -> loaded.file().name()))
        .toList();
  }

  @Override
  public Optional<Provider> find(String name) {
    return Optional.ofNullable(active.get(name));
  }

  /** The connector of an active provider, with what it tells beyond {@link Provider}. */
  public Optional<FileProvider> connector(String name) {
    return Optional.ofNullable(active.get(name));
  }

  @Override
  public Collection<Provider> all() {
    return List.copyOf(active.values());
  }

  /** The files whose settings are not there: they serve nobody. */
  public List<ProviderFile> inactive() {
    return inactive;
  }

  /** Closes idle connections. */
  @Override
  public void close() {
    active.values().forEach(FileProvider::close);
  }
}
