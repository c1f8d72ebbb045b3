// The SQL of what a run looks at one by one.
package dev.semel.reconciliation;

import dev.semel.db.Sql;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.WireNames;
import dev.semel.provider.MatchTerms;
import dev.semel.provider.ReportRow;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads what a run looks at one by one, some at a time, with all that is known of each. */
@Singleton
public class ItemStore {
  private static final String OURS =
      """
      SELECT p.id AS payout, p.tenant_id, p.amount AS asked_amount, p.currency AS asked_currency, p.state, pa.client_reference, p.provider_payout_id AS known_id,
          p.returned_amount AS known_back, p.returned_currency AS known_back_currency, p.paid_at,
          CASE p.state WHEN 'paid' THEN p.paid_at WHEN 'returned' THEN p.updated_at ELSE coalesce(p.closed_at, p.updated_at) END AS reached_at
      FROM payout p LEFT JOIN attempt pa ON pa.payout_id = p.id AND pa.number = p.attempt WHERE p.id = ANY (:payouts)
      """;

  private static final String THEIRS =
      """
      SELECT <who>, l.report_id, l.line, l.kind, l.reference, l.provider_payout_id, CASE l.kind WHEN 'batch' THEN <batch> ELSE <amount> END AS amount, l.currency,
          l.status, l.provider_word, l.returned_amount, l.returned_currency, l.settled_at,
          coalesce(l.settled_at, CAST(r.business_date + 1 AS timestamp) AT TIME ZONE :zone) AS moved_at, r.received_at, l.report_id = ANY (:reports) AS compared,
          <other> AS of_other_attempt
      """;

  /** A line means whom its reference names, and only without that whom its id names. */
  private static final String WHOSE =
      """
      WITH meant AS (
          SELECT a.payout_id AS payout, a.number AS attempt, l.report_id, l.line FROM attempt a JOIN report_line l ON l.reference COLLATE "C" = a.client_reference
          WHERE a.payout_id = ANY (:payouts) AND a.provider = :provider AND l.kind IN ('payout', 'return')
          UNION ALL SELECT p.id, NULL, l.report_id, l.line FROM payout p JOIN report_line l ON l.provider_payout_id COLLATE "C" = p.provider_payout_id
          WHERE p.id = ANY (:payouts) AND l.kind IN ('payout', 'return')
              AND NOT EXISTS (SELECT FROM attempt x WHERE x.provider = :provider AND x.client_reference = l.reference COLLATE "C")
          UNION ALL SELECT m.payout_id, NULL, m.report_id, m.line FROM report_match m WHERE m.payout_id = ANY (:payouts)),
      whose AS (SELECT payout, max(attempt) AS attempt, report_id, line FROM meant GROUP BY payout, report_id, line)
      """;

  private final Sql sql;

  ItemStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Something to look at.
   *
   * @param number its number in the run
   * @param pair a payout with its lines, or lines without a payout
   */
  record Item(int number, Pair pair) {}

  private record Entry(int item, @Nullable String payout, @Nullable String report, int line) {}

  /** The items of a run after one of them, at most so many. */
  List<Item> page(Scope scope, int after, int most) {
    return sql.with(
        handle -> {
          List<Entry> entries = entries(handle, scope, after, after + most);
          List<String> payouts =
              entries.stream()
                  .flatMap(entry -> Optional.ofNullable(entry.payout()).stream())
                  .toList();
          Map<String, Ours> ours = ours(handle, payouts);
          Map<String, List<Theirs>> theirs = ofPayouts(handle, scope, payouts);
          Map<Integer, List<Theirs>> nameless = ofItems(handle, scope, after, after + most);
          Map<Integer, Item> items = new LinkedHashMap<>();
          for (Entry entry : entries) {
            Pair pair =
                entry.payout() == null
                    ? new Pair(Optional.empty(), nameless.getOrDefault(entry.item(), List.of()))
                    : new Pair(
                        Optional.ofNullable(ours.get(entry.payout())),
                        theirs.getOrDefault(entry.payout(), List.of()));
            items.putIfAbsent(entry.item(), new Item(entry.item(), pair));
          }
          return List.copyOf(items.values());
        });
  }

  private static List<Entry> entries(Handle handle, Scope scope, int after, int last) {
    return handle
        .createQuery(
            "SELECT item, payout_id, report_id, line FROM reconciliation_item WHERE reconciliation_id = :run AND item > :after AND item <= :last ORDER BY item, entry")
        .bind("run", scope.run())
        .bind("after", after)
        .bind("last", last)
        .map(
            (row, _) ->
                new Entry(
                    row.getInt("item"),
                    row.getString("payout_id"),
                    row.getString("report_id"),
                    row.getInt("line")))
        .list();
  }

  private static Map<String, Ours> ours(Handle handle, List<String> payouts) {
    Map<String, Ours> found = new LinkedHashMap<>();
    handle
        .createQuery(OURS)
        .bindArray("payouts", String.class, payouts)
        .map((row, _) -> ours(row))
        .forEach(one -> found.put(one.id(), one));
    return found;
  }

