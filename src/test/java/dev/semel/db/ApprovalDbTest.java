// What the database refuses of wishes that need a second person, whatever the program does.
package dev.semel.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;

class ApprovalDbTest {
  private static final String INSERT =
      """
      INSERT INTO approval (id, tenant_id, payout_id, action, outcome, provider_payout_id, beneficiary, reason, statement, requested_by, expires_at, lookup_result, lookup_at, lookup_detail)
      VALUES (""";

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  @BeforeAll
  static void writeAPayoutAndTwoWishes() throws SQLException {
    for (String sql :
        """
        INSERT INTO tenant (id, name) VALUES ('ten_1', 'one');
        INSERT INTO credential (id, tenant_id, name, secret_hash, permissions, created_by) VALUES ('key_1', 'ten_1', 'n', sha256('s'), '{}', 'test');
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata, due_at, created_by)
            VALUES ('po_1', 'ten_1', 'r-1', 'ready', 1, 10, 'KES', 'cleared', true, 'quick', '{}', '{}', '{}', now(), 'key_1')
        """
            .split(";\n")) {
      execute(sql);
    }
    execute(INSERT + row("apr_1", "'resend', NULL, NULL, NULL", "'s'"));
    execute(
        "UPDATE approval SET status = 'rejected', decided_by = 'credential:key_2', decided_at = now(), decision_reason = 'r'");
    execute(INSERT + row("apr_2", "'settle', 'failed', NULL, NULL", "'s'"));
  }

  private static String row(String id, String wish, String statement) {
    return "'"
        + id
        + "', 'ten_1', 'po_1', "
        + wish
        + ", 'r', "
        + statement
        + ", 'credential:key_1', now() + interval '1 h', 'absent', now(), 'd')";
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          approval_takes_a_second_person  | UPDATE approval SET status = 'approved', decided_by = 'credential:key_1', decided_at = now(), decision_reason = 'r' WHERE id = 'apr_2'
          approval_decision_is_whole      | UPDATE approval SET status = 'approved' WHERE id = 'apr_2'
          approval_decision_is_whole      | UPDATE approval SET decided_by = 'credential:key_2' WHERE id = 'apr_2'
          approval_lookup_result_check    | UPDATE approval SET lookup_result = 'busy' WHERE id = 'apr_2'
          approval_status_check           | UPDATE approval SET status = 'lost', decided_by = 'x', decided_at = now(), decision_reason = 'r' WHERE id = 'apr_2'
          """)
  void the_named_rule_holds(String rule, String sql) {
    assertThatThrownBy(() -> execute(sql))
        .isInstanceOf(PSQLException.class)
        .hasMessageContaining(rule);
  }

  @ParameterizedTest(name = "{0}: {1}, {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          approval_one_pending_per_payout | 'resend', NULL, NULL, NULL      | 's'
          approval_settle_has_outcome     | 'settle', NULL, NULL, NULL      | 's'
          approval_settle_has_outcome     | 'resend', 'failed', NULL, NULL  | 's'
          approval_sent_names_the_payout  | 'settle', 'sent', NULL, NULL    | 's'
          approval_sent_names_the_payout  | 'settle', 'failed', 'p', NULL   | 's'
          approval_correct_has_beneficiary | 'correct', NULL, NULL, NULL    | 's'
          approval_has_evidence           | 'resend', NULL, NULL, NULL      | NULL
          """)
  void a_wish_is_whole_and_there_is_one_at_a_time(String rule, String wish, String statement) {
    assertThatThrownBy(() -> execute(INSERT + row("apr_3", wish, statement)))
        .isInstanceOf(PSQLException.class)
        .hasMessageContaining(rule);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          UPDATE approval SET status = 'approved' WHERE id = 'apr_1'
          UPDATE approval SET lookup_detail = 'else' WHERE id = 'apr_1'
          UPDATE approval SET outcome = 'sent', provider_payout_id = 'p' WHERE id = 'apr_2'
          UPDATE approval SET requested_by = 'credential:key_3' WHERE id = 'apr_2'
          UPDATE approval SET expires_at = now() + interval '1 y' WHERE id = 'apr_2'
          DELETE FROM approval WHERE id = 'apr_2'
          """)
  void what_was_asked_and_what_was_decided_stay_as_they_are(String sql) {
    assertThatThrownBy(() -> execute(sql))
        .isInstanceOf(PSQLException.class)
        .hasMessageContaining("append-only");
  }

  @Test
  void a_waiting_wish_keeps_what_the_provider_said_last() throws SQLException {
    assertThat(execute("UPDATE approval SET lookup_result = 'unclear' WHERE id = 'apr_2'"))
        .isEqualTo(1);
  }

  private static int execute(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }
}
