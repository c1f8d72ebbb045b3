// Why a version of a file is not in force, in words.
package dev.semel.provider.http;

import dev.semel.provider.http.Connected.Version;
import dev.semel.provider.http.ProviderFiles.Loaded;
import dev.semel.provider.http.ProviderFilesException.FileFault;
import dev.semel.provider.http.ProviderRegistry.Trouble;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Says what is the matter with a file or a setting, what goes on meanwhile, and what to do. */
final class FileTroubles {
  private FileTroubles() {}

  /**
   * Adds one trouble for each file that has faults.
   *
   * @return the files that have some
   */
  static Set<String> faulty(
      List<FileFault> faults, Collection<Version> versions, List<Trouble> troubles) {
    Map<String, FileFault> first = new LinkedHashMap<>();
    faults.forEach(fault -> first.putIfAbsent(fault.file(), fault));
    first.forEach(
        (file, fault) -> {
          long more = faults.stream().filter(other -> other.file().equals(file)).count() - 1;
          Optional<String> provider =
              versions.stream()
                  .filter(version -> version.loaded().source().name().equals(file))
                  .map(version -> version.connector().name())
                  .findFirst();
          troubles.add(new Trouble(file, provider, fault(fault, more, provider.isPresent())));
        });
    return first.keySet();
  }

  private static String fault(FileFault fault, long more, boolean connected) {
    return "The provider file "
        + fault.file()
        + " can't be used: "
        + fault.fault()
        + (more > 0 ? " There are " + more + " faults more." : "")
        + (connected
            ? " Its provider goes on with the version before."
            : " Its provider is not connected.")
        + " Correct the file; './semel provider check FILE' tells every fault. It is read again when it has changed.";
  }

  static Trouble setting(Loaded loaded, String fault, boolean connected) {
    return new Trouble(
        loaded.source().name(),
        known(loaded, connected),
        "A setting of the provider "
            + loaded.file().name()
            + " can't be used: "
            + fault
            + (connected
                ? " It goes on with the settings before."
                : " It is not connected until then."));
  }

  static Trouble failed(Loaded loaded, RuntimeException e, boolean connected) {
    return new Trouble(
        loaded.source().name(),
        known(loaded, connected),
        "The provider file "
            + loaded.source().name()
            + " or its settings could not be taken in ("
            + e.getClass().getSimpleName()
            + "). Its provider goes on as it was; look into the log, and whether the source of the settings answers.");
  }

  private static Optional<String> known(Loaded loaded, boolean connected) {
    return connected ? Optional.of(loaded.file().name()) : Optional.empty();
  }

  static Trouble heldBack(Loaded loaded, List<String> changed) {
    String name = loaded.file().name();
    return new Trouble(
        loaded.source().name(),
        Optional.of(name),
        "The new version of "
            + loaded.source().name()
            + " changes "
            + String.join(", ", changed)
            + ", and there are payouts at "
            + name
            + " whose outcome is not known: looked up or resent under other promises than they were sent under, one could be paid twice. "
            + name
            + " goes on with the version before until none is left; then the new one comes into force by itself. To take it earlier, start the servers again: of those payouts nothing is resent then, nothing is concluded from their not being found, and people decide.");
  }

  static Trouble gone(Version version) {
    String name = version.connector().name();
    String file = version.loaded().source().name();
    return new Trouble(
        file,
        Optional.of(name),
        "No provider file describes "
            + name
            + " any more; it was "
            + file
            + ". It goes on as it was, for payouts may be under way there. Bring the file back; or, to disconnect "
            + name
            + ", pause it, wait until nothing is under way, and start the servers again.");
  }
}
