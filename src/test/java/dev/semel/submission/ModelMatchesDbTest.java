// The statements on paper, with which the model check works, are the statements of the program.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Sql;
import dev.semel.domain.Fault;
import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutEvent.Retry;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.model.ReachedRows;
import dev.semel.payout.PaperPayout;
import dev.semel.payout.PaperPayout.Facts;
import dev.semel.payout.PayoutStore;
import dev.semel.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Rows that come up in the model are written into a real database, what the program does with them
 * is done to them, and compared with what the model does. Each in a transaction that is taken back.
 */
class ModelMatchesDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final int ROWS = 120;
  private static final long SEED = 1;
  private static final Duration LEASE = Duration.ofHours(2);
  private static final Node NODE = new Node(PaperPayout.OWNER);
  private static final ProviderTerms TERMS = ReachedRows.terms();
  private static List<Facts> rows = List.of();

  @BeforeAll
  static void someRows() throws SQLException {
    rows = ReachedRows.some(ROWS, SEED);
    assertThat(rows).hasSize(ROWS);
    try (var connection = database.dataSource().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("INSERT INTO tenant (id, name) VALUES ('ten_model', 'one')");
      statement.execute(
          "INSERT INTO credential (id, tenant_id, name, secret_hash, permissions, created_by)"
              + " VALUES ('key_model', 'ten_model', 'n', sha256('s'), '{}', 'test')");
    }
  }

  @Test
  void claims_take_what_the_model_says_and_leave_it_as_the_model_says() {
    int claimed = 0;
    for (Facts row : rows) {
      for (PayoutState state :
          List.of(PayoutState.READY, PayoutState.SUBMISSION_UNKNOWN, PayoutState.SENT)) {
        claimed += onDatabase(row, (sql, facts, now) -> claims(sql, facts, state, now)) ? 1 : 0;
      }
    }
    assertThat(claimed).isGreaterThan(ROWS / 10);
  }

  private static boolean claims(Sql sql, Facts facts, PayoutState state, Instant now) {
    ClaimStore claims = new ClaimStore(sql);
    List<String> ids =
        state == PayoutState.READY
            ? claims.claimToSubmit(PaperPayout.PROVIDER, Map.of(), new Places(1, 1), 1, NODE, LEASE)
            : claims.claimToAsk(PaperPayout.PROVIDER, state, NODE, LEASE, 1);
    boolean taken = !ids.isEmpty();
    assertThat(taken)
        .as("claiming %s, %s", state, facts)
        .isEqualTo(PaperClaims.claimable(facts, state, now));
    assertThat(PaperPayout.facts(PaperPayout.lock(sql)))
        .isEqualTo(taken ? PaperClaims.claim(facts, LEASE, now) : facts);
    return taken;
  }

  @Test
  void leases_are_renewed_as_the_model_says() {
    int renewed = 0;
    for (Facts row : rows) {
      for (long epoch : List.of(row.leaseEpoch(), row.leaseEpoch() - 1)) {
        renewed += onDatabase(row, (sql, facts, now) -> renews(sql, facts, epoch, now)) ? 1 : 0;
      }
    }
    assertThat(renewed).isGreaterThan(ROWS / 10);
  }

  private static boolean renews(Sql sql, Facts facts, long epoch, Instant now) {
    Claim claim = new Claim(PaperPayout.lock(sql).payout(), epoch, now, 0);
    boolean renewed = !new ClaimStore(sql).renew(List.of(claim), NODE, LEASE).isEmpty();
    assertThat(renewed)
        .as("renewing %s", facts)
        .isEqualTo(PaperClaims.renewable(facts, epoch, now));
    assertThat(PaperPayout.facts(PaperPayout.lock(sql)))
        .isEqualTo(renewed ? PaperClaims.renew(facts, LEASE, now) : facts);
    return renewed;
  }

  @Test
  void the_sweep_finds_what_the_model_says() {
    int found = 0;
    for (Facts row : rows) {
      found += onDatabase(row, ModelMatchesDbTest::sweeps) ? 1 : 0;
    }
    assertThat(found).isPositive();
  }

  private static boolean sweeps(Sql sql, Facts facts, Instant now) {
    boolean abandoned = !new ClaimStore(sql).abandoned(1).isEmpty();
    boolean overdue = !new ClaimStore(sql).overdue(1).isEmpty();
    assertThat(abandoned).as("abandoned %s", facts).isEqualTo(PaperClaims.abandoned(facts, now));
    assertThat(overdue).as("overdue %s", facts).isEqualTo(PaperClaims.overdue(facts, now));
    return abandoned || overdue;
  }

  @Test
  void events_leave_the_row_as_the_model_says() {
    for (Facts row : rows) {
      for (PayoutEvent event : events(row)) {
        Facts before =
            event instanceof PayoutEvent.Claimed
                ? row.leased(row.leaseEpoch(), ReachedRows.NOW.plus(LEASE))
                : row;
        onDatabase(before, (sql, facts, now) -> applies(sql, facts, event, now));
      }
    }
  }

  private static boolean applies(Sql sql, Facts facts, PayoutEvent event, Instant now) {
    PayoutStore.Locked locked = PaperPayout.lock(sql);
    boolean applied =
        PaperPayout.transitions(sql, TERMS)
            .apply(locked, event, "test", Optional.empty())
            .applied();
    assertThat(PaperPayout.facts(PaperPayout.lock(sql)))
        .as("%s, %s", event, facts)
        .isEqualTo(PaperPayout.apply(facts, event, TERMS, now).facts());
    return applied;
  }

  /** One of each kind of which the statements keep more than the state. */
  private static List<PayoutEvent> events(Facts row) {
    long current = row.leaseEpoch();
    List<PayoutEvent> events = new ArrayList<>(ofEvery(current));
    if (row.attempt() > 1) {
      events.add(new PayoutEvent.OtherAttemptAlive(row.attempt() - 1, "it is paid"));
      events.add(
          new PayoutEvent.ResendByOperator(
              "mail", Optional.of("second"), false, OtherAttempt.DISMISSED));
    }
    return events;
  }

  private static List<PayoutEvent> ofEvery(long current) {
    return List.of(
        new PayoutEvent.FundsCleared("PAY-1"),
        new PayoutEvent.Claimed(),
        new PayoutEvent.NotSent(current, "refused", new Retry.After(Duration.ofHours(1))),
        new PayoutEvent.NotSent(current - 1, "refused", new Retry.After(Duration.ofHours(1))),
        new PayoutEvent.OutcomeUnknown(current, "time-out"),
        new PayoutEvent.Refused(current, "closed", Fault.BENEFICIARY, Optional.empty()),
        new PayoutEvent.PlatformFault(current, "key", Optional.empty()),
        new PayoutEvent.DuplicateReference(current),
        new PayoutEvent.LeaseExpired(current),
        new PayoutEvent.LookupAbsent(Optional.of(ReachedRows.NOW)),
        new PayoutEvent.AbsenceConfirmed(),
        new PayoutEvent.CancelAsked("changed"),
        new PayoutEvent.DeadlinePassed());
  }

  @Test
  void questions_are_put_off_as_the_model_says() {
    for (Facts row : rows) {
      onDatabase(
          row,
          (sql, facts, now) -> {
            PaperPayout.transitions(sql, TERMS).askAgainLater(PaperPayout.lock(sql));
            assertThat(PaperPayout.facts(PaperPayout.lock(sql)))
                .isEqualTo(PaperPayout.askAgainLater(facts, TERMS, now));
            return true;
          });
    }
  }

  /** What is done to a row. */
  private interface Deed {
    boolean done(Sql sql, Facts facts, Instant now);
  }

  /** Carries the result out of a transaction that is taken back. */
  private static final class TakenBack extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final boolean result;

    TakenBack(boolean result) {
      super(null, null, false, false);
      this.result = result;
    }
  }

  /**
   * Writes a row as of the transaction's own now, does something to it and takes all of it back.
   */
  private static boolean onDatabase(Facts row, Deed deed) {
    try {
      return Sql.inTransaction(
          database.dataSource(),
          sql -> {
            Instant now =
                sql.with(
                    handle ->
                        handle
                            .createQuery("SELECT now()")
                            .mapTo(OffsetDateTime.class)
                            .one()
                            .toInstant());
            Facts moved = row.moved(Duration.between(ReachedRows.NOW, now));
            PaperPayout.insert(sql, moved, TERMS.promises(), now);
            throw new TakenBack(deed.done(sql, moved, now));
          });
    } catch (TakenBack takenBack) {
      return takenBack.result;
    }
  }
}
