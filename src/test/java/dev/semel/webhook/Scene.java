// Payouts in the states that a test needs, and what became of them.
package dev.semel.webhook;

import static io.restassured.RestAssured.given;

import dev.semel.db.Tx;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.submission.SubmissionWorker;
import dev.semel.testing.ContractFilter;
import io.restassured.specification.RequestSpecification;
import jakarta.enterprise.context.Dependent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Puts payouts into the states that a test needs, steps the workers, and reads what became. */
@Dependent
class Scene {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final DataSource dataSource;
  private final CreateCredential createCredential;
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final ProcessWebhooks process;

  Scene(
      DataSource dataSource,
      CreateCredential createCredential,
      PayoutStore payouts,
      PayoutTransitions transitions,
      ProcessWebhooks process,
      SubmissionWorker submission)
      throws InterruptedException {
    this.dataSource = dataSource;
    this.createCredential = createCredential;
    this.payouts = payouts;
    this.transitions = transitions;
    this.process = process;
    // Payouts move only as the tests say.
    submission.stop();
  }

  /** A payout as the partner knows it. */
  record Known(String id, String provider, String reference, String partnersId) {}

  /**
   * The token of a new credential with every permission. The first tenant of all is the operator.
   */
  String token(String tenant) {
    return token(tenant, List.of(Permission.values()));
  }

  String token(String tenant, List<Permission> permissions) {
    return Tx.call(
        () ->
            createCredential
                .create(
                    new CreateCredential.Request(
                        tenant, "test", permissions, null, "system", "test"))
                .text());
  }

  static RequestSpecification as(String token) {
    return given().filter(new ContractFilter()).header("Authorization", "Bearer " + token);
  }

  static RequestSpecification change(String token) {
    return as(token)
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .contentType("application/json");
  }

  /** A payout that is ready, and has never been sent. */
  Known ready(String token, String provider) {
    var created =
        change(token)
            .body(
                """
                {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "%s",
                 "beneficiary": {"name": "Amina", "country": "KE", "method": "bank_account",
                   "bank_account": {"account_number": "0012345678", "bank_code": "01"}},
                 "sender": {"name": "Jon", "country": "GB"}}
                """
                    .formatted(UUID.randomUUID(), provider))
            .post("/v1/payouts")
            .then()
            .statusCode(201)
            .extract()
            .jsonPath();
    return new Known(
        created.getString("id"),
        provider,
        created.getString("client_reference"),
        "SIM-" + UUID.randomUUID());
  }

  /** A payout that a worker is submitting. */
  Known submitting(String token, String provider) {
    Known payout = ready(token, provider);
    Tx.run(
        () -> {
          update(
              "UPDATE payout SET lease_epoch = lease_epoch + 1, lease_owner = 'test', lease_until = now() + interval '1 hour' WHERE id = ?",
              payout.id());
          apply(payout, new PayoutEvent.Claimed());
        });
    return payout;
  }

  /** A payout that the partner has accepted. */
  Known sent(String token, String provider) {
    Known payout = submitting(token, provider);
    accept(payout);
    return payout;
  }

  /** The partner's answer to the submission comes in. */
  void accept(Known payout) {
    Tx.run(
        () ->
            apply(
                payout,
                new PayoutEvent.Accepted(
                    payouts.lock(payout.id()).payout().leaseEpoch(),
                    new ProviderStatement(
                        Optional.of(payout.partnersId()),
                        ProviderStatus.PROCESSING,
                        "accepted",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()))));
  }

  /** The submission under way ends without an answer. */
  void becomeUnknown(Known payout) {
    Tx.run(
        () ->
            apply(
                payout,
                new PayoutEvent.OutcomeUnknown(
                    payouts.lock(payout.id()).payout().leaseEpoch(), "read time-out")));
  }

  private void apply(Known payout, PayoutEvent event) {
    transitions.apply(payout.id(), event, "worker:test", Optional.empty());
  }

  /** Processes what is due until nothing is. */
  void processAll() {
    while (process.step()) {
      // The next one.
    }
  }

  /** Goes on processing until something has become true. */
  void processUntil(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("it did not become true in " + PATIENCE);
      }
      if (!process.step()) {
        LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      }
    }
  }

  String state(Known payout) {
    return String.valueOf(text("SELECT state FROM payout WHERE id = ?", payout.id()));
  }

  /** Whether something is to be done about a payout now. */
  boolean isDue(Known payout) {
    return "t".equals(text("SELECT due_at <= now() FROM payout WHERE id = ?", payout.id()));
  }

  /** The cases of a payout, with the difference that each names. */
  @Nullable String cases(Known payout) {
    return text(
        "SELECT string_agg(kind || ': ' || coalesce(facts ->> 'difference', '-'), ', ' ORDER BY kind) FROM ops_case WHERE payout_id = ?",
        payout.id());
  }

  /** The status and the reason of a provider's event. */
  @Nullable String eventStatus(String eventId) {
    return text("SELECT status FROM webhook_event WHERE event_id = ?", eventId);
  }

  @Nullable String eventReason(String eventId) {
    return text("SELECT reason FROM webhook_event WHERE event_id = ?", eventId);
  }

  long count(String query, String parameter) {
    return Long.parseLong(String.valueOf(text(query, parameter)));
  }

  /** The first column of the first row, or null. */
  @Nullable String text(String query, String parameter) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, parameter);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? rows.getString(1) : null;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** While this is open, what is written of a payout into a table fails. */
  interface Failing extends AutoCloseable {
    @Override
    void close();
  }

  /** Has every insert or update of a payout's rows in a table fail. */
  Failing failing(String table, String payoutId) {
    String name = "test_" + UUID.randomUUID().toString().replace("-", "");
    execute(
        """
        CREATE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.payout_id = '%3$s' THEN RAISE EXCEPTION 'out of order'; END IF; RETURN NEW; END $$;
        CREATE TRIGGER %1$s BEFORE INSERT OR UPDATE ON %2$s FOR EACH ROW EXECUTE FUNCTION %1$s()
        """
            .formatted(name, table, payoutId));
    return () -> execute("DROP TRIGGER %1$s ON %2$s; DROP FUNCTION %1$s()".formatted(name, table));
  }

  private void execute(String sql) {
    try (Connection connection = dataSource.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void update(String sql, String parameter) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, parameter);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
