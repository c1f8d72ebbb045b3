// A partner that asks for our certificate in the TLS handshake.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.provider.Availability;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.http.ProviderRegistry.Outstanding;
import dev.semel.provider.http.ProviderRegistry.Trouble;
import dev.semel.provider.http.ScriptedPartner.Tls;
import dev.semel.provider.http.TestAuthority.Client;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCertificateApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final TestAuthority AUTHORITY = new TestAuthority();
  private static final String HOST = "localhost";
  private static final String PASSWORD = "opens-it";
  private static final String BEARER = "auth: {bearer: \"${secret.api_key}\"}";
  private static final String KEYSTORE =
      "mtls: {keystore: \"${config.keystore}\", password: \"${secret.api_key}\"}";
  private static final String PEM =
      "mtls: {certificate: \"${config.certificate}\", key: \"${config.key}\"}";
  private static final String ACCEPTED =
      RawPartner.answer(
          "201 Created",
          "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}");

  private final CallLogInMemory log = new CallLogInMemory();
  private final Client client = AUTHORITY.client();
  @TempDir private Path directory;

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @BeforeEach
  void keep() throws Exception {
    keep(client);
  }

  private void keep(Client one) throws GeneralSecurityException, IOException {
    Files.write(directory.resolve("client.p12"), one.pkcs12(PASSWORD));
    Files.writeString(directory.resolve("client.pem"), one.certificatePem());
    Files.writeString(directory.resolve("client.key"), one.keyPem());
  }

  private static String file(String text, String mtls) {
    return Acme.patient(text)
        .replace("secrets: [", "config: [keystore, certificate, key]\nsecrets: [")
        .replace(BEARER, BEARER.replace("}\"}", "}\", " + mtls + "}"));
  }

  private ProviderSettings settings(int port) {
    return new ProviderSettings(
        Map.of(
            "base_url",
            "https://" + HOST + ":" + port,
            "keystore",
            directory.resolve("client.p12").toString(),
            "certificate",
            directory.resolve("client.pem").toString(),
            "key",
            directory.resolve("client.key").toString()),
        Map.of("api_key", PASSWORD, "webhook_secret", Acme.WEBHOOK_SECRET));
  }

  private FileProvider acme(ScriptedPartner partner, String mtls) {
    return Acme.trusting(
        AUTHORITY.pem(), settings(partner.port()), VERTX, log, text -> file(text, mtls));
  }

  private static ScriptedPartner partner(String version) throws IOException {
    // One request on each connection, so that each shows the certificate of its time.
    ScriptedPartner.Script once =
        link -> {
          if (!link.request().isEmpty()) {
            link.write(ACCEPTED.replaceFirst("\r\n", "\r\nConnection: close\r\n"));
          }
        };
    return new ScriptedPartner(once, new Tls(AUTHORITY.server(HOST), version, true));
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2,keystore", "TLSv1.2,pem", "TLSv1.3,keystore", "TLSv1.3,pem"})
  void our_certificate_is_shown_and_the_payout_accepted(String version, String kind)
      throws IOException {
    try (ScriptedPartner partner = partner(version);
        FileProvider acme = acme(partner, kind.equals("pem") ? PEM : KEYSTORE)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(partner.failedHandshakes()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2", "TLSv1.3"})
  void a_certificate_that_was_replaced_is_shown_once_it_is_renewed(String version)
      throws Exception {
    keep(new TestAuthority().client());
    try (ScriptedPartner partner = partner(version);
        FileProvider acme = acme(partner, KEYSTORE)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .as("of an authority that the partner does not know")
          .isNotInstanceOf(Accepted.class);
      keep(client);
      assertThat(acme.renewCertificate()).isEmpty();
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);

      Files.writeString(directory.resolve("client.p12"), "half of a fi");
      assertThat(acme.renewCertificate().orElseThrow()).contains("PKCS#12");
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .as("a broken one leaves the one before in use")
          .isInstanceOf(Accepted.class);
    }
  }

  @Test
  void under_tls_1_2_one_that_is_not_taken_means_that_nothing_was_sent() throws Exception {
    keep(new TestAuthority().client());
    try (ScriptedPartner partner = partner("TLSv1.2");
        FileProvider acme = acme(partner, PEM)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(NotSent.class);
      assertThat(partner.bytes()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          keystore | client.p12 | gone     | can't be read
          keystore | client.p12 | spoilt   | PKCS#12
          keystore | client.p12 | password | PKCS#12
          keystore | client.p12 | pem      | PKCS#12
          pem      | client.pem | gone     | can't be read
          pem      | client.key | gone     | can't be read
          pem      | client.pem | spoilt   | no pair
          pem      | client.key | spoilt   | no pair
          pem      | client.key | another  | no pair
          """)
  void a_file_whose_certificate_can_not_be_used_stops_the_start(
      String kind, String name, String how, String words) throws Exception {
    Path file = directory.resolve(name);
    String password = how.equals("password") ? "another" : PASSWORD;
    switch (how) {
      case "gone" -> Files.delete(file);
      case "spoilt" -> Files.writeString(file, "-----BEGIN CERTIFICATE-----\nAAAA");
      case "pem" -> Files.writeString(file, client.certificatePem());
      case "another" -> Files.writeString(file, AUTHORITY.client().keyPem());
      default -> {}
    }
    write(kind.equals("pem") ? PEM : KEYSTORE, text -> text);
    assertThatThrownBy(() -> registry(password).close())
        .isInstanceOf(ProviderFilesException.class)
        .hasMessageContaining("acme.yaml")
        .hasMessageContaining("mtls")
        .hasMessageContaining(words)
        .hasMessageNotContaining(PASSWORD);
  }

  private void write(String mtls, UnaryOperator<String> change) throws IOException {
    Path files = Files.createDirectories(directory.resolve("files"));
    Files.writeString(files.resolve("acme.yaml"), change.apply(file(Acme.text(), mtls)));
  }

  private ProviderRegistry registry(String password) {
    Map<String, String> environment = new HashMap<>();
    environment.put("SEMEL_PROVIDERS_DIR", directory.resolve("files").toString());
    settings(1).config().forEach((key, v) -> environment.put(variable(key), v));
    environment.put(variable("api_key"), password);
    environment.put(variable("webhook_secret"), "s");
    ConnectorTools tools = new ConnectorTools(VERTX, log, InstantSource.system(), () -> "call_1");
    return ProviderRegistry.load(name -> Optional.ofNullable(environment.get(name)), tools);
  }

  /**
   * Between the look at its settings and its being built the certificate breaks: at the first look
   * at the new version, or when it would come into force.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void a_provider_whose_next_version_can_not_be_built_goes_on_with_the_one_before(int breaksAt)
      throws Exception {
    write(KEYSTORE, text -> text);
    try (ProviderRegistry registry = registry(PASSWORD)) {
      FileProvider before = registry.connector("acme").orElseThrow();
      write(KEYSTORE, text -> text.replace("PT60S", "PT5S"));
      registry.look(_ -> Outstanding.NOTHING);
      for (int look = 1; look < breaksAt; look++) {
        assertThat(registry.look(_ -> Outstanding.NOTHING)).isEmpty();
        assertThat(before.availability()).as("held").isInstanceOf(Availability.Unavailable.class);
      }
      for (int look = 0; look < 3; look++) {
        assertThat(registry.look(this::breaking))
            .extracting(Trouble::message)
            .first()
            .asString()
            .contains("acme.yaml", "could not be taken in", "goes on as it was");
        assertThat(registry.connector("acme")).containsSame(before);
        assertThat(before.availability()).isEqualTo(new Availability.Available());
        keep(client);
      }
      for (int look = 0; look < 3; look++) {
        assertThat(registry.look(_ -> Outstanding.NOTHING)).isEmpty();
      }
      assertThat(registry.connector("acme").orElseThrow())
          .as("mended, it comes into force by itself")
          .isNotSameAs(before);
    }
  }

  private Outstanding breaking(String provider) {
    try {
      Files.writeString(directory.resolve("client.p12"), "half of a fi");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Outstanding.NOTHING;
  }

  private static String variable(String key) {
    return ProviderSettings.variable("acme", key);
  }
}
