// The SQL that brings all payouts and report lines of a day together at once.
package dev.semel.reconciliation;

import dev.semel.db.Sql;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.provider.MatchTerms;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.statement.Query;

/**
 * Brings payouts and report lines together, all at once: on our reference first, of whichever
 * attempt, then on the provider's own id, then on what {@link NamingStore} found. Pairs of one
 * payout and one line that plainly agree are counted here; everything else becomes an item of the
 * run, to be looked at one by one.
 */
@Singleton
public class MatchStore {
  /** From here on, reading whole tables is quicker than asking an index for every line. */
  private static final int LARGE = 20_000;

  /**
   * The payout that a line names. Where there are few lines, two questions to two unique indexes:
   * lines are so new that the planner knows nothing of them, and might join them in minutes.
   */
  private static final String NAMED_ONE_BY_ONE =
      """
      coalesce(a.payout_id, <by_id>, <by_match>) AS payout, a.number AS attempt
          FROM report_line l LEFT JOIN LATERAL (
              SELECT t.payout_id, t.number FROM attempt t WHERE t.provider = :provider AND t.client_reference = l.reference COLLATE "C" OFFSET 0) a ON true
      """;

  /** Where there are many, attempts are joined as a whole, and the rest is asked for one by one. */
  private static final String NAMED_AT_ONCE =
      """
      coalesce(a.payout_id, <by_id>, <by_match>) AS payout, a.number AS attempt
          FROM report_line l LEFT JOIN attempt a ON a.provider = :provider AND a.client_reference = l.reference COLLATE "C"
      """;

  private static final String BY_ID =
      "(SELECT q.id FROM payout q WHERE q.provider = :provider AND q.provider_payout_id = l.provider_payout_id COLLATE \"C\")";

  private static final String BY_MATCH =
      "(SELECT m.payout_id FROM report_match m WHERE m.report_id = l.report_id AND m.line = l.line AND m.rule <> 'batch')";

  /** The payout of a line, asked for one by one whatever the planner believes. */
  private static final String PAYOUT_ONE_BY_ONE =
      "LATERAL (SELECT q.* FROM payout q WHERE q.id = f.payout OFFSET 0) p ON true";

  private static final String PAYOUT_AT_ONCE = "payout p ON p.id = f.payout";

  /** Fees with the reference of a payout, by that reference. */
  static final String FEES =
      """
      LEFT JOIN (SELECT f.reference, f.currency, abs(sum(f.amount)) AS fee FROM report_line f
              WHERE f.report_id = ANY (:reports) AND f.kind = 'fee' AND f.reference IS NOT NULL GROUP BY 1, 2) fees
          ON l.kind = 'payout' AND fees.reference = l.reference AND fees.currency = l.currency
      """;

  private static final String PLAIN =
      """
      coalesce(n.state || '/' || n.status = ANY (:agreeing) AND (n.amount IS NULL OR n.amount = n.ours AND n.currency = n.asked)
              AND (n.provider_payout_id IS NULL OR n.known_id IS NULL OR n.provider_payout_id = n.known_id)
              AND (n.attempt IS NULL OR n.attempt = n.present) AND n.returned_amount IS NULL AND n.known_back IS NULL AND several.payout IS NULL AND carried.payout_id IS NULL, false)
      """;

  /** Lines of other reports that say, too, that a payout was paid, under whichever attempt. */
  private static final String PAID_ELSEWHERE =
      """
          UNION SELECT n.payout FROM named n JOIN report_line o ON o.reference COLLATE "C" = n.reference COLLATE "C"
              WHERE o.report_id = ANY (:others) AND o.kind = 'payout' AND o.status = 'paid' AND n.status = 'paid' AND n.payout IS NOT NULL
          UNION SELECT n.payout FROM named n JOIN attempt later ON later.payout_id = n.payout AND later.number > 1 JOIN attempt b ON b.payout_id = n.payout
              JOIN report_line o ON o.reference COLLATE "C" = b.client_reference COLLATE "C"
              WHERE o.report_id = ANY (:others) AND o.kind = 'payout' AND o.status = 'paid' AND n.status = 'paid'
          UNION SELECT n.payout FROM named n JOIN report_line o ON o.provider_payout_id COLLATE "C" = coalesce(n.known_id, n.provider_payout_id) COLLATE "C"
              WHERE o.report_id = ANY (:others) AND o.kind = 'payout' AND o.status = 'paid' AND n.status = 'paid' AND n.payout IS NOT NULL
      """;

