// Work on a payout that failed, written straight into the tables.
package dev.semel.testing;

import dev.semel.db.Ids;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Work on a payout that failed and waits for a person, written straight into the tables. */
public final class JobRow {

  private JobRow() {}

  /**
   * Writes a failed job of a payout that waits for its funds.
   *
   * @return its id
   */
  public static String write(DataSource database, String payoutId) {
    String id = Ids.next(Ids.Kind.JOB);
    try (var connection = database.getConnection();
        var statement =
            connection.prepareStatement(
                """
                INSERT INTO job (id, tenant_id, kind, payout_id, provider, state, failures, error, message)
                SELECT ?, tenant_id, 'deadline', id, provider, 'failed', 5, 'IllegalStateException', 'it ended with IllegalStateException' FROM payout WHERE id = ?
                """)) {
      statement.setString(1, id);
      statement.setString(2, payoutId);
      statement.executeUpdate();
      return id;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
