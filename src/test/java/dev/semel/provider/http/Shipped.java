// A shipped provider file, against a partner that answers as a test says.
package dev.semel.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.ClientReference;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.MessageReading;
import dev.semel.provider.ProviderCapacity.Corridor;
import dev.semel.provider.ProviderNotice;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests are matched by how their first line begins; what no route takes is an error of the test.
 * A route with several answers gives them in turn, and the last of them again and again.
 */
final class Shipped implements AutoCloseable {
  static final String PAYOUT_ID = "po_06f1z8x3k7v2m4q9t5w0c8b1ng";
  static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final Vertx VERTX = Vertx.vertx();
  private static final String SILENCE = "";

  private final ProviderFile file;
  private final Map<String, Deque<String>> routes = new HashMap<>();
  private final Map<String, String> config = new HashMap<>();
  private final Map<String, String> secrets = new HashMap<>();
  private final CallLogInMemory log = new CallLogInMemory();
  private final List<String> unrouted = new ArrayList<>();
  private final ScriptedPartner partner;
  private final FileProvider provider;

  private Shipped(String name, Map<String, String> settings) throws IOException {
    this.file = file(name);
    this.partner = new ScriptedPartner(this::serve);
    file.config().forEach(key -> config.put(key, settings.getOrDefault(key, "test-" + key)));
    config.put("base_url", partner.url());
    file.secrets().forEach(key -> secrets.put(key, settings.getOrDefault(key, "test-" + key)));
    AtomicInteger ids = new AtomicInteger();
    this.provider =
        new FileProvider(
            file,
            new ProviderSettings(config, secrets),
            new ConnectorTools(
                VERTX,
                log,
                InstantSource.system(),
                System::nanoTime,
                () -> "call_" + ids.incrementAndGet()));
    answersTokens();
  }

  /** The partner of a shipped file, with settings by chance. */
  static Shipped partner(String name) {
    return partner(name, Map.of());
  }

