// The built server with a database that can be taken away from it, and a partner to pay.
package dev.semel.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.app.rig.DatabaseProxy;
import dev.semel.db.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The built server behind a {@link DatabaseProxy}, on one database and beside one simulated partner
 * that outlive it. Leases are short, so that work which was cut off is taken up soon.
 */
public final class ProxiedServer implements AutoCloseable {

  private static final String TOKEN = "sm_key_proxy_0123456789abcdefghijklmnopqrstuv";
  public static final ProviderFileText FILE =
      ProviderFileText.simulator()
          .with("  connect_timeout", "PT0.5S")
          .with("  timeout", "PT1S")
          .with("visibility", "{within: PT1.5S, promised: true}")
          .with("lookups", "[PT0.5S, PT1S, PT1S, PT1S, PT1S, PT1S, PT1S, PT1S]")
          .with("status_checks", "[PT1S, PT1S, PT1S, PT1S]");

  private final Path directory;
  private final EmbeddedPostgres postgres;
  private final Partner partner;
  private final Map<String, String> settings;
  private @Nullable DatabaseProxy proxy;
  private @Nullable ServerProcess server;
  private @Nullable URI address;

  private ProxiedServer(
      Path directory, EmbeddedPostgres postgres, Partner partner, Map<String, String> settings) {
    this.directory = directory;
    this.postgres = postgres;
    this.partner = partner;
    this.settings = settings;
  }

  /** Makes the database and the partner, and starts the server. */
  public static ProxiedServer start() throws IOException, InterruptedException {
    return start(FILE, Map.of());
  }

  /**
   * The same with other terms and settings.
   *
   * @param file the partner's file
   * @param settings variables of the server, on top of the usual ones
   */
  public static ProxiedServer start(ProviderFileText file, Map<String, String> settings)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("semel-proxied-");
    file.writeTo(directory.resolve("providers"));
    ProxiedServer made =
        new ProxiedServer(
            directory,
            EmbeddedPostgres.start(directory.resolve("database")),
            Partner.start(
                directory.resolve("partner"),
                config -> config.withTimings(config.timings().dividedBy(2))),
            settings);
    made.launch();
    return made;
  }

  /** Starts the server, with a new way to the database. */
  public void launch() throws IOException, InterruptedException {
    DatabaseProxy way = new DatabaseProxy(port(postgres));
    proxy = way;
    Map<String, String> environment = new HashMap<>(partner.environment("simulator"));
    environment.put("SEMEL_PROVIDERS_DIR", directory.resolve("providers").toString());
    environment.put("SEMEL_BOOTSTRAP_TOKEN", TOKEN);
    environment.put("SEMEL_LEASE", "PT3S");
    environment.put(
        "SEMEL_DB_URL",
        "jdbc:postgresql://127.0.0.1:%d/%s%s"
            .formatted(way.port(), EmbeddedPostgres.DATABASE, DatabaseProxy.PARAMETERS));
    environment.put("SEMEL_DB_USER", EmbeddedPostgres.USER);
    environment.put("SEMEL_DB_PASSWORD", postgres.password());
    environment.putAll(settings);
    ServerProcess started = ServerProcess.launch(directory.resolve("unused"), environment);
    server = started;
    address = started.awaitReady();
    partner.sendWebhooksTo(address, "simulator");
  }

  private static int port(EmbeddedPostgres postgres) {
    return URI.create(postgres.jdbcUrl("").substring("jdbc:".length())).getPort();
  }

  /** Kills the server as {@code kill -9} does, and lets go of what it had open. */
  public void kill() throws IOException, InterruptedException {
    server().kill();
    way().close();
  }

  /** Asks the server to end, as SIGTERM does, and returns its exit status. */
  public int terminate() throws IOException, InterruptedException {
    int status = server().terminate();
    way().close();
    return status;
  }

  /** Tells the server to end without waiting for it. */
  public void beginToTerminate() {
    server().beginToTerminate();
  }

  /** Lets the server reach its database again. */
  public void bringDatabaseBack() {
    way().bringBack();
  }

  /** The rows of a query, their columns joined by spaces, whether a server runs or not. */
  public List<String> rows(String query) throws SQLException {
    try (var connection = postgres.dataSource(EmbeddedPostgres.DATABASE).getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(rows.getString(i)));
        }
        texts.add(String.join(" ", row));
      }
      return texts;
    }
  }

  /** Sets a trap on the way to the database. */
  public DatabaseProxy.Trap trap(DatabaseProxy.Deed deed, String words) {
    return way().set(deed, words);
  }

  /** A client that may do everything. */
  public ApiClient client() {
    return new ApiClient(Objects.requireNonNull(address), TOKEN);
  }

  /** The partner that gets the payouts. */
  public Partner partner() {
    return partner;
  }

  /** What the server has printed. */
  public String output() throws IOException {
    return server().output();
  }

  /** Asks for a payout under a key that is its reference too. */
  public ApiClient.Answer pay(String key) throws IOException, InterruptedException {
    return client().post("/v1/payouts", key, payout(key));
  }

  /** The same to an account that makes the partner do something. */
  public ApiClient.Answer pay(String key, String ending) throws IOException, InterruptedException {
    return client().post("/v1/payouts", key, payout(key).replace("0012340001", "001234" + ending));
  }

  /** What {@link #pay} sends. */
  public static String payout(String reference) {
    return """
    {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "simulator", \
    "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
    "bank_account": {"account_number": "0012340001", "bank_code": "01"}}, \
    "sender": {"name": "Jon Doe", "country": "GB"}}\
    """
        .formatted(reference);
  }

  /** Waits until the one payout with this reference is paid, and checks that it is one and once. */
  public JsonNode paidOnce(String reference) throws Exception {
    ApiClient asked = client();
    JsonNode payout =
        Wait.until(
            "the payment of " + reference,
            Duration.ofSeconds(40),
            () -> asked.get("/v1/payouts?reference=" + reference).json().path("data"),
            found -> found.path(0).path("status").asText().equals("paid"));
    if (payout.size() != 1) {
      throw new AssertionError("not one payout: " + payout);
    }
    String ours = payout.path(0).path("client_reference").textValue();
    int submitted = partner.submissions(ours).size();
    int paid = partner.truth(ours).orElseThrow().timesPaid();
    if (submitted != 1 || paid != 1) {
      throw new AssertionError(
          "submitted %d times, paid %d times: %s"
              .formatted(submitted, paid, asked.history(payout.path(0).path("id").textValue())));
    }
    return payout.path(0);
  }

  private ServerProcess server() {
    return Objects.requireNonNull(server);
  }

  private DatabaseProxy way() {
    return Objects.requireNonNull(proxy);
  }

  @Override
  public void close() throws IOException {
    server().close();
    way().close();
    partner.close();
    postgres.close();
    Directories.delete(directory);
  }
}