  private static Map<String, List<Theirs>> ofPayouts(
      Handle handle, Scope scope, List<String> payouts) {
    Map<String, List<Theirs>> found = new LinkedHashMap<>();
    lines(
            handle,
            scope,
            WHOSE,
            "w.payout AS who",
            """
            FROM whose w JOIN payout p ON p.id = w.payout JOIN report_line l ON l.report_id = w.report_id AND l.line = w.line JOIN report r ON r.id = l.report_id <fees>
            WHERE r.originator = :provider AND r.status = 'accepted' ORDER BY r.business_date, l.report_id, l.line
            """)
        .bindArray("payouts", String.class, payouts)
        .bind("provider", scope.day().provider())
        .map((row, _) -> Map.entry(row.getString("who"), theirs(row)))
        .forEach(
            one -> found.computeIfAbsent(one.getKey(), _ -> new ArrayList<>()).add(one.getValue()));
    return found;
  }

  private static Map<Integer, List<Theirs>> ofItems(
      Handle handle, Scope scope, int after, int last) {
    Map<Integer, List<Theirs>> found = new LinkedHashMap<>();
    lines(
            handle,
            scope,
            "",
            "i.item AS who",
            """
            FROM reconciliation_item i JOIN report_line l ON l.report_id = i.report_id AND l.line = i.line JOIN report r ON r.id = l.report_id <fees>
            WHERE i.reconciliation_id = :run AND i.item > :after AND i.item <= :last ORDER BY i.item, i.entry
            """)
        .bind("run", scope.run())
        .bind("after", after)
        .bind("last", last)
        .map((row, _) -> Map.entry(row.getInt("who"), theirs(row)))
        .forEach(
            one -> found.computeIfAbsent(one.getKey(), _ -> new ArrayList<>()).add(one.getValue()));
    return found;
  }

  /** A batch's sum is the amount of none of its payouts, but of the batch where nobody has one. */
  private static Query lines(Handle handle, Scope scope, String with, String who, String from) {
    MatchTerms.Fees fees = scope.terms().fees();
    String text =
        (with + THEIRS + from)
            .replace("<who>", who)
            .replace(
                "<other>", with.isEmpty() ? "false" : "coalesce(w.attempt <> p.attempt, false)")
            .replace("<batch>", with.isEmpty() ? "l.amount" : "NULL")
            .replace("<amount>", MatchStore.amount(fees))
            .replace("<fees>", fees == MatchTerms.Fees.APART ? "" : MatchStore.FEES);
    return handle
        .createQuery(text)
        .bind("zone", scope.day().zone().getId())
        .bindArray("reports", String.class, List.copyOf(scope.reports()));
  }

  /** Keeps what looking at items came to. */
  void keep(String run, Collection<Integer> items, String outcome) {
    if (items.isEmpty()) {
      return;
    }
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE reconciliation_item SET outcome = :outcome WHERE reconciliation_id = :run AND item = ANY (:items)")
                .bind("outcome", outcome)
                .bind("run", run)
                .bindArray("items", Integer.class, List.copyOf(items))
                .execute());
  }

  private static Ours ours(ResultSet row) throws SQLException {
    @Nullable Timestamp paidAt = row.getTimestamp("paid_at");
    return new Ours(
        row.getString("payout"),
        row.getString("tenant_id"),
        new Money(
            row.getBigDecimal("asked_amount").stripTrailingZeros(),
            CurrencyCode.of(row.getString("asked_currency"))),
        PayoutState.ofWireName(row.getString("state")),
        row.getString("client_reference"),
        Optional.ofNullable(row.getString("known_id")),
        money(row, "known_back", "known_back_currency"),
        row.getTimestamp("reached_at").toInstant(),
        Optional.ofNullable(paidAt).map(Timestamp::toInstant));
  }

  private static Theirs theirs(ResultSet row) throws SQLException {
    @Nullable Timestamp settled = row.getTimestamp("settled_at");
    return new Theirs(
        new Theirs.Place(
            row.getString("report_id"), row.getInt("line"), row.getBoolean("compared")),
        WireNames.parse(ReportRow.Kind.class, row.getString("kind")),
        Optional.ofNullable(row.getString("reference")),
        Optional.ofNullable(row.getString("provider_payout_id")),
        money(row, "amount", "currency"),
        money(row, "returned_amount", "returned_currency"),
        WireNames.parse(ProviderStatus.class, row.getString("status")),
        row.getString("provider_word"),
        row.getBoolean("of_other_attempt"),
        Optional.ofNullable(settled).map(Timestamp::toInstant),
        row.getTimestamp("moved_at").toInstant(),
        row.getTimestamp("received_at").toInstant());
  }

  private static Optional<Money> money(ResultSet row, String amount, String currency)
      throws SQLException {
    @Nullable BigDecimal value = row.getBigDecimal(amount);
    return value == null
        ? Optional.empty()
        : Optional.of(
            new Money(value.stripTrailingZeros(), CurrencyCode.of(row.getString(currency))));
  }
}
