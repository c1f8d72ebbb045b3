// The partner of the tests: its file, and things to ask of it.
package dev.semel.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.domain.ClientReference;
import dev.semel.domain.Money;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** Makes connectors from {@code providers/acme.yaml}, and requests for them. */
final class Acme {
  static final String API_KEY = "key-of-acme-1";
  static final String WEBHOOK_SECRET = "whsec-of-acme";
  private static final String PAYOUT_ID = "po_06f1z8x3k7v2m4q9t5w0c8b1ng";
  static final String REFERENCE =
      ClientReference.of(PAYOUT_ID, 1, ClientReference.Form.BASE32_UPPER);

  /** Nothing speaks against sending. */
  static final BooleanSupplier ALWAYS = () -> true;

  private Acme() {}

  static String text() {
    try (InputStream in = Acme.class.getResourceAsStream("/providers/acme.yaml")) {
      if (in == null) {
        throw new IllegalStateException("acme.yaml is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ProviderFile file(UnaryOperator<String> change) {
    return switch (new ProviderFileReader().read(change.apply(text()))) {
      case Sound sound -> sound.file();
      case Faulty faulty -> throw new IllegalStateException(faulty.faults().toString());
    };
  }

  static FileProvider at(String baseUrl, Vertx vertx, CallLogInMemory log) {
    return at(baseUrl, vertx, log, UnaryOperator.identity());
  }

  static FileProvider at(
      String baseUrl, Vertx vertx, CallLogInMemory log, UnaryOperator<String> change) {
    return new FileProvider(file(change), settings(baseUrl), tools(vertx, log));
  }

  private static ProviderSettings settings(String baseUrl) {
    return new ProviderSettings(
        Map.of("base_url", baseUrl), Map.of("api_key", API_KEY, "webhook_secret", WEBHOOK_SECRET));
  }

  static FileProvider at(
      String baseUrl, Vertx vertx, CallLogInMemory log, InstantSource clock, LongSupplier nanos) {
    // A slow machine must not change the story.
    ProviderFile file =
        file(
            text ->
                text.replace(
                    "connect_timeout: PT1S, timeout: PT1.5S",
                    "connect_timeout: PT10S, timeout: PT20S"));
    return new FileProvider(file, settings(baseUrl), tools(vertx, log, clock, nanos));
  }

  /** One whose spans are measured by a clock that the test moves. */
  static FileProvider at(
      String baseUrl,
      Vertx vertx,
      CallLogInMemory log,
      LongSupplier nanos,
      UnaryOperator<String> change) {
    return new FileProvider(
        file(change), settings(baseUrl), tools(vertx, log, InstantSource.system(), nanos));
  }

  private static ConnectorTools tools(Vertx vertx, CallLogInMemory log) {
    return tools(vertx, log, InstantSource.system(), System::nanoTime);
  }

  private static ConnectorTools tools(
      Vertx vertx, CallLogInMemory log, InstantSource clock, LongSupplier nanos) {
    AtomicInteger ids = new AtomicInteger();
    return new ConnectorTools(vertx, log, clock, nanos, () -> "call_" + ids.incrementAndGet());
  }

  /** The file with short time-outs, for what is to take too long. */
  static String hasty(String text) {
    return unhindered(text)
        .replace(
            "connect_timeout: PT1S, timeout: PT1.5S", "connect_timeout: PT0.3S, timeout: PT0.5S");
  }

  /** The file with long time-outs, for what is to come in time on a slow machine. */
  static String patient(String text) {
    return unhindered(text)
        .replace(
            "connect_timeout: PT1S, timeout: PT1.5S", "connect_timeout: PT10S, timeout: PT20S");
  }

  /** Without a breaker and a pace that could hold anything back. */
  private static String unhindered(String text) {
    return text.replace("failures: 3, of: 4", "failures: 10000, of: 10000")
        .replace("per_second: 50", "per_second: 100000");
  }

  /** One with a single connection, so that the next request meets the one of the request before. */
  static FileProvider overOneConnection(String baseUrl, Vertx vertx, CallLogInMemory log) {
    return overOneConnection(baseUrl, vertx, log, UnaryOperator.identity());
  }

  static FileProvider overOneConnection(
      String baseUrl, Vertx vertx, CallLogInMemory log, UnaryOperator<String> change) {
    ProviderFile file = file(text -> patient(change.apply(text)));
    Exchange exchange = new Exchange(vertx, file.timeouts(), 1);
    return new FileProvider(file, settings(baseUrl), tools(vertx, log), exchange);
  }

  /** One that trusts an authority which signs for partners. */
  static FileProvider trusting(
      String authorityPem,
      String baseUrl,
      Vertx vertx,
      CallLogInMemory log,
      UnaryOperator<String> change) {
    return trusting(authorityPem, settings(baseUrl), vertx, log, change);
  }

  /** The same with other settings. */
  static FileProvider trusting(
      String authorityPem,
      ProviderSettings settings,
      Vertx vertx,
      CallLogInMemory log,
      UnaryOperator<String> change) {
    ProviderFile file = file(change);
    Exchange exchange =
        new Exchange(
            vertx,
            file.timeouts(),
            2,
            Exchange.options(file.timeouts())
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(authorityPem))));
    return new FileProvider(file, settings, tools(vertx, log), exchange);
  }

  static SubmissionRequest request() {
    return request("Amina Wanjiru", "0012345678");
  }

  static SubmissionRequest request(String name, String account) {
    JsonNode beneficiary =
        json("{'country':'KE','method':'bank_account','bank_account':{'bank_code':'01'}}");
    ((com.fasterxml.jackson.databind.node.ObjectNode) beneficiary).put("name", name);
    ((com.fasterxml.jackson.databind.node.ObjectNode) beneficiary.path("bank_account"))
        .put("account_number", account);
    return new SubmissionRequest(
        PAYOUT_ID,
        1,
        REFERENCE,
        ClientReference.keyOf(PAYOUT_ID, 1),
        Money.of("125.50", "KES"),
        beneficiary,
        json("{}"),
        Optional.empty(),
        "order-1",
        "req-1");
  }

  static ProviderQuery query(Optional<String> providerPayoutId) {
    return new ProviderQuery(
        PAYOUT_ID,
        1,
        REFERENCE,
        ClientReference.keyOf(PAYOUT_ID, 1),
        providerPayoutId,
        "KES",
        "req-2");
  }

  static JsonNode json(String singleQuoted) {
    try {
      return JsonMapper.builder().build().readTree(singleQuoted.replace('\'', '"'));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
