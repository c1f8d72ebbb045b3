// Gives every @QuarkusTest partners of several kinds.
package dev.semel.testing;

import dev.semel.simulator.Timings;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Starts one simulated partner with fast clocks and connects the application under test to it under
 * several provider files, which promise different things. It is registered as a service, and all
 * tests share it: each uses payouts of its own.
 *
 * <ul>
 *   <li>{@code quick} promises what the simulator keeps, with clocks of milliseconds
 *   <li>{@code silent} never promises that a payout shows in a lookup
 *   <li>{@code forgetful} forgets a reference before absence can be confirmed
 *   <li>{@code fragile} has a breaker that opens after three failures
 *   <li>{@code brittle} has one that opens when ten of twenty failed
 *   <li>{@code terse} knows no account that is closed, and tries twice
 *   <li>{@code wordy} does not list the word of an accepted payout
 *   <li>{@code wary} is asked before a final state is believed
 *   <li>{@code bulk} is patient and needs a bank code, for many payouts at once
 *   <li>{@code gone} listens nowhere
 *   <li>{@code plain} takes unusual currencies
 *   <li>{@code coins} takes them in minor units, and names in Latin letters, 35 at most
 *   <li>{@code echo} can't be asked by our reference: the same request again is its lookup
 *   <li>{@code brief} is the same, and has forgotten a request before one can be made again
 *   <li>{@code counter} pays out in cash, where nobody else does
 *   <li>{@code gated} wants a token, and takes each for one payout only
 *   <li>{@code spare} gets no payouts but those of tests that pause it, and may stay paused
 * </ul>
 */
public final class PartnersResource implements QuarkusTestResourceLifecycleManager {

  private static final String ADDRESS = "semel.test.partner.address";
  private static final String CONTROL = "semel.test.partner.control";

  /** The simulator's promise is kept by its {@code visible_late} and broken by the later one. */
  private static final ProviderFileText QUICK =
      ProviderFileText.simulator()
          .named("quick")
          .with("  connect_timeout", "PT0.5S")
          .with("  timeout", "PT1S")
          .with("visibility", "{within: PT1S, promised: true}")
          .with("retry", "{base: PT0.05S, cap: PT0.2S, attempts: 4, total: PT2H}")
          .with("breaker", "{failures: 100, of: 100, open_for: PT1S}")
          .with(
              "lookups",
              "[PT0.3S, PT0.5S, PT0.5S, PT0.5S, PT0.5S, PT1S, PT1S, PT1S, PT1S, PT1S, PT1S, PT1H]")
          .with("status_checks", "[PT0.3S, PT0.5S, PT1S, PT1H]")
          .replacing("\nwebhook:\n", "\nwebhook:\n  by_put: true\n");

  private static final ProviderFileText PLAIN =
      QUICK
          .named("plain")
          .replacing(
              "serves:\n",
              """
              serves:
                - {country: IS, currency: ISK, methods: [bank_account], min: "1", max: "9999999"}
                - {country: KR, currency: KRW, methods: [bank_account], min: "1", max: "9999999"}
                - {country: CL, currency: CLP, methods: [bank_account], min: "1", max: "9999999"}
                - {country: VN, currency: VND, methods: [bank_account], min: "1", max: "9999999"}
                - {country: CL, currency: CLF, methods: [bank_account], min: "0.0001", max: "9999.9999"}
                - {country: UY, currency: UYW, methods: [bank_account], min: "0.0001", max: "9999.9999"}
                - {country: TR, currency: TRY, methods: [bank_account], min: "0.01", max: "9999999.99"}
              """);

  private static final ProviderFileText ECHO =
      new ProviderFileText(
              QUICK
                  .named("echo")
                  .with("visibility", "{promised: false}")
                  .with("lookups", "[PT0.5S, PT0.5S]")
                  .text()
                  .replaceAll(
                      "(?s)\nlookup:\n.*?\nstatus:\n", "\nlookup: {resend: true}\n\nstatus:\n"))
          .with("status_checks", "[PT0.3S, PT0.5S, PT0.5S, PT0.5S, PT1H]");

  private @Nullable Partner partner;
  private @Nullable TokenGate gate;
  private @Nullable Path directory;

  /** The partner of the application under test. */
  public static Partner partner() {
    var config = ConfigProvider.getConfig();
    return Partner.at(config.getValue(ADDRESS, URI.class), config.getValue(CONTROL, URI.class));
  }

