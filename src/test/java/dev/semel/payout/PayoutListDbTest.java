// How the database finds a page of payouts among many.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.db.Sql;
import dev.semel.domain.PayoutState;
import dev.semel.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayoutListDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * 12,000 payouts of two tenants, one a minute, in batches of 100. The ids are in the order of
   * time, but for every fiftieth: another node's clock was half an hour slow.
   */
  @BeforeAll
  static void writeMany() throws SQLException {
    try (var connection = database.dataSource().getConnection();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String sql :
          """
          INSERT INTO tenant (id, name) VALUES ('ten_1', 'one'), ('ten_2', 'two');
          INSERT INTO credential (id, tenant_id, name, secret_hash, permissions, created_by) VALUES ('key_1', 'ten_1', 'n', sha256('s'), '{}', 'test');
          INSERT INTO payout_batch (id, tenant_id, payouts, created_by)
              SELECT 'bat_' || t || lpad(b::text, 4, '0'), 'ten_' || t, 100, 'key_1' FROM generate_series(1, 2) t, generate_series(0, 59) b;
          INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata, due_at, closed_at, paid_at, created_by, created_at, batch_id)
              SELECT 'po_' || lpad((4 * n + 2 * t - CASE WHEN n % 50 = 49 THEN 121 ELSE 0 END)::text, 8, '0') || t, 'ten_' || t, 'order-' || n,
                  CASE WHEN n % 10 = 0 THEN 'ready' ELSE 'paid' END, 1, 10, 'KES', 'cleared', true, CASE WHEN n % 20 = 0 THEN 'rare' ELSE 'quick' END,
                  '{"name": "Amina Wanjiru"}', '{}', '{}', CASE WHEN n % 10 = 0 THEN now() END, CASE WHEN n % 10 <> 0 THEN now() END, CASE WHEN n % 10 <> 0 THEN now() END, 'key_1',
                  timestamptz '2026-01-01T00:00:00Z' + make_interval(mins => n), 'bat_' || t || lpad((n / 100)::text, 4, '0')
              FROM generate_series(1, 2) t, generate_series(0, 5999) n;
          INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) SELECT id, 1, provider, id, id FROM payout;
          ANALYZE payout;
          ANALYZE attempt
          """
              .split(";\n")) {
        statement.execute(sql);
      }
      connection.commit();
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tenant alone       |       |           |       |          |              |              | payout_by_tenant
          reference          |       | order-77  |       |          |              |              | payout_reference_once_per_tenant
          status             | ready |           |       |          |              |              | payout_by_tenant_state
          provider           |       |           | rare  |          |              |              | payout_by_tenant_provider
          batch              |       |           |       | bat_10007 |             |              | payout_by_batch
          created from       |       |           |       |          | 2026-01-04T00:00:00Z |      | payout_by_tenant_created
          created to         |       |           |       |          |              | 2026-01-02T00:00:00Z | payout_by_tenant_created
          created between    |       |           |       |          | 2026-01-02T00:00:00Z | 2026-01-03T00:00:00Z | payout_by_tenant_created
          """)
  void no_filter_reads_the_whole_table(
      String name,
      String status,
      String reference,
      String provider,
      String batch,
      Instant from,
      Instant to,
      String index) {
    PayoutFilter filter =
        new PayoutFilter(
            "ten_1",
            Optional.ofNullable(status).map(PayoutState::ofWireName),
            Optional.ofNullable(reference),
            Optional.ofNullable(provider),
            Optional.ofNullable(batch),
            Optional.ofNullable(from),
            Optional.ofNullable(to),
            Optional.empty());
    for (Optional<String> cursor : List.of(Optional.<String>empty(), Optional.of("po_000055021"))) {
      String plan = plan(after(filter, cursor));
      assertThat(plan).as(name).doesNotContain("Seq Scan").containsPattern(" " + index + " ");
      // A reference is of one payout: there is nothing to sort.
      if (reference == null) {
        assertThat(plan).as("the first rows are the page").doesNotContain("Sort");
      }
    }
  }

  @Test
  void a_span_of_time_is_walked_in_the_order_of_time_to_its_end() {
    PayoutFilter filter =
        new PayoutFilter(
            "ten_1",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(BEGIN.plusSeconds(60 * 1000)),
            Optional.of(BEGIN.plusSeconds(60 * 1300)),
            Optional.empty());
    List<PayoutRecord> walked = new ArrayList<>();
    List<PayoutRecord> page = page(filter, 7);
    while (!page.isEmpty()) {
      walked.addAll(page);
      String last = page.getLast().id();
      page = page(after(filter, Optional.of(last)), 7);
    }
    assertThat(walked).hasSize(300);
    assertThat(walked)
        .map(payout -> payout.asked().createdAt())
        .isSortedAccordingTo(java.util.Comparator.reverseOrder());
    assertThat(new HashSet<>(walked.stream().map(PayoutRecord::id).toList())).hasSize(300);
    assertThat(page(after(filter, Optional.of("po_000000042")), 7))
        .as("after another tenant's payout")
        .isEmpty();
  }

  @Test
  void filters_are_combined() {
    PayoutFilter filter =
        new PayoutFilter(
            "ten_1",
            Optional.of(PayoutState.READY),
            Optional.empty(),
            Optional.of("rare"),
            Optional.of("bat_10010"),
            Optional.of(BEGIN.plusSeconds(60 * 1010)),
            Optional.of(BEGIN.plusSeconds(60 * 1080)),
            Optional.empty());
    assertThat(page(filter, 100))
        .map(payout -> payout.asked().reference())
        .containsExactly("order-1060", "order-1040", "order-1020");
    assertThat(plan(filter)).doesNotContain("Seq Scan");
  }

  private static PayoutFilter after(PayoutFilter filter, Optional<String> cursor) {
    return new PayoutFilter(
        filter.tenantId(),
        filter.state(),
        filter.reference(),
        filter.provider(),
        filter.batch(),
        filter.createdFrom(),
        filter.createdTo(),
        cursor);
  }

  private static String plan(PayoutFilter filter) {
    return Sql.inTransaction(
        database.dataSource(),
        sql ->
            sql.with(
                handle ->
                    String.join(
                        "\n",
                        handle
                            .createQuery("EXPLAIN " + PayoutStore.pageQuery(filter))
                            .bindMap(filter.conditions().values())
                            .bind("limit", 26)
                            .mapTo(String.class)
                            .list())));
  }

  private static List<PayoutRecord> page(PayoutFilter filter, int limit) {
    return Sql.inTransaction(
        database.dataSource(),
        sql -> new PayoutStore(sql, new PayoutRows(new ObjectMapper())).page(filter, limit));
  }
}
