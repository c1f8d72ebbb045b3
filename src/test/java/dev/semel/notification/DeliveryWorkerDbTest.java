// Real receivers over real connections: one that is dead holds up nobody, and a stop loses nothing.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.db.Tx;
import dev.semel.domain.EventType;
import dev.semel.notification.WebhookEndpoint.Mode;
import dev.semel.notification.WebhookEndpoint.Terms;
import dev.semel.security.Caller;
import dev.semel.security.CreateCredential;
import dev.semel.security.SecretSeal;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class DeliveryWorkerDbTest {
  private static final Logger LOG = Logger.getLogger(DeliveryWorkerDbTest.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Inject Vertx vertx;
  @Inject CreateEndpoint createEndpoint;
  @Inject PublishEvents publishEvents;
  @Inject PublishSignal publishSignal;
  @Inject DeliverySignal deliverySignal;
  @Inject DueDeliveryStore dueDeliveries;
  @Inject AttemptStore attempts;
  @Inject DeliveryStore deliveries;
  @Inject EndpointHealthStore health;
  @Inject ContinueReplays continueReplays;
  @Inject RaiseAlert alerts;
  @Inject SecretSeal seal;
  @Inject RandomGenerator random;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;
  private PaperEvents events;

  @BeforeEach
  void aTenant() {
    tenant = Tenant.create(credentials, database);
    events = new PaperEvents(database, tenant);
  }

  @Test
  void receivers_that_never_answer_do_not_slow_down_one_that_does() throws Exception {
    Map<String, Long> arrived = new ConcurrentHashMap<>();
    CountDownLatch never = new CountDownLatch(1);
    Settings settings = new Settings(8, 2, 2, Duration.ofSeconds(2));
    DeliveryWorker worker = worker(settings);
    try (Receiver blackHole = receiver((_, _) -> never.await());
        Receiver healthy =
            receiver(
                (connection, got) -> {
                  arrived.put(got.header("webhook-id"), System.nanoTime());
                  Receiver.text("204 No Content", "").write(connection, got);
                })) {
      List<String> dead = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        dead.add(endpoint(blackHole, EventType.FAILED));
      }
      endpoint(healthy, EventType.PAID);
      for (int i = 0; i < 20; i++) {
        events.write("payout.failed");
      }
      worker.start();
      publishEvents.ofAll();
      Wait.until(
          "receivers that are known to fail",
          PATIENCE,
          () ->
              text(
                  "SELECT count(*) FROM webhook_endpoint WHERE failures >= 3 AND tenant_id = ?",
                  tenant.id()),
          Integer.toString(dead.size())::equals);

      List<Long> latencies = new ArrayList<>();
      for (int round = 0; round < 20; round++) {
        String id = events.write("payout.paid");
        publishEvents.ofAll();
        long published = System.nanoTime();
        Wait.until("a delivery", PATIENCE, () -> arrived.containsKey(id), there -> there);
        latencies.add(Duration.ofNanos(arrived.getOrDefault(id, 0L) - published).toMillis());
      }
      latencies.sort(null);
      LOG.infof(
          "Beside %d receivers that never answer, the healthy one gets its deliveries after %d ms in the median, %d ms at most",
          dead.size(), latencies.get(latencies.size() / 2), latencies.getLast());
      assertThat(latencies.get(latencies.size() / 2))
          .as("the median, beside attempts that take %s each", settings.timeout())
          .isLessThan(500);
      assertThat(latencies.getLast()).isLessThan(settings.timeout().toMillis());
    } finally {
      never.countDown();
      worker.stop();
    }
  }

  @Test
  void an_event_wakes_the_publishing_and_that_the_deliveries_when_it_is_committed()
      throws Exception {
    try (Receiver receiver = receiver(Receiver.text("204 No Content", ""))) {
      endpoint(receiver, EventType.CREATED);
      DeliveryWorker deliveries = worker(new Settings(4, 1, 2, PATIENCE), deliverySignal);
      PublishWorker publishing = publishing();
      try {
        publishing.start();
        deliveries.start();
        String payout = payout();
        Wait.until("a delivery", PATIENCE, receiver::got, got -> got.size() == 1);
        assertThat(receiver.got().getFirst().body()).contains(payout);
      } finally {
        publishing.stop();
        deliveries.stop();
      }
    }
  }

  /** How long after its commit an event arrives: looked for each second, and told by its commit. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void how_long_an_event_takes_to_its_receiver(boolean woken) throws Exception {
    Map<String, Long> arrived = new ConcurrentHashMap<>();
    DeliveryWorker deliveries =
        worker(
            new Settings(4, 1, 2, Duration.ofSeconds(15), Duration.ofMillis(250)),
            woken ? deliverySignal : new DeliverySignal());
    PublishWorker publishing = publishing();
    try (ScheduledExecutorService each = Executors.newSingleThreadScheduledExecutor();
        Receiver receiver =
            receiver(
                (connection, got) -> {
                  arrived.put(JsonPath.from(got.body()).getString("payout_id"), System.nanoTime());
                  Receiver.text("204 No Content", "").write(connection, got);
                })) {
      endpoint(receiver, EventType.CREATED);
      deliveries.start();
      Future<?> _ = each.scheduleAtFixedRate(publishEvents::ofAll, 1, 1, TimeUnit.SECONDS);
      if (woken) {
        publishing.start();
      }
      List<Long> latencies = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        // Not in step with whoever looks.
        LockSupport.parkNanos(Duration.ofMillis(random.nextInt(200)).toNanos());
        String payout = payout();
        long answered = System.nanoTime();
        Wait.until("a delivery", PATIENCE, () -> arrived.containsKey(payout), there -> there);
        latencies.add(Duration.ofNanos(arrived.getOrDefault(payout, 0L) - answered).toMillis());
      }
      latencies.sort(null);
      LOG.infof(
          "%s: an event arrives %d ms after the answer in the median, %d ms at the 99th percentile, %d ms at most",
          woken ? "Woken by its commit" : "Looked for each second",
          latencies.get(50),
          latencies.get(98),
          latencies.getLast());
      assertThat(latencies.get(50)).isLessThan(woken ? 250 : 1_500);
    } finally {
      publishing.stop();
      deliveries.stop();
    }
  }

  /** One that is woken, and looks for nothing by itself. */
  private PublishWorker publishing() {
    return new PublishWorker(
        publishEvents,
        publishSignal,
        new EventConfig() {
          @Override
          public Duration retention() {
            return EventConfig.LEAST_RETENTION;
          }

          @Override
          public String publishEvery() {
            return "1h";
          }
        });
  }

  /** A payout that waits for its payment. */
  private String payout() {
    Response made =
        tenant
            .request(
                UUID.randomUUID().toString(),
                """
                {"reference": "%s", "amount": "125.50", "currency": "KES", "funding": "pending", "provider": "quick",
                 "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
                   "bank_account": {"account_number": "0012340001", "bank_code": "01"}},
                 "sender": {"name": "Jon Doe", "country": "GB"}}"""
                    .formatted(UUID.randomUUID()))
            .post("/v1/payouts");
    made.then().statusCode(201);
    return made.path("id");
  }

  @Test
  void w_21_what_a_stop_cuts_is_handed_back_and_delivered_by_the_next() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    DeliveryWorker first = worker(new Settings(4, 1, 2, Duration.ofSeconds(20)));
    DeliveryWorker second = worker(new Settings(4, 1, 2, Duration.ofSeconds(20)));
    try (Receiver receiver =
        receiver(
            (connection, got) -> {
              held.await();
              Receiver.text("200 OK", "").write(connection, got);
            })) {
      String endpoint = endpoint(receiver, EventType.PAID);
      String event = events.write("payout.paid");
      publishEvents.ofAll();
      first.start();
      Wait.until("an attempt", PATIENCE, receiver::got, got -> got.size() == 1);
      first.stop();
      assertThat(status(endpoint)).isEqualTo("pending");
      held.countDown();

      second.start();
      Wait.until("the delivery", PATIENCE, () -> status(endpoint), "delivered"::equals);
      assertThat(receiver.got())
          .extracting(got -> got.header("webhook-id"))
          .containsExactly(event, event);
    } finally {
      first.stop();
      second.stop();
    }
  }

  @Test
  void settings_with_which_nothing_would_arrive_stop_the_start() {
    for (Settings settings :
        List.of(
            new Settings(4, 1, 2, Duration.ofMillis(999)),
            new Settings(4, 1, 2, Duration.ofSeconds(61)),
            new Settings(-1, 1, 2, Duration.ofSeconds(15)),
            new Settings(4, 0, 2, Duration.ofSeconds(15)),
            new Settings(4, 1, 0, Duration.ofSeconds(15)))) {
      assertThatThrownBy(() -> worker(settings)).hasMessageContaining("SEMEL_WEBHOOK_DELIVERY_");
    }
  }

  /** What a worker is told, with short times. */
  private record Settings(
      int workers, int failingWorkers, int perEndpoint, Duration timeout, Duration poll)
      implements DeliveryConfig {
    Settings(int workers, int failingWorkers, int perEndpoint, Duration timeout) {
      this(workers, failingWorkers, perEndpoint, timeout, Duration.ofMillis(20));
    }

    @Override
    public Duration disableAfter() {
      return Duration.ofDays(5);
    }

    @Override
    public Duration stopGrace() {
      return Duration.ofMillis(200);
    }
  }

  /** A worker that knows one name, which stands for this machine. */
  private DeliveryWorker worker(DeliveryConfig settings) {
    return worker(settings, new DeliverySignal());
  }

  private DeliveryWorker worker(DeliveryConfig settings, DeliverySignal signal) {
    Names known =
        (_, host, _) -> {
          if (!host.equals("shop.test")) {
            throw new Names.UnresolvedException("Another test's name.");
          }
          return List.of(InetAddress.ofLiteral("127.0.0.1"));
        };
    PinnedCourier courier =
        new PinnedCourier(vertx, new ReceiverAddresses(known, () -> true), System::nanoTime);
    TryAgain again = new TryAgain(deliveries, random);
    RecordAttempt record =
        new RecordAttempt(deliveries, attempts, health, again, alerts, settings, random);
    return new DeliveryWorker(
        new ClaimDeliveries(dueDeliveries, attempts, settings, random),
        new DeliverEvent(
            courier,
            record,
            new RecordBarely(deliveries, attempts, again),
            new PutOffDelivery(deliveries, random),
            seal,
            settings,
            System::nanoTime),
        continueReplays,
        signal,
        settings,
        System::nanoTime);
  }

  private static Receiver receiver(Receiver.Answer answer) throws IOException {
    return new Receiver(InetAddress.ofLiteral("127.0.0.1"), null, answer);
  }

  private String endpoint(Receiver receiver, EventType type) {
    Terms terms =
        new Terms(
            "http://shop.test:" + receiver.port() + "/",
            Optional.of(List.of(type)),
            Mode.FULL,
            Optional.empty());
    Caller caller = new Caller(tenant.credentialId(), tenant.id(), false, Set.of());
    CreateEndpoint.Outcome made =
        Tx.call(() -> createEndpoint.create(caller, terms, SigningKey.Kind.HMAC_SHA256));
    return ((CreateEndpoint.Outcome.Created) made).fresh().endpoint().id();
  }

  private String status(String endpoint) throws SQLException {
    return text("SELECT status FROM webhook_delivery WHERE endpoint_id = ?", endpoint);
  }

  private String text(String query, String value) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, value);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }
}
