// Our payouts that a report is reconciled with to measure it, and the bare statements beside it.
package dev.semel.app.bench;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.db.Transactions;
import dev.semel.db.Tx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Fills the books, does in bare SQL what is measured, and opens transactions for it. */
final class ReconcileRowsStore {
  private static final String BENEFICIARY =
      """
      {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", "bank_account": {"account_number": "0012345678", "bank_code": "01"}}
      """;
  private static final String SENDER = "{\"name\": \"Jan Novak\", \"country\": \"CZ\"}";

  private final DataSource database;
  private final Jdbi jdbi;

  ReconcileRowsStore(DataSource database) {
    this.database = database;
    this.jdbi = Jdbi.create(database);
  }

  /** Writes payouts of the newest credential that were paid on the day, as the plan tells them. */
  void fill(int payouts) {
    jdbi.useHandle(
        handle -> {
          handle
              .createUpdate(
                  """
                  INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata,
                      provider_payout_id, ever_submitted, sent_at, paid_at, closed_at, created_by)
                  SELECT 'po_' || lpad(CAST(n AS text), 26, '0'), c.tenant_id, 'bench-' || n, 'paid', 1, 1 + n % 100000 + n % 100 / 100.0, 'KES', 'cleared', true,
                      :provider, CAST(:beneficiary AS jsonb), CAST(:sender AS jsonb), '{}', 'b' || n, true, t.at, t.at, t.at, c.id
                  FROM generate_series(1, :payouts) n, (SELECT id, tenant_id FROM credential ORDER BY id DESC LIMIT 1) c,
                      (SELECT CAST(CAST(:day AS date) AS timestamptz) + interval '10 hours' AS at) t
                  """)
              .bind("payouts", payouts)
              .bind("beneficiary", BENEFICIARY)
              .bind("sender", SENDER)
              .bind("provider", ReconcilePlan.PROVIDER)
              .bind("day", ReconcilePlan.DAY.toString())
              .execute();
          handle
              .createUpdate(
                  "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) SELECT id, 1, provider, substr(id, 4) || '-1', id FROM payout WHERE provider = :provider")
              .bind("provider", ReconcilePlan.PROVIDER)
              .execute();
          handle.execute("ANALYZE payout");
          handle.execute("ANALYZE attempt");
        });
  }

  /** Keeps a report of the day, without its bytes, and a run that is to compare it. */
  Begun begin() {
    String report = Ids.next(Ids.Kind.REPORT);
    String run = Ids.next(Ids.Kind.RECONCILIATION);
    jdbi.useHandle(
        handle -> {
          handle
              .createUpdate(
                  """
                  WITH delivery AS (
                      INSERT INTO report_delivery (originator, way, label, business_date, content_type, content_hash, size, decision, decided_at)
                      VALUES (:provider, 'fetched', 'bench', CAST(:day AS date), 'text/csv', sha256(convert_to(:id, 'UTF8')), 0, 'accept', now())
                      RETURNING id, originator, business_date, content_hash, content_type)
                  INSERT INTO report (id, originator, business_date, content_hash, delivery_id, content_type, status)
                  SELECT :id, originator, business_date, content_hash, id, content_type, 'received' FROM delivery
                  """)
              .bind("id", report)
              .bind("provider", ReconcilePlan.PROVIDER)
              .bind("day", ReconcilePlan.DAY.toString())
              .execute();
          handle
              .createUpdate(
                  """
                  INSERT INTO reconciliation (id, provider, business_date, status, started_by, lease_until)
                  VALUES (:id, :provider, CAST(:day AS date), 'running', 'bench', now() + interval '1 hour')
                  """)
              .bind("id", run)
              .bind("provider", ReconcilePlan.PROVIDER)
              .bind("day", ReconcilePlan.DAY.toString())
              .execute();
        });
    return new Begun(report, run);
  }

  /** A report and a run. */
  record Begun(String report, String run) {}

