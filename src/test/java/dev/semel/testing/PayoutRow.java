// One payout, written straight into the tables.
package dev.semel.testing;

import dev.semel.db.Ids;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * One payout, written straight into the tables, at a provider that this server need not know.
 *
 * @param id its id
 * @param database where it stands
 */
public record PayoutRow(String id, DataSource database) {

  /**
   * Writes a payout of 125.50 KES that is due since a minute, where something can be due.
   *
   * @param state {@code awaiting_funds}, {@code ready}, {@code sent} or {@code submission_unknown}
   * @param providerId the provider's own id of it, or an empty text
   */
  public static PayoutRow write(
      DataSource database, Tenant tenant, String provider, String state, String providerId) {
    return write(database, tenant, provider, state, providerId, "now() - interval '1 minute'");
  }

  /** The same, not due for as long as any test runs: no worker of a running server takes it. */
  public static PayoutRow writeResting(
      DataSource database, Tenant tenant, String provider, String state, String providerId) {
    return write(database, tenant, provider, state, providerId, "timestamptz '2100-01-01'");
  }

  private static PayoutRow write(
      DataSource database,
      Tenant tenant,
      String provider,
      String state,
      String providerId,
      String due) {
    PayoutRow payout = new PayoutRow(Ids.next(Ids.Kind.PAYOUT), database);
    payout.run(
        """
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata,
            provider_payout_id, ever_submitted, ever_unknown, unknown_since, sent_at, due_at, created_by)
        SELECT i.id, i.tenant, i.id, i.state, 1, 125.50, 'KES', 'cleared', i.state <> 'awaiting_funds', i.provider,
            '{"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", "bank_account": {"account_number": "0012340001", "bank_code": "01"}}', '{}', '{}',
            nullif(i.provider_id, ''), i.state IN ('sent', 'submission_unknown'), i.state = 'submission_unknown', CASE i.state WHEN 'submission_unknown' THEN now() END,
            CASE i.state WHEN 'sent' THEN now() END, CASE WHEN i.state <> 'awaiting_funds' THEN <due> END, i.credential
        FROM (SELECT CAST(? AS text) AS id, CAST(? AS text) AS tenant, CAST(? AS text) AS state, CAST(? AS text) AS provider, CAST(? AS text) AS provider_id,
            CAST(? AS text) AS credential) i
        """
            .replace("<due>", due),
        payout.id(),
        tenant.id(),
        state,
        provider,
        providerId,
        tenant.credentialId());
    payout.run(
        "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) VALUES (?, 1, ?, ?, ?)",
        payout.id(),
        provider,
        payout.id().substring(3).toUpperCase(Locale.ROOT) + "-1",
        payout.id());
    return payout;
  }

  /** What an expression over the payout's columns says, as text. */
  public String text(String expression) {
    return query("SELECT " + expression + " FROM payout WHERE id = ?");
  }

  /** Changes the payout's row, such as {@code due_at = now()}. */
  public void change(String assignment) {
    run("UPDATE payout SET " + assignment + " WHERE id = ?", id);
  }

  /** How many entries the payout's history has. */
  public String entries() {
    return query("SELECT count(*) FROM payout_event WHERE payout_id = ?");
  }

  private String query(String query) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, id);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return String.valueOf(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void run(String change, String... values) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(change)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