  private static final String JUDGED =
      """
      WITH found AS (
          SELECT l.report_id, l.line, l.reference, l.provider_payout_id, <amount> AS amount, l.currency, l.status, l.returned_amount, <named> <fees>
          WHERE l.report_id = ANY (:reports) AND l.kind IN ('payout', 'return')
          UNION ALL SELECT l.report_id, l.line, NULL, NULL, NULL, NULL, l.status, NULL, m.payout_id, NULL
          FROM report_match m JOIN report_line l ON l.report_id = m.report_id AND l.line = m.line
          WHERE m.report_id = ANY (:reports) AND m.rule = 'batch'),
      named AS MATERIALIZED (
          SELECT f.*, p.amount AS ours, p.currency AS asked, p.state, p.attempt AS present, p.provider_payout_id AS known_id, p.returned_amount AS known_back
          FROM found f LEFT JOIN <payout>),
      several AS MATERIALIZED (
          SELECT payout FROM named WHERE payout IS NOT NULL GROUP BY payout HAVING count(*) > 1 <elsewhere>),
      latest AS (
          SELECT DISTINCT ON (i.payout_id) i.payout_id, i.outcome FROM reconciliation_item i
          WHERE i.reconciliation_id = ANY (CAST(:runs AS text[])) AND i.payout_id IS NOT NULL
          ORDER BY i.payout_id, array_position(CAST(:runs AS text[]), CAST(i.reconciliation_id AS text))),
      carried AS MATERIALIZED (SELECT payout_id FROM latest WHERE outcome = 'carried_over'),
      judged AS MATERIALIZED (
          SELECT n.report_id, n.line, n.reference, n.provider_payout_id, n.payout, n.asked, n.ours, coalesce(n.amount, n.ours) AS theirs, <plain> AS plain
          FROM named n LEFT JOIN several ON several.payout = n.payout LEFT JOIN carried ON carried.payout_id = n.payout),
      missing AS (
          SELECT p.id FROM payout p
          WHERE p.provider = :provider AND p.paid_at >= :start AND p.paid_at < :end AND p.paid_at <= :asOf
              AND NOT EXISTS (SELECT FROM named n WHERE n.payout = p.id)),
      entries AS (
          SELECT 'p' || payout AS key, payout, CAST(NULL AS text) AS report_id, CAST(NULL AS integer) AS line FROM judged WHERE payout IS NOT NULL AND NOT plain
          UNION SELECT 'p' || id, id, NULL, NULL FROM missing
          UNION SELECT 'p' || payout_id, payout_id, NULL, NULL FROM carried
          UNION ALL SELECT concat('-', provider_payout_id, '/', reference), NULL, report_id, line FROM judged WHERE payout IS NULL
          UNION ALL SELECT concat_ws('/', l.kind, l.provider_payout_id, l.reference, l.batch, l.amount, l.currency), NULL, l.report_id, l.line
          FROM report_line l WHERE l.report_id = ANY (:reports) AND l.kind IN ('batch', 'other') AND l.amount IS NOT NULL AND (l.kind = 'batch' OR :unexplained)
              AND NOT EXISTS (SELECT FROM report_match m WHERE m.report_id = l.report_id AND m.line = l.line)),
      kept AS (
          INSERT INTO reconciliation_item (reconciliation_id, item, entry, payout_id, report_id, line)
          SELECT :run, dense_rank() OVER (ORDER BY key), row_number() OVER (PARTITION BY key ORDER BY report_id, line), payout, report_id, line FROM entries)
      SELECT asked AS currency, count(*) AS payouts, sum(ours) AS ours, sum(theirs) AS theirs FROM judged WHERE plain GROUP BY asked ORDER BY asked
      """;

  private final Sql sql;

  MatchStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Payouts of one currency that plainly agree.
   *
   * @param payouts how many
   */
  record Agreeing(int payouts, Money ours, Money theirs) {}

  /** Money of one kind in the reports, such as fees. */
  record Other(String kind, String currency, int lines, String sum) {}

  /**
   * What a run is to compare.
   *
   * @param reportId a report of the day; others of it that count are compared too
   */
  Scope scope(String run, Day day, String reportId, MatchTerms terms, Instant asOf) {
    List<String> reports =
        reports(day, "(r.business_date = CAST(:date AS date) OR r.id = :report)", reportId);
    List<String> others =
        reports(
            day,
            "r.business_date <> CAST(:date AS date) AND r.id <> :report AND r.business_date BETWEEN CAST(:date AS date) - :back AND CAST(:date AS date) + :back",
            reportId);
    return new Scope(run, day, reports, others, terms, asOf, lines(reports, LARGE) == LARGE);
  }

