// Bounds that hold for all nodes together: two nodes in one process, one database.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
import dev.semel.domain.PayoutState;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.Providers;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SharedBoundsDbTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @Inject Providers providers;
  @Inject ClaimStore store;
  @Inject FlowStore flow;
  @Inject OneByOne oneByOne;
  @Inject SubmissionConfig usual;
  @Inject PayoutTransitions transitions;
  @Inject WatchExposure watchExposure;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;
  private String provider;
  private ClaimDuePayouts one;
  private ClaimDuePayouts other;

  /** What is configured, but for a budget of ten retries a minute. */
  private record Configured(SubmissionConfig usual) implements SubmissionConfig {
    @Override
    public Duration lease() {
      return usual.lease();
    }

    @Override
    public Duration pollInterval() {
      return usual.pollInterval();
    }

    @Override
    public Duration sweepInterval() {
      return usual.sweepInterval();
    }

    @Override
    public int jobTries() {
      return usual.jobTries();
    }

    @Override
    public Duration jobRetryBase() {
      return usual.jobRetryBase();
    }

    @Override
    public Duration jobRetryCap() {
      return usual.jobRetryCap();
    }

    @Override
    public Duration unservedAfter() {
      return usual.unservedAfter();
    }

    @Override
    public Duration stopGrace() {
      return usual.stopGrace();
    }

    @Override
    public RetryBudgetConfig retryBudget() {
      return new Budget(20, 10);
    }
  }

  private record Budget(int percent, int perMinute) implements SubmissionConfig.RetryBudgetConfig {}

  @BeforeEach
  void twoNodes() {
    tenant = Tenant.create(credentials, database);
    provider = "shared-" + NUMBER.incrementAndGet();
    one = node("one");
    other = node("other");
  }

  private ClaimDuePayouts node(String name) {
    var config = new Configured(usual);
    return new ClaimDuePayouts(
        providers,
        new TakePlaces(store, flow, config),
        store,
        oneByOne,
        transitions,
        new Node(name + "-" + provider),
        config,
        new Random(1),
        System::nanoTime);
  }

  @Test
  void two_nodes_that_claim_at_once_never_claim_the_same_payout() throws Exception {
    ready(60);
    List<String> claimed = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      while (claimed.size() < 60) {
        Callable<List<Claim>> first = () -> one.toSubmit(provider, fast(), 7);
        Callable<List<Claim>> second = () -> other.toSubmit(provider, fast(), 7);
        for (Future<List<Claim>> node : threads.invokeAll(List.of(first, second, first, second))) {
          node.get().forEach(claim -> claimed.add(claim.payout().id()));
        }
      }
    }
    assertThat(claimed).doesNotHaveDuplicates().hasSize(60);
    assertThat(count("state = 'submitting' AND lease_epoch = 1 AND tries = 1")).isEqualTo(60);
    assertThat(sent().firsts()).as("counted once each, and given back where not").isEqualTo(60);
  }

  @Test
  void the_pace_holds_for_both_nodes_together_and_what_has_to_wait_is_not_claimed()
      throws SQLException {
    ready(20);
    long began = System.nanoTime();
    int claimed =
        one.toSubmit(provider, capacity(4, Map.of()), 20).size()
            + other.toSubmit(provider, capacity(4, Map.of()), 20).size()
            + one.toSubmit(provider, capacity(4, Map.of()), 20).size();
    long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();

    assertThat(claimed).isBetween(4, (int) (4 * (seconds + 2)));
    assertThat(count("state = 'ready' AND lease_epoch = 0 AND due_at <= now()"))
        .as("untouched")
        .isEqualTo(20 - claimed);
  }

  @Test
  void retries_beyond_the_budget_stay_ready_and_due_while_first_submissions_go_on()
      throws SQLException {
    ready(40);
    run("UPDATE payout SET tries = 1 WHERE provider = '%s'".formatted(provider));
    PayoutRow first = PayoutRow.write(database, tenant, provider, "ready", "");
    sentAMinuteAgo(100, 6);

    List<Claim> claimed = one.toSubmit(provider, fast(), 40);

    assertThat(claimed).as("20 % of 100, less 6, and the first submission").hasSize(15);
    assertThat(claimed).extracting(claim -> claim.payout().id()).contains(first.id());
    assertThat(other.toSubmit(provider, fast(), 40))
        .as("none, or those of a minute that has just begun")
        .hasSizeLessThanOrEqualTo(10);
    assertThat(count("state = 'ready' AND tries = 1 AND lease_epoch = 0 AND due_at <= now()"))
        .isBetween(16, 26);
  }

  @Test
  void without_first_submissions_there_are_ten_retries_a_minute_for_all_nodes()
      throws SQLException {
    ready(40);
    run("UPDATE payout SET tries = 3 WHERE provider = '%s'".formatted(provider));

    int claimed =
        Stream.of(one, other, one, other)
            .mapToInt(node -> node.toSubmit(provider, fast(), 8).size())
            .sum();

    assertThat(claimed).as("or twice as many around the turn of a minute").isIn(10, 18, 20);
  }

  @Test
  void at_the_cap_people_are_told_once_and_again_only_after_it_fell() throws SQLException {
    Map<String, BigDecimal> caps = Map.of("KES", new BigDecimal("251.00"));
    List<PayoutRow> unknown =
        List.of(
            PayoutRow.write(database, tenant, provider, "submission_unknown", ""),
            PayoutRow.write(database, tenant, provider, "submission_unknown", ""));
    PayoutRow ready = PayoutRow.write(database, tenant, provider, "ready", "");

    watchExposure.watch(provider, caps);
    watchExposure.watch(provider, caps);

    assertThat(alerts()).isEqualTo("1 1");
    assertThat(text("SELECT message FROM alert WHERE provider = '%s'".formatted(provider)))
        .contains("251.00 KES in 2 payouts", "stay ready", "Ask the partner");
    assertThat(one.toSubmit(provider, capacity(500, caps), 9)).isEmpty();
    assertThat(other.toSubmit(provider, capacity(500, caps), 9)).isEmpty();
    assertThat(ready.text("state || ' ' || (due_at <= now())")).isEqualTo("ready true");
    assertThat(one.toAsk(provider, PayoutState.SUBMISSION_UNKNOWN, 9))
        .as("lookups go on")
        .hasSize(2);

    unknown.getFirst().change("state = 'sent', sent_at = now()");
    watchExposure.watch(provider, caps);
    assertThat(one.toSubmit(provider, capacity(500, caps), 9)).hasSize(1);
    assertThat(alerts()).isEqualTo("1 1");

    unknown.getFirst().change("state = 'submission_unknown'");
    watchExposure.watch(provider, caps);
    assertThat(alerts())
        .as("told again, on the alert that nobody has acknowledged")
        .isEqualTo("1 2");
  }

  @Test
  void a_cap_that_is_gone_from_the_file_stops_nothing_any_more() throws SQLException {
    Map<String, BigDecimal> caps = Map.of("KES", new BigDecimal("1.00"));
    PayoutRow.write(database, tenant, provider, "submission_unknown", "");
    watchExposure.watch(provider, caps);
    assertThat(stopped()).isEqualTo("1");

    watchExposure.watch(provider, Map.of());

    assertThat(stopped()).isEqualTo("0");
    assertThat(
            text(
                "SELECT bool_and(over_at IS NOT NULL) FROM alert WHERE kind = 'exposure_cap_reached' AND provider = '%s'"
                    .formatted(provider)))
        .isEqualTo("t");
  }

  private String stopped() throws SQLException {
    return text(
        "SELECT count(*) FROM provider_exposure WHERE provider = '%s' AND reached_at IS NOT NULL"
            .formatted(provider));
  }

  private ProviderCapacity fast() {
    return capacity(100_000, Map.of());
  }

  private static ProviderCapacity capacity(int perSecond, Map<String, BigDecimal> caps) {
    return new ProviderCapacity(List.of(), 100, perSecond, caps);
  }

  private void ready(int many) {
    for (int i = 0; i < many; i++) {
      PayoutRow.write(database, tenant, provider, "ready", "");
    }
  }

  private void sentAMinuteAgo(int firsts, int retries) throws SQLException {
    run(
        """
        INSERT INTO provider_minute SELECT '%s', m %% 16, m, %d, %d
        FROM (SELECT CAST(floor(extract(epoch FROM now()) / 60) AS bigint) - 1 AS m) AS minute
        """
            .formatted(provider, firsts, retries));
  }

  private RetryBudget.Sent sent() {
    return Tx.call(() -> flow.sent(provider));
  }

  private String alerts() throws SQLException {
    return text(
        "SELECT count(*) || ' ' || max(times) FROM alert WHERE kind = 'exposure_cap_reached' AND provider = '%s'"
            .formatted(provider));
  }

  private int count(String condition) throws SQLException {
    return Integer.parseInt(
        text(
            "SELECT count(*) FROM payout WHERE provider = '%s' AND %s"
                .formatted(provider, condition)));
  }

  private String text(String query) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  private void run(String change) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.executeUpdate(change);
    }
  }
}