  /** The partner of a shipped file, with these settings and others by chance. */
  static Shipped partner(String name, Map<String, String> settings) {
    try {
      return new Shipped(name, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProviderFile file(String name) throws IOException {
    String text = Files.readString(Path.of("src/main/resources/providers", name + ".yaml"));
    return switch (new ProviderFileReader().read(text)) {
      case Sound sound -> sound.file();
      case Faulty faulty -> throw new IllegalStateException(faulty.faults().toString());
    };
  }

  private void answersTokens() {
    String token = "{'access_token':'t-1','token':'t-1','expires_in':3600}";
    on("POST /disbursement/token/", "200 OK", token);
    on("GET /oauth/v1/generate", "200 OK", token);
    on("POST /api/v1/authentication/login", "201 Created", token);
    on("POST /v1/oauth2/token", "200 OK", token);
  }

  private void serve(ScriptedPartner.Link link) throws IOException {
    while (true) {
      String request = link.request();
      if (request.isEmpty()) {
        return;
      }
      String answer = answerTo(request);
      if (answer.equals(SILENCE)) {
        return;
      }
      link.write(answer);
    }
  }

  private String answerTo(String request) {
    return routes.entrySet().stream()
        .filter(route -> request.startsWith(route.getKey()))
        .max(Comparator.comparingInt(route -> route.getKey().length()))
        .map(route -> next(route.getValue()))
        .orElseGet(
            () -> {
              unrouted.add(request.lines().findFirst().orElse(""));
              return RawPartner.answer("404 Not Found", "{}");
            });
  }

  private static String next(Deque<String> answers) {
    String answer = answers.size() > 1 ? answers.pollFirst() : answers.peekFirst();
    return answer == null ? SILENCE : answer;
  }

  /**
   * Adds an answer.
   *
   * @param request how the first line of the requests begins that it is for
   * @param head status and reason
   * @param singleQuoted the body, with ' for "; REFERENCE in it stands for ours, PARTNER_ADDRESS
   *     for where the partner listens
   */
  Shipped on(String request, String head, String singleQuoted) {
    String body =
        singleQuoted
            .replace('\'', '"')
            .replace("REFERENCE", reference())
            .replace("PARTNER_ADDRESS", partner.url());
    routes
        .computeIfAbsent(request.replace("REFERENCE", reference()), _ -> new ArrayDeque<>())
        .addLast(RawPartner.answer(head, body));
    return this;
  }

  /** Takes the request and hangs up without a word. */
  Shipped silentOn(String request) {
    routes
        .computeIfAbsent(request.replace("REFERENCE", reference()), _ -> new ArrayDeque<>())
        .addLast(SILENCE);
    return this;
  }

  ProviderFile file() {
    return file;
  }

  FileProvider provider() {
    return provider;
  }

  String reference() {
    return ClientReference.of(PAYOUT_ID, 1, file.terms().referenceForm());
  }

  String key() {
    return ClientReference.keyOf(PAYOUT_ID, 1);
  }

  /** The requests that were received whose first line begins so. */
  List<String> received(String request) {
    String start = request.replace("REFERENCE", reference());
    return partner.requests().stream().filter(r -> r.startsWith(start)).toList();
  }

  List<String> unrouted() {
    return unrouted;
  }

  SubmitOutcome submit() {
    return provider.submit(request(), () -> true);
  }

  LookupOutcome resend() {
    return provider.resending().orElseThrow().resend(request(), () -> true);
  }

  LookupOutcome lookup() {
    return provider.lookup(query(Optional.empty()));
  }

  LookupOutcome status(String id) {
    return provider.status(query(Optional.of(id)));
  }

  /** What it states of the payout with this id. */
  ProviderStatement stated(String id) {
    return switch (status(id)) {
      case LookupOutcome.Found found -> found.statement();
      case LookupOutcome.Absent _ -> throw new AssertionError("absent");
      case LookupOutcome.Unclear unclear -> throw new AssertionError(unclear.reason());
    };
  }

  WebhookVerdict verify(Map<String, String> headers, String singleQuoted) {
    return provider.verify(message(headers, singleQuoted));
  }

  /** The one event of a message. */
  ProviderNotice event(String singleQuoted) {
    try {
      MessageReading reading = provider.read(message(Map.of(), singleQuoted));
      return reading.notices().getFirst();
    } catch (UnreadableMessageException e) {
      throw new AssertionError(e);
    }
  }

  private InboundMessage message(Map<String, String> headers, String singleQuoted) {
    Map<String, List<String>> lists = new HashMap<>();
    headers.forEach((name, value) -> lists.put(name, List.of(value)));
    byte[] body =
        singleQuoted
            .replace('\'', '"')
            .replace("REFERENCE", reference())
            .getBytes(StandardCharsets.UTF_8);
    return new InboundMessage(lists, body, NOW);
  }

  private SubmissionRequest request() {
    Corridor corridor = file.capacity().corridors().getFirst();
    JsonNode beneficiary =
        Acme.json(
            """
            {'name':'Amina Wanjiru','country':'%s','method':'%s',
             'bank_account':{'account_number':'0012345678','bank_code':'044','iban':'DE89370400440532013000'},
             'mobile_wallet':{'msisdn':'+254708374149'},'card_token':{'token':'card_1'}}"""
                .formatted(corridor.country(), corridor.methods().getFirst()));
    return new SubmissionRequest(
        PAYOUT_ID,
        1,
        reference(),
        key(),
        new Money(
            corridor.min(),
            Money.of(corridor.min().toPlainString(), corridor.currency()).currency()),
        beneficiary,
        Acme.json("{'name':'Rosa Keller','country':'US'}"),
        Optional.empty(),
        "order-1",
        "req-1");
  }

  private ProviderQuery query(Optional<String> id) {
    return new ProviderQuery(
        PAYOUT_ID,
        1,
        reference(),
        key(),
        id,
        file.capacity().corridors().getFirst().currency(),
        "req-2",
        Optional.of(new ProviderQuery.Sent(NOW.minusSeconds(60), NOW, NOW)));
  }

  @Override
  public void close() throws IOException {
    provider.close();
    partner.close();
    if (!unrouted.isEmpty()) {
      throw new AssertionError("no route of the test takes " + unrouted);
    }
  }
}
