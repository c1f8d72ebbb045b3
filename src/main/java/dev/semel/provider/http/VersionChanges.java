// What changes between two versions of a provider.
package dev.semel.provider.http;

import dev.semel.provider.file.FilePromises;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.http.Connected.Version;
import dev.semel.provider.http.ProviderFiles.Loaded;
import java.util.ArrayList;
import java.util.List;

/** Tells what changes that payouts rest on whose outcome is not known. */
final class VersionChanges {
  private VersionChanges() {}

  /** The places in the file, and {@code settings} and {@code secrets}; empty when it is safe. */
  static List<String> between(Version before, Loaded loaded, ProviderSettings settings) {
    ProviderFile old = before.loaded().file();
    ProviderFile fresh = loaded.file();
    List<String> changed =
        new ArrayList<>(
            FilePromises.changed(before.loaded().promises(), old, loaded.promises(), fresh));
    boolean sameAddress = before.settings().baseUrl(old).equals(settings.baseUrl(fresh));
    if (!sameAddress && !changed.contains("base_url")) {
      changed.add("base_url");
    }
    // They may name another account at the partner, where nobody knows what was sent before.
    boolean sameSettings = before.settings().ofRequests(old).equals(settings.ofRequests(fresh));
    if (!sameSettings && sameAddress) {
      changed.add("settings");
    }
    boolean resends = old.resendIsLookup() || fresh.resendIsLookup();
    if (resends && !before.settings().secrets().equals(settings.secrets())) {
      changed.add("secrets");
    }
    return changed;
  }
}