  @Override
  public Map<String, String> start() {
    try {
      Path place = Files.createTempDirectory("semel-partners-");
      directory = place;
      Partner started =
          Partner.start(
              place.resolve("simulator"),
              settings -> settings.withTimings(quick(settings.timings())));
      partner = started;
      Map<String, String> config = new HashMap<>();
      config.put(ADDRESS, started.address().toString());
      config.put(CONTROL, started.control().toString());
      config.put("SEMEL_PROVIDERS_DIR", place.resolve("providers").toString());
      config.put("SEMEL_PROVIDERS_ORDER", "simulator,quick");
      writeFiles(place.resolve("providers"));
      for (String name :
          new String[] {
            "quick",
            "silent",
            "forgetful",
            "fragile",
            "brittle",
            "terse",
            "wordy",
            "wary",
            "bulk",
            "plain",
            "coins",
            "counter",
            "echo",
            "brief",
            "spare"
          }) {
        config.putAll(started.environment(name));
      }
      TokenGate standing = new TokenGate(started.address(), Partner.API_KEY);
      gate = standing;
      config.putAll(Partner.environment("gated", standing.address()));
      config.putAll(Partner.environment("gone", URI.create("http://127.0.0.1:1")));
      return config;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A quarter of the usual times. What shows too late shows so much later than promised that
   * absence is confirmed before that on a slow machine, too.
   */
  private static Timings quick(Timings usual) {
    return usual
        .dividedBy(4)
        .withVisibility(Duration.ofMillis(50), Duration.ofMillis(600), Duration.ofSeconds(6));
  }

  private static void writeFiles(Path providers) throws IOException {
    QUICK.writeTo(providers);
    QUICK
        .named("silent")
        .with("visibility", "{within: PT1S, promised: false}")
        .with("lookups", "[PT0.3S, PT0.3S]")
        .writeTo(providers);
    QUICK
        .named("forgetful")
        .with("idempotency", "{kind: rejects_duplicate_reference, window: PT1S}")
        .writeTo(providers);
    QUICK
        .named("fragile")
        .with("  connect_timeout", "PT0.2S")
        .with("  timeout", "PT0.3S")
        .with("breaker", "{failures: 3, of: 5, open_for: PT2S}")
        .writeTo(providers);
    QUICK
        .named("brittle")
        .with("  connect_timeout", "PT2S")
        .with("  timeout", "PT2S")
        .with("breaker", "{failures: 10, of: 20, open_for: PT4S}")
        .writeTo(providers);
    QUICK
        .named("terse")
        .with("retry", "{base: PT0.05S, cap: PT0.2S, attempts: 2, total: PT2H}")
        .replacing("[account_closed, beneficiary_blocked, limit_exceeded]", "[limit_exceeded]")
        .writeTo(providers);
    QUICK
        .named("wordy")
        .replacing("processing: [accepted, processing]", "processing: [processing]")
        .writeTo(providers);
    QUICK
        .named("wary")
        .with("  confirm_terminal", "true")
        .with("status_checks", "[PT0.5S, PT0.5S, PT0.5S]")
        .writeTo(providers);
    QUICK
        .named("bulk")
        .with("  timeout", "PT10S")
        .with("status_checks", "[PT0.5S, PT0.5S, PT1S, PT1S, PT2S, PT2S, PT5S, PT5S, PT5S, PT1H]")
        .replacing("bank_account.bank_code?}", "bank_account.bank_code}")
        .writeTo(providers);
    QUICK.named("gone").writeTo(providers);
    ECHO.writeTo(providers);
    ECHO.named("brief")
        .with("lookups", "[PT1.2S, PT0.5S]")
        .with("idempotency", "{kind: rejects_duplicate_reference, window: PT1S}")
        .writeTo(providers);
    QUICK.named("spare").writeTo(providers);
    QUICK
        .named("gated")
        .with(
            "auth",
            "{oauth2: {token_url: /token, client_id: tests, client_secret: \"${secret.api_key}\"}}")
        .writeTo(providers);
    PLAIN.writeTo(providers);
    new ProviderFileText(
            PLAIN
                .named("coins")
                .text()
                .replace("${payout.amount}", "${payout.amount | minor_units | text}")
                .replace(
                    "name: ${beneficiary.name}",
                    "name: ${beneficiary.name | latin | max_characters(35)}")
                .replace(" amount: /amount", " amount: {at: /amount, as: minor_units}"))
        .writeTo(providers);
    QUICK
        .named("counter")
        .replacing(
            "{country: KE, currency: KES, methods: [bank_account, mobile_wallet]",
            "{country: UZ, currency: USD, methods: [cash_pickup]")
        .writeTo(providers);
  }

  @Override
  public void stop() {
    if (gate != null) {
      gate.close();
    }
    if (partner != null) {
      partner.close();
    }
    if (directory != null) {
      try {
        Directories.delete(directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