  private List<String> reports(Day day, String which, String reportId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT r.id FROM report r WHERE r.originator = :provider AND r.status = 'accepted' AND "
                        + which
                        + " ORDER BY r.id")
                .bind("provider", day.provider())
                .bind("date", day.date().toString())
                .bind("report", reportId)
                .bind("back", Day.BACK)
                .mapTo(String.class)
                .list());
  }

  /** How many lines reports have, counted up to a number. */
  int lines(List<String> reports, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT count(*) FROM (SELECT FROM report_line WHERE report_id = ANY (:reports) LIMIT :most) lines")
                .bindArray("reports", String.class, reports)
                .bind("most", most)
                .mapTo(Integer.class)
                .one());
  }

  /** The runs that have finished of the days before, the latest first. */
  private List<String> runsBefore(Day day) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id FROM reconciliation WHERE provider = :provider AND status = 'finished'
                        AND business_date >= CAST(:date AS date) - :back AND business_date < CAST(:date AS date)
                    ORDER BY business_date DESC, id DESC
                    """)
                .bind("provider", day.provider())
                .bind("date", day.date().toString())
                .bind("back", Day.BACK)
                .mapTo(String.class)
                .list());
  }

  /**
   * Tells the database that what is joined next is large: of lines that have just come the planner
   * knows nothing. What has to be asked for one by one is written as a question, and no join.
   */
  void expectMany() {
    sql.use(
        handle -> {
          handle.execute("SET LOCAL jit = off");
          handle.execute("SET LOCAL work_mem = '64MB'");
          handle.execute("SET LOCAL enable_nestloop = off");
        });
  }

  /** From here on the planner decides again. */
  void expectFew() {
    sql.use(handle -> handle.execute("SET LOCAL enable_nestloop = on"));
  }

  /**
   * Compares all, keeps as items what does not plainly agree, and counts the rest.
   *
   * @param agreeing which states of ours go with which statuses of theirs, as {@code paid/paid}
   */
  List<Agreeing> judge(Scope scope, Collection<String> agreeing) {
    MatchTerms.Fees fees = scope.terms().fees();
    String text =
        JUDGED
            .replace("<named>", scope.large() ? NAMED_AT_ONCE : NAMED_ONE_BY_ONE)
            .replace("<by_id>", BY_ID)
            .replace("<by_match>", BY_MATCH)
            .replace("<payout>", scope.large() ? PAYOUT_AT_ONCE : PAYOUT_ONE_BY_ONE)
            .replace("<plain>", PLAIN)
            .replace("<amount>", amount(fees))
            .replace("<fees>", fees == MatchTerms.Fees.APART ? "" : FEES)
            .replace("<elsewhere>", scope.others().isEmpty() ? "" : PAID_ELSEWHERE);
    return sql.with(
        handle -> {
          Query query = handle.createQuery(text);
          if (!scope.others().isEmpty()) {
            query.bindArray("others", String.class, scope.others());
          }
          return query
              .bind("run", scope.run())
              .bind("provider", scope.day().provider())
              .bindArray("runs", String.class, runsBefore(scope.day()))
              .bind("start", scope.day().start())
              .bind("end", scope.day().end())
              .bind("asOf", scope.asOf())
              .bind("unexplained", scope.terms().unexplained())
              .bindArray("reports", String.class, scope.reports())
              .bindArray("agreeing", String.class, List.copyOf(agreeing))
              .map((row, _) -> agreeing(row))
              .list();
        });
  }

  /** The amount of a line as that of its payout alone. */
  static String amount(MatchTerms.Fees fees) {
    return switch (fees) {
      case APART -> "l.amount";
      case ADDED -> "l.amount - coalesce(fees.fee, 0)";
      case DEDUCTED -> "l.amount + coalesce(fees.fee, 0)";
    };
  }

  private static Agreeing agreeing(ResultSet row) throws SQLException {
    CurrencyCode currency = CurrencyCode.of(row.getString("currency"));
    return new Agreeing(
        row.getInt("payouts"),
        new Money(row.getBigDecimal("ours").stripTrailingZeros(), currency),
        new Money(row.getBigDecimal("theirs").stripTrailingZeros(), currency));
  }

  /** Fees and other money that the reports hold beside payouts. */
  List<Other> beside(Scope scope) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT kind, currency, count(*) AS lines, CAST(trim_scale(sum(amount)) AS text) AS sum FROM report_line
                    WHERE report_id = ANY (:reports) AND kind IN ('fee', 'other') AND amount IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
                    """)
                .bindArray("reports", String.class, scope.reports())
                .map(
                    (row, _) ->
                        new Other(
                            row.getString("kind"),
                            row.getString("currency"),
                            row.getInt("lines"),
                            row.getString("sum")))
                .list());
  }
}
