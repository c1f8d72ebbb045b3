// The SQL that finds which payout a line means that has neither our reference nor the provider's
// id.
package dev.semel.reconciliation;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds which payout a line means that has neither our reference nor the provider's id: by another
 * of its names, by a reference that was written otherwise where the provider's file allows that, or
 * as one of a batch. What is found is kept, as evidence.
 */
@Singleton
public class NamingStore {
  private static final String NAMES_NONE =
      """
      l.report_id = ANY (:reports) AND l.kind IN ('payout', 'return')
          AND (SELECT true FROM attempt x WHERE x.provider = :provider AND x.client_reference = l.reference COLLATE "C") IS NULL
          AND (SELECT true FROM payout x WHERE x.provider = :provider AND x.provider_payout_id = l.provider_payout_id COLLATE "C") IS NULL
          AND NOT EXISTS (SELECT FROM report_match x WHERE x.report_id = l.report_id AND x.line = l.line)
      """;

  private final Sql sql;

  NamingStore(Sql sql) {
    this.sql = sql;
  }

  /** Looks in every way that is allowed. */
  void find(Scope scope) {
    byOtherNames(scope);
    if (scope.terms().writtenOtherwise()) {
      writtenOtherwise(scope);
    }
    inBatches(scope);
  }

  /** A bank may tell our reference in another place than usual: the most trusted one counts. */
  private void byOtherNames(Scope scope) {
    run(
        scope,
        """
        INSERT INTO report_match (report_id, line, payout_id, rule)
        SELECT report_id, line, payout, 'other_name' FROM (
            SELECT l.report_id, l.line,
                (SELECT payout FROM (
                    SELECT (SELECT a.payout_id FROM attempt a WHERE a.provider = :provider AND a.client_reference = n.name COLLATE "C") AS payout, n.place
                    FROM unnest(l.names) WITH ORDINALITY n (name, place)) named
                WHERE payout IS NOT NULL ORDER BY place LIMIT 1) AS payout
            FROM report_line l WHERE l.names IS NOT NULL AND <names_none>) found
        WHERE payout IS NOT NULL
        """);
  }

  /**
   * Only payouts count that no line of these reports names exactly, and only where amount and
   * currency fit, and one payout and one line mean nobody but each other.
   */
  private void writtenOtherwise(Scope scope) {
    String lengths =
        Stream.concat(Stream.of(0), scope.terms().shortenedTo().stream())
            .map(String::valueOf)
            .collect(Collectors.joining(","));
    run(
        scope,
        """
        WITH nameless AS MATERIALIZED (
            SELECT l.report_id, l.line, <line> AS name, l.amount, l.currency FROM report_line l WHERE l.reference IS NOT NULL AND <names_none>),
        candidates AS MATERIALIZED (
            SELECT DISTINCT p.id, p.amount, p.currency, CASE length WHEN 0 THEN <ours> ELSE left(<ours>, length) END AS name
            FROM payout p JOIN attempt a ON a.payout_id = p.id AND a.provider = :provider, unnest(CAST('{<lengths>}' AS integer[])) length
            WHERE EXISTS (SELECT FROM nameless) AND p.provider = :provider AND p.ever_submitted
                AND (p.closed_at IS NULL OR p.closed_at >= CAST(:start AS timestamptz) - :back * interval '1 day')
                AND NOT EXISTS (SELECT FROM attempt x JOIN report_line o ON o.reference COLLATE "C" = x.client_reference WHERE x.payout_id = p.id AND o.report_id = ANY (:reports))
                AND NOT EXISTS (SELECT FROM report_line o WHERE o.provider_payout_id COLLATE "C" = p.provider_payout_id AND o.report_id = ANY (:reports))),
        pairs AS MATERIALIZED (
            SELECT n.report_id, n.line, c.id, count(*) OVER (PARTITION BY n.report_id, n.line) AS payouts, count(*) OVER (PARTITION BY c.id) AS lines
            FROM nameless n JOIN (SELECT DISTINCT id, amount, currency, name FROM candidates) c ON c.name = n.name AND c.amount = n.amount AND c.currency = n.currency)
        INSERT INTO report_match (report_id, line, payout_id, rule)
        SELECT report_id, line, id, 'written_otherwise' FROM pairs WHERE payouts = 1 AND lines = 1
        """
            .replace("<line>", normal("l.reference", scope))
            .replace("<ours>", normal("a.client_reference", scope))
            .replace("<lengths>", lengths));
  }

  private static String normal(String column, Scope scope) {
    String cased = scope.terms().anyCase() ? "upper(" + column + ")" : column;
    String spaced = scope.terms().anySpaces() ? "replace(" + cased + ", ' ', '')" : cased;
    return spaced + " COLLATE \"C\"";
  }

  /**
   * A sum of several payouts means a batch of ours with its name, where number and sum are those of
   * the batch's payouts at this provider that no line names alone. The name is the batch's id, in
   * capital or small letters, with or without its prefix.
   */
  private void inBatches(Scope scope) {
    run(
        scope,
        """
        WITH sums AS MATERIALIZED (
            SELECT l.report_id, l.line, l.amount, l.currency, l.batch_count,
                'bat_' || regexp_replace(lower(l.batch), '^bat_', '') AS batch
            FROM report_line l WHERE l.report_id = ANY (:reports) AND l.kind = 'batch' AND l.batch IS NOT NULL AND l.amount IS NOT NULL
                AND NOT EXISTS (SELECT FROM report_match x WHERE x.report_id = l.report_id AND x.line = l.line)),
        members AS MATERIALIZED (
            SELECT s.report_id, s.line, p.id, sum(p.amount) OVER batch AS sum, count(*) OVER batch AS count, abs(s.amount) AS told, s.batch_count,
                count(*) FILTER (WHERE p.currency <> s.currency) OVER batch AS foreign_payouts
            FROM sums s JOIN payout p ON p.batch_id = s.batch COLLATE "C"
            WHERE p.provider = :provider AND p.state IN ('submitting', 'submission_unknown', 'sent', 'paid', 'returned')
                AND NOT EXISTS (SELECT FROM attempt x JOIN report_line o ON o.reference COLLATE "C" = x.client_reference WHERE x.payout_id = p.id AND o.report_id = ANY (:reports))
            WINDOW batch AS (PARTITION BY s.report_id, s.line))
        INSERT INTO report_match (report_id, line, payout_id, rule)
        SELECT report_id, line, id, 'batch' FROM members
        WHERE sum = told AND foreign_payouts = 0 AND (batch_count IS NULL OR batch_count = count)
        """);
  }

  private void run(Scope scope, String text) {
    sql.use(
        handle -> {
          var update =
              handle
                  .createUpdate(text.replace("<names_none>", NAMES_NONE))
                  .bind("provider", scope.day().provider())
                  .bindArray("reports", String.class, List.copyOf(scope.reports()));
          if (text.contains(":start")) {
            update.bind("start", scope.day().start()).bind("back", Day.BACK);
          }
          update.execute();
        });
  }
}
