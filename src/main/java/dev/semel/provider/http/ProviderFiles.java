// All provider files at one moment.
package dev.semel.provider.http;

import dev.semel.provider.file.FilePromises;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileFault;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import dev.semel.provider.http.ProviderFilesException.FileFault;
import dev.semel.provider.http.ProviderSources.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What all provider files say at one moment. A file of the directory replaces a shipped one of the
 * same name; two of the same kind with one name are a fault of the later.
 *
 * @param sound the sound files by the provider's name
 * @param faults what is wrong with the others
 */
record ProviderFiles(Map<String, Loaded> sound, List<FileFault> faults) {
  /** A sound file and where it came from. */
  record Loaded(ProviderFile file, FilePromises promises, Source source) {}

  /** Reads files, each version once. */
  static final class Reader {
    private final ProviderFileReader reader = new ProviderFileReader();
    private Map<String, ProviderFileReading> known = Map.of();

    /**
     * Reads sources, in this order.
     *
     * @param keeps the source that each provider's present version is of, where there is one: where
     *     two files describe a provider, that one stays
     */
    ProviderFiles read(List<Source> sources, Map<String, String> keeps) {
      Map<String, ProviderFileReading> readings = new LinkedHashMap<>();
      Map<String, Loaded> sound = new LinkedHashMap<>();
      List<FileFault> faults = new ArrayList<>();
      for (Source source : sources) {
        String version = source.fingerprint();
        ProviderFileReading reading = known.get(version);
        if (reading == null) {
          reading = reader.read(source.content());
        }
        readings.put(version, reading);
        switch (reading) {
          case Faulty faulty ->
              faulty.faults().forEach(fault -> faults.add(new FileFault(source.name(), fault)));
          case Sound found ->
              add(sound, new Loaded(found.file(), found.promises(), source), keeps, faults);
        }
      }
      known = readings;
      return new ProviderFiles(sound, faults);
    }

    private static void add(
        Map<String, Loaded> sound,
        Loaded loaded,
        Map<String, String> keeps,
        List<FileFault> faults) {
      String name = loaded.file().name();
      Loaded before = sound.get(name);
      boolean twice = before != null && before.source().shipped() == loaded.source().shipped();
      if (before == null || !twice) {
        sound.put(name, loaded);
        return;
      }
      boolean laterStays = loaded.source().name().equals(keeps.get(name));
      Loaded stays = laterStays ? loaded : before;
      Loaded goes = laterStays ? before : loaded;
      sound.put(name, stays);
      faults.add(
          new FileFault(
              goes.source().name(),
              new ProviderFileFault(
                  1,
                  "/provider",
                  "'"
                      + name
                      + "' is described by "
                      + stays.source().name()
                      + " too; rename or remove one.")));
    }
  }
}
