// The settings of a server that is measured and sends nothing.
package dev.semel.app.bench;

import java.util.HashMap;
import java.util.Map;

/**
 * The settings of a server that is measured and sends nothing, so that nobody need listen there.
 */
final class NoPartner {
  /** The token of the credential that the server makes at its first start. */
  static final String TOKEN = "sm_key_bench_0123456789abcdefghijklmnopqrstuv";

  private NoPartner() {}

  /** All of them, with one that is the measurement's own. */
  static Map<String, String> settings(String name, String value) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "SEMEL_PROVIDER_SIMULATOR_BASE_URL", "http://127.0.0.1:9",
                "SEMEL_PROVIDER_SIMULATOR_API_KEY", "bench-key",
                "SEMEL_PROVIDER_SIMULATOR_WEBHOOK_SECRET", "bench-webhook-secret",
                "SEMEL_BOOTSTRAP_TOKEN", TOKEN));
    settings.put(name, value);
    return settings;
  }
}