  /** Takes away what a turn left behind, so that the next one finds the same. */
  void forget(Begun begun) {
    jdbi.useHandle(
        handle -> {
          handle.execute("TRUNCATE bench_twin");
          for (String table : new String[] {"report_facts", "report_part"}) {
            handle.execute("DELETE FROM " + table + " WHERE report_id = ?", begun.report());
          }
          handle.execute(
              "DELETE FROM reconciliation_item WHERE reconciliation_id = ?", begun.run());
          handle.execute("DELETE FROM reconciliation WHERE id = ?", begun.run());
          handle.execute("DELETE FROM report_line WHERE report_id = ?", begun.report());
          handle.execute("DELETE FROM report WHERE id = ?", begun.report());
          handle.execute(
              "DELETE FROM report_delivery WHERE originator = ?", ReconcilePlan.PROVIDER);
          handle.execute("VACUUM report_line");
        });
  }

  /** Makes a table for the very cells of the report, with nothing beside them, and one as ours. */
  void makeReference() {
    jdbi.useHandle(
        handle -> {
          handle.execute("DROP TABLE IF EXISTS bench_line, bench_twin");
          handle.execute(
              "CREATE TABLE bench_line (kind text, reference text COLLATE \"C\", id text COLLATE \"C\", amount numeric(24, 4), currency text, status text, settled_at timestamptz)");
          handle.execute("CREATE TABLE bench_twin (LIKE report_line INCLUDING ALL)");
          handle.execute(
              "ALTER TABLE bench_twin ADD FOREIGN KEY (report_id) REFERENCES report (id)");
        });
  }

  /** Takes the tables away again. */
  void dropReference() {
    jdbi.useHandle(handle -> handle.execute("DROP TABLE IF EXISTS bench_line, bench_twin"));
  }

  /** COPY of the report's cells into a bare table. */
  void copy(Path csv) throws IOException, SQLException {
    jdbi.useHandle(handle -> handle.execute("TRUNCATE bench_line"));
    try (var connection = database.getConnection();
        Reader text = Files.newBufferedReader(csv)) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("COPY bench_line FROM STDIN (FORMAT csv, HEADER)", text);
    }
  }

  /** The same rows into a table with the columns, indexes and references of ours. */
  void copyTwin(Path rows) throws IOException, SQLException {
    jdbi.useHandle(handle -> handle.execute("TRUNCATE bench_twin"));
    try (var connection = database.getConnection();
        BufferedReader text = Files.newBufferedReader(rows)) {
      connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY bench_twin FROM STDIN", text);
    }
  }

  /** Writes the rows of a report that was loaded, as COPY reads them. */
  void export(Begun begun, Path rows) throws IOException, SQLException {
    try (var connection = database.getConnection();
        var text = Files.newBufferedWriter(rows)) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut(
              "COPY (SELECT * FROM report_line WHERE report_id = '"
                  + begun.report()
                  + "') TO STDOUT",
              text);
    }
  }

  /** The bare join: how many rows and payouts don't agree. */
  long join() {
    return jdbi.inTransaction(
        handle -> {
          handle.execute("SET LOCAL jit = off");
          handle.execute("SET LOCAL work_mem = '64MB'");
          handle.execute("SET LOCAL enable_nestloop = off");
          return handle
              .createQuery(
                  """
                  SELECT count(*) FROM bench_line l
                  FULL JOIN (SELECT a.client_reference, p.amount, p.currency, p.state FROM attempt a JOIN payout p ON p.id = a.payout_id WHERE a.provider = :provider) o
                      ON o.client_reference = l.reference
                  WHERE l.amount IS DISTINCT FROM o.amount OR l.currency IS DISTINCT FROM o.currency OR l.status IS DISTINCT FROM o.state
                  """)
              .bind("provider", ReconcilePlan.PROVIDER)
              .mapTo(Long.class)
              .one();
        });
  }

  /** Does work in one transaction, as the server would. */
  <T> T inTransaction(Function<Sql, T> work) {
    AtomicReference<@Nullable T> result = new AtomicReference<>();
    Tx.with(new Open(), () -> result.set(Sql.inTransaction(database, work)));
    T value = result.get();
    if (value == null) {
      throw new IllegalStateException("the work returned nothing");
    }
    return value;
  }

  /** Says that a transaction is open, which it is. */
  private static final class Open implements Transactions {
    @Override
    public <T extends @Nullable Object> T callInNew(Supplier<T> action) {
      throw new IllegalStateException("a transaction is open");
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isCommittable() {
      return true;
    }
  }
}
