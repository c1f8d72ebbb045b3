// Which providers make no submissions until their files have changed.
package dev.semel.provider.http;

import dev.semel.provider.http.Connected.Version;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Providers that make no submissions because a new version waits until nothing rests on the one
 * before. Each look holds them anew; whom it does not hold goes on.
 */
final class Holds {
  /** By the second look without a submission the outcome of the last one is recorded. */
  private static final int LOOKS_WITHOUT_ANY = 2;

  /** For each that is held: looks in a row without a submission. */
  private final Map<String, Integer> looks = new HashMap<>();

  private final Set<String> wanted = new HashSet<>();

  void beginLook() {
    wanted.clear();
  }

  /** Whether a provider was held by the look before, or is by this one. */
  boolean isHeld(String name) {
    return looks.containsKey(name);
  }

  /**
   * Holds a provider during this look.
   *
   * @param nothingLeft whether nothing rests on what it promises, as far as all nodes know
   * @return whether that has been so for long enough
   */
  boolean hold(FileProvider provider, boolean nothingLeft) {
    String name = provider.name();
    wanted.add(name);
    boolean quiet = provider.hold() && nothingLeft;
    int without = quiet ? looks.getOrDefault(name, 0) + 1 : 0;
    looks.put(name, without);
    return without >= LOOKS_WITHOUT_ANY;
  }

  /** What it was held for has happened, or can't. */
  void release(String name) {
    wanted.remove(name);
  }

  /** Also those go on whose file was put back, or broken, while they were held. */
  void endLook(Map<String, Version> active) {
    looks.keySet().stream()
        .filter(name -> !wanted.contains(name))
        .flatMap(name -> Optional.ofNullable(active.get(name)).stream())
        .forEach(version -> version.connector().goOn());
    looks.keySet().retainAll(wanted);
  }
}
