// Payouts of ours, written straight into the tables.
package dev.semel.reconciliation;

import dev.semel.db.Ids;
import dev.semel.testing.Tenant;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Payouts of ours, written straight into the tables, in whatever state a test needs.
 *
 * @param database where
 * @param provider whose payouts they are
 */
record Books(DataSource database, String provider) {

  /** A payout: its id and our reference. */
  record Entry(String id, String reference) {}

  /** Writes a payout of 125.50 KES. */
  Entry payout(Tenant tenant, String state, String providerId, Instant at) {
    String id = Ids.next(Ids.Kind.PAYOUT);
    String reference = id.substring(3).toUpperCase(java.util.Locale.ROOT) + "1";
    run(
        """
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata,
            provider_payout_id, ever_submitted, ever_unknown, unknown_since, sent_at, paid_at, closed_at, due_at, lease_owner, lease_until,
            failure_code, hold_reason, created_by, created_at, updated_at)
        SELECT i.id, i.tenant, i.id, i.state, 1, 125.50, 'KES', 'cleared', true, i.provider, '{}', '{}', '{}',
            nullif(i.provider_id, ''), i.state NOT IN ('ready', 'held'), i.state = 'submission_unknown', CASE i.state WHEN 'submission_unknown' THEN i.at END,
            CASE WHEN i.state IN ('sent', 'paid', 'returned') THEN i.at END, CASE WHEN i.state IN ('paid', 'returned') THEN i.at END,
            CASE WHEN i.state IN ('paid', 'failed', 'returned', 'cancelled') THEN i.at END,
            CASE WHEN i.state IN ('ready', 'submission_unknown', 'sent') THEN timestamptz '2100-01-01' END,
            CASE i.state WHEN 'submitting' THEN 'test' END, CASE i.state WHEN 'submitting' THEN timestamptz '2100-01-01' END,
            CASE i.state WHEN 'failed' THEN 'refused' END, CASE i.state WHEN 'held' THEN 'operator' END, i.credential, i.at, i.at
        FROM (SELECT CAST(? AS text) AS id, CAST(? AS text) AS tenant, CAST(? AS text) AS state, CAST(? AS text) AS provider, CAST(? AS text) AS provider_id,
            CAST(? AS timestamptz) AS at, CAST(? AS text) AS credential) i
        """,
        id,
        tenant.id(),
        state,
        provider,
        providerId,
        at.toString(),
        tenant.credentialId());
    run(
        "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) VALUES (?, 1, ?, ?, ?)",
        id,
        provider,
        reference,
        reference);
    return new Entry(id, reference);
  }

  /** Makes payouts those of one batch. */
  void batch(Tenant tenant, String id, List<Entry> payouts) {
    try (var connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try (var batch =
              connection.prepareStatement(
                  "INSERT INTO payout_batch (id, tenant_id, payouts, created_by) VALUES (?, ?, ?, ?)");
          var member = connection.prepareStatement("UPDATE payout SET batch_id = ? WHERE id = ?")) {
        batch.setString(1, id);
        batch.setString(2, tenant.id());
        batch.setInt(3, payouts.size());
        batch.setString(4, tenant.credentialId());
        batch.executeUpdate();
        for (Entry payout : payouts) {
          member.setString(1, id);
          member.setString(2, payout.id());
          member.executeUpdate();
        }
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The kinds of the cases about a payout, by name. */
  List<String> cases(Entry payout) {
    return texts("SELECT kind FROM ops_case WHERE payout_id = ? ORDER BY kind", payout.id());
  }

  /** The kinds of a tenant's cases about this provider. */
  List<String> cases(Tenant tenant) {
    return texts(
        "SELECT kind FROM ops_case WHERE tenant_id = ? AND provider = ? ORDER BY kind",
        tenant.id(),
        provider);
  }

  /** What a query answers in its first column. */
  List<String> texts(String query, String... values) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      List<String> texts = new ArrayList<>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      return texts;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Changes the tables. */
  void run(String change, String... values) {
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
