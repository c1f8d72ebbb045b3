// Everything that runs in a run: database, way to it, servers, partners.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.ChildServer;
import dev.semel.app.rig.DatabaseProxy;
import dev.semel.app.rig.FreePort;
import dev.semel.app.rig.Wait;
import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.security.Token;
import dev.semel.simulator.Duplicates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Three servers on one PostgreSQL, which they reach through a proxy, and three simulated partners
 * in a process of their own. All of it is in one folder, and ends with {@link #close}, whatever
 * state it is in.
 */
final class Arena implements AutoCloseable {
  /** Short, so that many leases end in a run; longer than every time-out of a call. */
  static final Duration LEASE = Duration.ofSeconds(5);

  private static final int SERVERS = 3;
  private static final Duration START_PATIENCE = Duration.ofMinutes(4);

  private final Path folder;
  private final String token;
  private final EmbeddedPostgres postgres;
  private final DatabaseProxy way;
  private final Children children = new Children();
  private final List<Server> servers = new ArrayList<>();
  private final Partners partners;
  private final Api api;

  /** Starts the database and prepares everything else in an empty folder. */
  Arena(Path folder, HttpClient http) throws IOException {
    SecureRandom random = new SecureRandom();
    this.folder = folder;
    this.token = Token.issue("key_chaos", random).text();
    String apiKey = secret(random);
    String webhookSecret = secret(random);
    List<Partner> named =
        List.of(
            Partner.named("partner-a", Duplicates.REJECTS_DUPLICATE_REFERENCE, true),
            Partner.named("partner-b", Duplicates.REPLAYS_KEY, true),
            Partner.named("partner-c", Duplicates.FORGETFUL, false));
    this.partners = new Partners(children, http, named, apiKey, webhookSecret, folder);
    Path providers = Files.createDirectories(folder.resolve("providers"));
    named.forEach(partner -> partner.writeFile(providers));
    this.postgres = EmbeddedPostgres.start(folder.resolve("database"));
    this.way = new DatabaseProxy(postgres::port);
    Map<String, String> shared = shared(providers);
    named.forEach(partner -> shared.putAll(partner.environment(apiKey, webhookSecret)));
    for (int i = 1; i <= SERVERS; i++) {
      servers.add(server("server-" + i, shared));
    }
    this.api = new Api(http, servers.stream().map(Server::address).toList(), token);
  }

  private Server server(String name, Map<String, String> shared) throws IOException {
    int port = FreePort.find();
    Map<String, String> environment = new HashMap<>(ChildServer.settings(port));
    environment.putAll(shared);
    environment.put(
        "SEMEL_DB_URL",
        "jdbc:postgresql://127.0.0.1:%d/%s%s&assumeMinServerVersion=9.0&ApplicationName=%s"
            .formatted(way.port(), EmbeddedPostgres.DATABASE, DatabaseProxy.PARAMETERS, name));
    environment.put("SEMEL_DATA_DIR", folder.resolve(name).toString());
    return new Server(children, name, port, environment, folder);
  }

  private Map<String, String> shared(Path providers) {
    Map<String, String> settings = new HashMap<>();
    settings.put("SEMEL_DB_USER", EmbeddedPostgres.USER);
    settings.put("SEMEL_DB_PASSWORD", postgres.password());
    // Three servers stay below the hundred connections that PostgreSQL has.
    settings.put("SEMEL_DB_CONNECTIONS", "16");
    settings.put("SEMEL_PROVIDERS_DIR", providers.toString());
    settings.put("SEMEL_BOOTSTRAP_TOKEN", token);
    settings.put("SEMEL_LEASE", LEASE.toString());
    return settings;
  }

  private static String secret(SecureRandom random) {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Starts what does not run, and waits until all is ready. */
  void awaitReady() {
    boolean ready =
        Wait.until(
            START_PATIENCE,
            () -> {
              keepAlive();
              return partners.areReady() && readyServers() == servers.size();
            });
    if (!ready) {
      throw new RunException(
          "Not everything got ready within %s; the logs in %s say why."
              .formatted(START_PATIENCE, folder));
    }
  }

  /** How many servers say that they are ready. */
  long readyServers() {
    return servers.stream().filter(server -> api.isReady(server.address())).count();
  }

  /** Starts what does not run, as whatever watches over a server in earnest does. */
  void keepAlive() {
    try {
      partners.keepAlive();
      for (Server server : servers) {
        server.keepAlive();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends all faults, lets everything go on, and waits until all is ready. */
  void heal() throws IOException, InterruptedException {
    way.clear();
    way.flow();
    for (Server server : servers) {
      server.resume();
    }
    awaitReady();
    for (Partner partner : partners.all()) {
      partners.forgetFaults(partner);
    }
  }

  List<Server> servers() {
    return servers;
  }

  /** Kills the server of a name; false when there is none, or it was dead. */
  boolean kill(String name) {
    return servers.stream().anyMatch(server -> server.name().equals(name) && server.kill());
  }

  Partners partners() {
    return partners;
  }

  DatabaseProxy way() {
    return way;
  }

  EmbeddedPostgres postgres() {
    return postgres;
  }

  Api api() {
    return api;
  }

  Path folder() {
    return folder;
  }

  /** Kills every process of the run, and stops the database. Safe to call twice. */
  @Override
  public void close() {
    children.killAll();
    try {
      way.close();
    } catch (IOException e) {
      // It was closed already.
    }
    postgres.close();
  }
}
