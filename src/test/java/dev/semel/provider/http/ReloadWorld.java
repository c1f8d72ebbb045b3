// A registry over a directory of files, settings and secrets that a test changes while it is in
// use.
package dev.semel.provider.http;

import dev.semel.provider.http.ProviderRegistry.Outstanding;
import dev.semel.provider.http.ProviderRegistry.Trouble;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

abstract class ReloadWorld {
  private static Vertx vertx;

  @TempDir Path directory;
  @TempDir Path secrets;
  final Map<String, String> environment = new HashMap<>();
  final CallLogInMemory log = new CallLogInMemory();
  final AtomicLong nanos = new AtomicLong();
  Outstanding outstanding = Outstanding.NOTHING;
  ProviderRegistry registry;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @BeforeEach
  void configure() throws IOException {
    write("acme.yaml", Acme::patient);
    secret("key", "key-before-1");
    environment.put("SEMEL_PROVIDERS_DIR", directory.toString());
    configured("ACME", "http://127.0.0.1:1");
    start();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  void configured(String name, String baseUrl) {
    environment.put("SEMEL_PROVIDER_" + name + "_BASE_URL", baseUrl);
    environment.put("SEMEL_PROVIDER_" + name + "_API_KEY_FILE", secrets + "/key");
    environment.put("SEMEL_PROVIDER_" + name + "_WEBHOOK_SECRET", "whsec-of-acme");
  }

  final void start() {
    ConnectorTools tools =
        new ConnectorTools(vertx, log, InstantSource.system(), nanos::get, () -> "call_1");
    registry = ProviderRegistry.load(name -> Optional.ofNullable(environment.get(name)), tools);
  }

  void write(String name, UnaryOperator<String> change) throws IOException {
    Files.writeString(directory.resolve(name), change.apply(Acme.text()));
  }

  void secret(String name, String value) throws IOException {
    Files.writeString(secrets.resolve(name), value);
  }

  List<Trouble> look() {
    return registry.look(_ -> outstanding);
  }

  /** Enough for whatever can be taken in. */
  List<Trouble> looks() {
    look();
    look();
    look();
    return look();
  }

  FileProvider acme() {
    return registry.connector("acme").orElseThrow();
  }

  static UnaryOperator<String> titled(String title) {
    return text -> Acme.patient(text).replace("title: Acme Payouts", "title: " + title);
  }
}
