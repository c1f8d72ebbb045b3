// The providers that this server is connected to.
package dev.semel.provider.http;

import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.http.Connected.Version;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The providers of the shipped files and of those of {@code SEMEL_PROVIDERS_DIR} whose settings are
 * there. A file of the directory replaces a shipped one of the same name. Payouts are offered to
 * the providers in the order of {@code SEMEL_PROVIDERS_ORDER}; those it does not name follow, the
 * directory's before the shipped ones, by name. Files, settings and secrets that have changed since
 * are taken in by {@link #look}: whoever asks for a provider gets the version that is in force, and
 * keeps it for what it has begun.
 */
public final class ProviderRegistry implements Providers, AutoCloseable {
  private final FileWatch watch;
  private volatile Connected connected;

  private ProviderRegistry(FileWatch watch) {
    this.watch = watch;
    this.connected = watch.begin();
  }

  /**
   * Loads all provider files.
   *
   * @param configured the value of a name in the configuration, such as {@code SEMEL_PROVIDERS_DIR}
   * @param tools what the connectors work with
   * @throws ProviderFilesException when a file has faults, or one of the directory lacks a setting;
   *     it lists all faults of all files
   */
  public static ProviderRegistry load(
      Function<String, Optional<String>> configured, ConnectorTools tools) {
    return new ProviderRegistry(new FileWatch(configured, tools));
  }

  /**
   * Something that keeps a file or a setting as it is now from being in force.
   *
   * @param subject the file that it is about
   * @param provider the provider that goes on with its version before, where there is one
   * @param message what is the matter and what to do
   */
  public record Trouble(String subject, Optional<String> provider, String message) {}

  /** What of a provider's payouts rests on what its file promises. */
  public enum Outstanding {
    /** Nothing does. */
    NOTHING,
    /** One is being sent, and its outcome is known soon. */
    SUBMITTING,
    /** The outcome of one is not known, or was not and it may be sent again. */
    UNKNOWN
  }

  /**
   * Looks once at all files, settings and secrets, and takes in what has changed, is sound, and was
   * the same at the look before: nothing is read while it is being written. What can't be taken in
   * leaves the version before in force.
   *
   * @param outstanding what of a provider's payouts, on all nodes, rests on its promises
   * @return what could not be taken in
   */
  public synchronized List<Trouble> look(Function<String, Outstanding> outstanding) {
    FileWatch.Looked looked = watch.look(connected, outstanding);
    connected = looked.connected();
    return looked.troubles();
  }

  @Override
  public Optional<Provider> find(String name) {
    return version(name).map(Version::connector);
  }

  /** The connector of an active provider, with what it tells beyond {@link Provider}. */
  public Optional<FileProvider> connector(String name) {
    return version(name).map(Version::connector);
  }

  private Optional<Version> version(String name) {
    return Optional.ofNullable(connected.active().get(name));
  }

  @Override
  public Collection<Provider> all() {
    return connected.active().values().stream()
        .map(version -> (Provider) version.connector())
        .toList();
  }

  /** The files whose settings are not there: they serve nobody. */
  public List<ProviderFile> inactive() {
    return connected.inactive();
  }

  /**
   * Which version of a file is in force.
   *
   * @param file the file's name without its directory
   * @param path where it is
   * @param fingerprint the beginning of the SHA-256 of its bytes, in hexadecimal digits
   * @param loadedAt from when on it was in force, with the settings of that moment
   */
  public record InForce(String file, String path, String fingerprint, Instant loadedAt) {}

  /** Which version of an active provider's file is in force. */
  public Optional<InForce> inForce(String name) {
    return version(name)
        .map(
            version ->
                new InForce(
                    version.loaded().source().fileName(),
                    version.loaded().source().name(),
                    version.loaded().source().fingerprint(),
                    version.since()));
  }

  /** Closes idle connections. */
  @Override
  public synchronized void close() {
    connected.active().values().forEach(version -> version.connector().close());
    watch.close();
  }
}
