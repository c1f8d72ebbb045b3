// The bench's own tables of idempotency keys, filled and put in place by SQL.
package dev.semel.app.bench;

import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Tables like the server's own, with so many keys in them. One is put in the place of the server's
 * in an instant, so that the same server is measured with and without them. It keeps one connection
 * for all that it does: opening one costs the server more than what is asked on it. One thread at a
 * time.
 */
final class KeyTableStore implements AutoCloseable {
  private static final String IN_PLACE = "idempotency_key";

  private final Handle handle;

  KeyTableStore(DataSource database) {
    this.handle = Jdbi.create(database).open();
  }

  @Override
  public void close() {
    handle.close();
  }

  /**
   * What is known of the table that is in its place.
   *
   * @param megabytes with its indexes
   * @param dead row versions that wait for vacuum
   * @param vacuums how often PostgreSQL vacuumed it by itself
   */
  record Size(long megabytes, long dead, long vacuums) {}

  /** Closes every payout but one, as if each had been cancelled, so that keys can refer to them. */
  void closePayouts() {
    handle.execute(
        """
                UPDATE payout SET state = 'cancelled', closed_at = now(), due_at = NULL
                WHERE state = 'awaiting_funds' AND id <> (SELECT min(id) FROM payout WHERE state = 'awaiting_funds')
                """);
  }

  /** Makes a table like the server's: indexes, checks, references and storage settings too. */
  void make(String table) {
    handle.useTransaction(
        _ -> {
          handle.execute("CREATE TABLE " + table + " (LIKE idempotency_key INCLUDING ALL)");
          for (String reference :
              texts(
                  "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'idempotency_key'::regclass AND contype = 'f'")) {
            handle.execute("ALTER TABLE " + table + " ADD " + reference);
          }
          for (String setting :
              texts(
                  "SELECT unnest(reloptions) FROM pg_class WHERE oid = 'idempotency_key'::regclass")) {
            handle.execute("ALTER TABLE " + table + " SET (" + setting + ")");
          }
        });
  }

  private List<String> texts(String query) {
    return handle.createQuery(query).mapTo(String.class).list();
  }

  /**
   * Fills a table with answers of an ordinary size. One key of a hundred belongs to a payout that
   * is not final.
   *
   * @param expires when the last of them expires, from now; the others in the hour before
   */
  void fill(String table, int keys, Duration expires) {
    handle
        .createUpdate(
            """
                  INSERT INTO <table> (credential_id, operation, key, fingerprint, status, headers, body, payout_id, created_at, expires_at)
                  SELECT credential, 'createPayout', gen_random_uuid()::text, sha256(n::text::bytea), 201,
                      jsonb_build_object('Content-Type', 'application/json', 'Location', '/v1/payouts/' || closed[1]),
                      convert_to(repeat(md5(n::text), 31), 'UTF8'),
                      CASE WHEN n % 100 = 0 THEN open ELSE closed[1 + n % cardinality(closed)] END, now(),
                      now() + :expires * interval '1 second' - (:keys - n) * interval '1 hour' / :keys
                  FROM generate_series(1, :keys) n,
                      (SELECT (SELECT min(id) FROM credential) AS credential, (SELECT id FROM payout WHERE closed_at IS NULL ORDER BY id LIMIT 1) AS open,
                          ARRAY(SELECT id FROM payout WHERE closed_at IS NOT NULL LIMIT 1000) AS closed) payouts
                  """)
        .define("table", table)
        .bind("keys", keys)
        .bind("expires", expires.toSeconds())
        .execute();
    handle.execute("VACUUM ANALYZE " + table);
    handle.execute("CHECKPOINT");
  }

  /** Puts a table in the place of the server's, which takes its name. */
  void swap(String table) {
    handle.useTransaction(
        _ -> {
          handle.execute("ALTER TABLE " + IN_PLACE + " RENAME TO idempotency_key_aside");
          handle.execute("ALTER TABLE " + table + " RENAME TO " + IN_PLACE);
          handle.execute("ALTER TABLE idempotency_key_aside RENAME TO " + table);
        });
  }

  /** How many rows were ever deleted from the table that is in its place. */
  long deleted() {
    return number("SELECT coalesce(pg_stat_get_tuples_deleted('idempotency_key'::regclass), 0)");
  }

  /** How many keys are in the table that is in its place. */
  long rows() {
    return number("SELECT count(*) FROM idempotency_key");
  }

  /** For how many milliseconds some session has been waiting for a lock now. */
  long longestLockWait() {
    return number(
        """
        SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart) * 1000), 0)::bigint FROM pg_locks
        WHERE NOT granted AND (database IS NULL OR database = (SELECT oid FROM pg_database WHERE datname = current_database()))
        """);
  }

  /** The table that is in its place, as it is. */
  Size size() {
    return handle
        .createQuery(
            """
                    SELECT pg_total_relation_size(relid) / 1048576 AS megabytes, n_dead_tup AS dead, autovacuum_count AS vacuums
                    FROM pg_stat_user_tables WHERE relid = 'idempotency_key'::regclass
                    """)
        .map(
            (row, _) ->
                new Size(row.getLong("megabytes"), row.getLong("dead"), row.getLong("vacuums")))
        .one();
  }

  /** Vacuums the table that is in its place. */
  void vacuum() {
    handle.execute("VACUUM " + IN_PLACE);
  }

  private long number(String query) {
    return handle.createQuery(query).mapTo(Long.class).one();
  }
}
