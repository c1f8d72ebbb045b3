// The providers of one node at one moment.
package dev.semel.provider.http;

import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.http.ProviderFiles.Loaded;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The providers of one node at one moment; it never changes, another takes its place.
 *
 * @param active the version of each provider that is in force, in the order in which payouts are
 *     offered
 * @param inactive the files whose settings are not there
 */
record Connected(Map<String, Version> active, List<ProviderFile> inactive) {
  Connected {
    active = Collections.unmodifiableMap(new LinkedHashMap<>(active));
    inactive = List.copyOf(inactive);
  }

  /**
   * One version of a provider.
   *
   * @param connector carries it out
   * @param loaded its file
   * @param settings the values of its settings and secrets
   * @param since from when on it was in force
   */
  record Version(FileProvider connector, Loaded loaded, ProviderSettings settings, Instant since) {}

  /**
   * Puts providers into the order in which payouts are offered: those that the operator names, then
   * the directory's before the shipped ones, by name.
   */
  static Connected inOrder(
      Collection<Version> versions, List<ProviderFile> inactive, List<String> named) {
    Comparator<Version> byWish =
        Comparator.comparingInt(
            version -> {
              int place = named.indexOf(version.connector().name());
              return place < 0 ? Integer.MAX_VALUE : place;
            });
    Map<String, Version> active = new LinkedHashMap<>();
    versions.stream()
        .sorted(
            byWish
                .thenComparing(version -> version.loaded().source().shipped())
                .thenComparing(version -> version.connector().name()))
        .forEach(version -> active.put(version.connector().name(), version));
    return new Connected(active, inactive);
  }

  /** The names in {@code SEMEL_PROVIDERS_ORDER}. */
  static List<String> names(String order) {
    return Arrays.stream(order.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
