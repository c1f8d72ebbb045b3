// Which providers a server is connected to.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.domain.Money;
import dev.semel.provider.Provider;
import dev.semel.provider.file.ProviderFile;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderRegistryTest {
  private static final Vertx VERTX = Vertx.vertx();

  @TempDir private Path directory;
  private final Map<String, String> environment = new HashMap<>();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @BeforeEach
  void configure() throws IOException {
    Files.writeString(directory.resolve("acme.yaml"), Acme.text());
    environment.put("SEMEL_PROVIDERS_DIR", directory.toString());
    environment.put("SEMEL_PROVIDER_ACME_BASE_URL", "http://127.0.0.1:1");
    environment.put("SEMEL_PROVIDER_ACME_API_KEY", "k");
    environment.put("SEMEL_PROVIDER_ACME_WEBHOOK_SECRET", "s");
  }

  private ProviderRegistry load() {
    ConnectorTools tools =
        new ConnectorTools(VERTX, new CallLogInMemory(), InstantSource.system(), () -> "call_1");
    return ProviderRegistry.load(name -> Optional.ofNullable(environment.get(name)), tools);
  }

  @Test
  void a_shipped_provider_is_inactive_until_it_is_configured() {
    try (ProviderRegistry registry = load()) {
      assertThat(registry.all()).extracting(Provider::name).containsExactly("acme");
      assertThat(registry.inactive()).extracting(ProviderFile::name).contains("simulator");
      assertThat(registry.find("simulator")).isEmpty();
      assertThat(registry.connector("acme")).isPresent();
    }
  }

  @Test
  void corridors_of_the_configuration_take_the_place_of_the_files() {
    environment.put(
        "SEMEL_PROVIDER_ACME_CORRIDORS",
        "UG UGX mobile_wallet 500 5000000; TZ TZS mobile_wallet 1000.00 3000000.00");
    try (ProviderRegistry registry = load()) {
      Provider acme = registry.find("acme").orElseThrow();
      assertThat(acme.capacity().serves("UG", "mobile_wallet", Money.of("500", "UGX"))).isTrue();
      assertThat(acme.capacity().serves("KE", "mobile_wallet", Money.of("10.00", "KES"))).isFalse();
      assertThat(acme.capacity().inFlight()).isEqualTo(32);
    }
  }

  @Test
  void a_corridor_that_is_not_understood_stops_the_start_and_is_named() throws IOException {
    Path corridors = directory.resolve("corridors.txt");
    Files.writeString(corridors, "KE KES bank_account 10.00 20.00\nNG NGN carrier_pigeon 1 2\n");
    environment.put("SEMEL_PROVIDER_ACME_CORRIDORS_FILE", corridors.toString());
    assertThatThrownBy(this::load)
        .hasMessageContaining("SEMEL_PROVIDER_ACME_CORRIDORS")
        .hasMessageContaining("NG NGN carrier_pigeon 1 2");
  }

  @Test
  void the_order_of_routing_can_be_chosen() throws IOException {
    Files.writeString(
        directory.resolve("b.yaml"), Acme.text().replace("provider: acme", "provider: acme-two"));
    environment.put("SEMEL_PROVIDER_ACME_TWO_BASE_URL", "http://127.0.0.1:1");
    environment.put("SEMEL_PROVIDER_ACME_TWO_API_KEY", "k");
    environment.put("SEMEL_PROVIDER_ACME_TWO_WEBHOOK_SECRET", "s");
    try (ProviderRegistry registry = load()) {
      assertThat(registry.all()).extracting(Provider::name).containsExactly("acme", "acme-two");
    }
    environment.put("SEMEL_PROVIDERS_ORDER", "acme-two, acme");
    try (ProviderRegistry registry = load()) {
      assertThat(registry.all()).extracting(Provider::name).containsExactly("acme-two", "acme");
    }
  }

  @Test
  void a_name_in_the_order_that_no_file_has_stops_the_start() {
    environment.put("SEMEL_PROVIDERS_ORDER", "acme, simulator, acmee");
    assertThatThrownBy(this::load)
        .isInstanceOf(ProviderFilesException.class)
        .hasMessageContaining("SEMEL_PROVIDERS_ORDER")
        .hasMessageContaining("'acmee'");
  }

  @Test
  void a_shipped_provider_with_a_setting_that_can_not_be_used_stops_the_start() {
    environment.put("SEMEL_PROVIDER_SIMULATOR_BASE_URL", "ftp://127.0.0.1");
    environment.put("SEMEL_PROVIDER_SIMULATOR_API_KEY", "k");
    environment.put("SEMEL_PROVIDER_SIMULATOR_WEBHOOK_SECRET", "s");
    assertThatThrownBy(this::load).hasMessageContaining("SEMEL_PROVIDER_SIMULATOR_BASE_URL");
    environment.put("SEMEL_PROVIDER_SIMULATOR_BASE_URL", "http://127.0.0.1:1");
    environment.remove("SEMEL_PROVIDER_SIMULATOR_API_KEY");
    environment.put("SEMEL_PROVIDER_SIMULATOR_API_KEY_FILE", directory + "/nothing");
    assertThatThrownBy(this::load).hasMessageContaining("SEMEL_PROVIDER_SIMULATOR_API_KEY_FILE");
  }

  @Test
  void a_secret_may_come_from_a_file() throws IOException {
    Path secret = Files.writeString(directory.resolve("key"), "  from-file\n");
    environment.remove("SEMEL_PROVIDER_ACME_API_KEY");
    environment.put("SEMEL_PROVIDER_ACME_API_KEY_FILE", secret.toString());
    ProviderSettings.Found found =
        ProviderSettings.find(
            Acme.file(text -> text), name -> Optional.ofNullable(environment.get(name)));
    assertThat(found.faults()).isEmpty();
    assertThat(found.settings().secrets()).containsEntry("api_key", "from-file");
    assertThat(found.settings().toString()).doesNotContain("from-file");
  }

  @Test
  void a_file_of_the_directory_replaces_a_shipped_one() throws IOException {
    Files.writeString(
        directory.resolve("s.yaml"), Acme.text().replace("provider: acme", "provider: simulator"));
    environment.put("SEMEL_PROVIDER_SIMULATOR_BASE_URL", "http://127.0.0.1:1");
    environment.put("SEMEL_PROVIDER_SIMULATOR_API_KEY", "k");
    environment.put("SEMEL_PROVIDER_SIMULATOR_WEBHOOK_SECRET", "s");
    try (ProviderRegistry registry = load()) {
      assertThat(registry.connector("simulator").orElseThrow().title()).isEqualTo("Acme Payouts");
    }
  }

  @Test
  void the_start_is_refused_with_all_faults_of_all_files() throws IOException {
    environment.remove("SEMEL_PROVIDER_ACME_API_KEY");
    environment.remove("SEMEL_PROVIDER_ACME_WEBHOOK_SECRET");
    Files.writeString(directory.resolve("bad.yaml"), "provider: x\n");
    assertThatThrownBy(this::load)
        .isInstanceOf(ProviderFilesException.class)
        .hasMessageContaining("SEMEL_PROVIDER_ACME_API_KEY")
        .hasMessageContaining("SEMEL_PROVIDER_ACME_WEBHOOK_SECRET")
        .hasMessageContaining("bad.yaml: line 1: /provider");
  }

  @Test
  void a_base_url_that_is_none_is_refused() {
    for (String url : List.of("acme.test", "ftp://acme", "http://u:p@acme", "http://acme/?a=b")) {
      environment.put("SEMEL_PROVIDER_ACME_BASE_URL", url);
      assertThatThrownBy(this::load).isInstanceOf(ProviderFilesException.class);
    }
  }

  @Test
  void the_list_of_shipped_files_is_complete() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/providers"))) {
      assertThat(ProviderSources.shipped())
          .extracting(source -> source.name().replaceAll(".*/", ""))
          .containsExactlyInAnyOrderElementsOf(
              files.map(f -> f.getFileName().toString()).filter(f -> f.endsWith(".yaml")).toList());
    }
  }
}
