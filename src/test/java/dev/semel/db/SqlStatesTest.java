// What the failure of a commit proves, and what it does not.
package dev.semel.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlStatesTest {

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "23505", "23503", "25P02"})
  void what_the_database_took_back_itself_is_rolled_back(String state) {
    assertThat(SqlStates.saysRolledBack(commitFailed(new SQLException("said", state)))).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"08006", "08003", "57P01", "57P02", "40003", "58030", "XX000", "53100"})
  void a_lost_connection_a_shutdown_or_anything_unforeseen_proves_nothing(String state) {
    assertThat(SqlStates.saysRolledBack(commitFailed(new SQLException("said", state)))).isFalse();
  }

  @Test
  void a_failure_that_the_database_said_nothing_of_proves_nothing() {
    assertThat(SqlStates.saysRolledBack(new IllegalStateException("no SQL in here"))).isFalse();
  }

  @Test
  void one_doubt_outweighs_what_else_was_said() {
    RuntimeException failure = commitFailed(new SQLException("lost", "08006"));
    failure.addSuppressed(new SQLException("unique", "23505"));
    assertThat(SqlStates.saysRolledBack(failure)).isFalse();
  }

  @Test
  void a_conflict_at_the_commit_is_found_where_the_transaction_manager_hides_it() {
    assertThat(SqlStates.lostConflict(commitFailed(new SQLException("conflict", "40001"))))
        .isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"08006", "08001", "57P01", "57P03", "53300", "53100", "25006", "40001", "55P03"})
  void what_a_database_says_that_is_away_full_busy_or_changing_over_may_pass(String state) {
    assertThat(SqlStates.mayPass(new RuntimeException(new SQLException("said", state)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"22P02", "23505", "23514", "42501", "42P01"})
  void what_the_database_refuses_for_what_it_says_fails_again(String state) {
    assertThat(SqlStates.mayPass(new RuntimeException(new SQLException("said", state)))).isFalse();
  }

  @Test
  void a_commit_that_nobody_knows_of_may_pass_and_a_fault_of_ours_does_not() {
    assertThat(SqlStates.mayPass(new CommitUnknownException(new IllegalStateException()))).isTrue();
    assertThat(SqlStates.mayPass(new IllegalStateException("no SQL in here"))).isFalse();
  }

  /** As the transaction manager reports it: the database's own words are only suppressed. */
  private static RuntimeException commitFailed(SQLException said) {
    Exception rollback = new Exception("Could not commit transaction.");
    rollback.addSuppressed(new Exception("Error trying to transactionCommit", said));
    return new RuntimeException(rollback);
  }
}
