// Whose payouts are claimed when there is not room for all, and how the database finds them.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.db.Sql;
import dev.semel.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FairClaimsDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final Node NODE = new Node("node-1");
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Map<String, BigDecimal> NO_CAPS = Map.of();

  /**
   * At {@code busy} one tenant has had 100,000 payouts due for a day, and two others have five
   * each, due since a second; a few hundred are not due yet. At {@code risky} and {@code steady}
   * there are some in two currencies, and some whose outcome is unknown.
   */
  @BeforeAll
  static void writeMany() throws SQLException {
    try (var connection = database.dataSource().getConnection();
        var statement = connection.createStatement()) {
      for (String sql :
          """
          INSERT INTO tenant (id, name) VALUES ('ten_1', 'one'), ('ten_2', 'two'), ('ten_3', 'three');
          INSERT INTO credential (id, tenant_id, name, secret_hash, permissions, created_by) VALUES ('key_1', 'ten_1', 'n', sha256('s'), '{}', 'test');
          CREATE FUNCTION write(name text, many int, tenant text, provider text, currency text, state text, tries int, due timestamptz) RETURNS void LANGUAGE sql AS $$
              INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata, tries, due_at,
                  ever_submitted, ever_unknown, unknown_since, created_by)
              SELECT 'po_' || name || '.' || n, tenant, name || n, state, 1, 100, currency, 'cleared', true, provider, '{}', '{}', '{}', tries, due + n * interval '1 microsecond',
                  tries > 0, tries > 0, CASE state WHEN 'submission_unknown' THEN now() END, 'key_1'
              FROM generate_series(1, many) n $$;
          SELECT write('backlog', 100000, 'ten_1', 'busy', 'KES', 'ready', 0, now() - interval '1 day');
          SELECT write('tried', 20, 'ten_1', 'busy', 'KES', 'ready', 2, now() - interval '2 days');
          SELECT write('few', 5, 'ten_2', 'busy', 'KES', 'ready', 0, now() - interval '1 second');
          SELECT write('other', 5, 'ten_3', 'busy', 'UGX', 'ready', 0, now() - interval '1 second');
          SELECT write('later', 500, 'ten_3', 'busy', 'KES', 'ready', 0, now() + interval '1 day');
          SELECT write('kes', 5, 'ten_1', 'risky', 'KES', 'ready', 0, now() - interval '1 hour');
          SELECT write('ugx', 5, 'ten_1', 'risky', 'UGX', 'ready', 0, now() - interval '1 hour');
          SELECT write('unknown', 3, 'ten_2', 'risky', 'KES', 'submission_unknown', 1, now() + interval '1 hour');
          SELECT write('steady', 5, 'ten_1', 'steady', 'KES', 'ready', 0, now() - interval '1 hour');
          SELECT write('elsewhere', 50, 'ten_2', 'steady', 'KES', 'submission_unknown', 1, now() + interval '1 hour');
          VACUUM ANALYZE payout
          """
              .split(";\n")) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void a_tenant_with_a_hundred_thousand_due_payouts_leaves_room_for_one_with_five() {
    List<String> claimed = claim("busy", NO_CAPS, new Places(9, 0), 1);

    assertThat(claimed).hasSize(9).filteredOn(id -> id.contains("few")).hasSize(3);
    assertThat(claimed).filteredOn(id -> id.contains("other")).hasSize(3);
    assertThat(claimed)
        .as("each tenant's oldest")
        .contains("po_backlog.1", "po_backlog.2", "po_backlog.3", "po_few.1", "po_other.1");
  }

  @Test
  void where_there_is_room_for_one_at_a_time_chance_gives_everybody_a_turn() {
    Set<String> claimed = new HashSet<>();
    for (int chance = 0; chance < 20; chance++) {
      claimed.addAll(claim("busy", NO_CAPS, new Places(1, 0), chance));
    }
    assertThat(claimed).contains("po_backlog.1", "po_few.1", "po_other.1").hasSize(3);
  }

  @Test
  void room_that_others_do_not_need_is_used_by_who_has_most_to_send() {
    assertThat(claim("busy", NO_CAPS, new Places(60, 0), 1))
        .hasSize(60)
        .filteredOn(id -> id.contains("backlog"))
        .hasSize(50);
  }

  @Test
  void what_was_tried_before_has_places_of_its_own() {
    assertThat(claim("busy", NO_CAPS, new Places(0, 4), 1))
        .containsExactlyInAnyOrder("po_tried.1", "po_tried.2", "po_tried.3", "po_tried.4");
    assertThat(claim("busy", NO_CAPS, new Places(30, 0), 1)).noneMatch(id -> id.contains("tried"));
  }

  @Test
  void a_paused_provider_has_nothing_due_and_others_go_on() {
    inTransaction(
        sql -> {
          sql.use(
              handle ->
                  handle.execute(
                      "INSERT INTO provider_control VALUES ('risky', now(), 'credential:key_1', 'They asked for it')"));
          assertThat(claim(sql, "risky", NO_CAPS, new Places(9, 9), 1)).isEmpty();
          assertThat(new ClaimStore(sql).due("risky", NO_CAPS, 9)).isEqualTo(Places.NONE);
          assertThat(claim(sql, "steady", NO_CAPS, new Places(9, 9), 1)).hasSize(5);
          return List.of();
        });
  }

  @Test
  void money_in_unknown_submissions_at_its_cap_stops_its_currency_at_that_provider_alone() {
    // Three of 100.00 are unknown, of another tenant.
    Map<String, BigDecimal> atCap = Map.of("KES", new BigDecimal("300.00"));
    assertThat(claim("risky", atCap, new Places(20, 0), 1))
        .hasSize(5)
        .allMatch(id -> id.contains("ugx"));
    Places due = inTransaction(sql -> new ClaimStore(sql).due("risky", atCap, 20));
    assertThat(due).isEqualTo(new Places(5, 0));

    Map<String, BigDecimal> under = Map.of("KES", new BigDecimal("300.01"), "UGX", BigDecimal.ONE);
    assertThat(claim("risky", under, new Places(20, 0), 1)).hasSize(10);
  }

  @Test
  void it_goes_on_by_itself_when_the_money_is_less() {
    Map<String, BigDecimal> caps = Map.of("KES", new BigDecimal("300.00"));
    List<String> claimed =
        inTransaction(
            sql -> {
              sql.use(
                  handle ->
                      handle.execute(
                          "UPDATE payout SET state = 'sent', sent_at = now() WHERE id = 'po_unknown.1'"));
              return claim(sql, "risky", caps, new Places(20, 0), 1);
            });
    assertThat(claimed).hasSize(10);
  }

  @Test
  void a_claim_among_a_hundred_thousand_due_payouts_reads_a_few_of_them_by_the_index()
      throws Exception {
    Map<String, BigDecimal> caps = Map.of("KES", new BigDecimal("1000000.00"));
    String explained =
        inTransaction(
                sql ->
                    sql.with(
                        handle ->
                            ClaimStore.bindClaimToSubmit(
                                    handle.createQuery(
                                        "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) "
                                            + ClaimStore.CLAIM_TO_SUBMIT),
                                    "busy",
                                    caps,
                                    new Places(32, 4),
                                    1)
                                .bind("node", "node-1")
                                .bind("lease", 1000)
                                .mapTo(String.class)
                                .list()))
            .getFirst();
    JsonNode plan = new JsonMapper().readTree(explained).path(0).path("Plan");

    List<String> read = new ArrayList<>();
    scans(plan, read);
    assertThat(read)
        .contains("Index Scan payout_to_send", "Index Only Scan payout_under_way")
        .noneMatch(scan -> scan.startsWith("Seq Scan payout"));
    assertThat(
            plan.path("Shared Hit Blocks").intValue() + plan.path("Shared Read Blocks").intValue())
        .as("pages of " + plan.toPrettyString())
        .isLessThan(3000);
  }

  private static void scans(JsonNode node, List<String> into) {
    if (node.path("Node Type").asText().contains("Scan")) {
      into.add(
          node.path("Node Type").asText()
              + " "
              + node.path("Index Name").asText(node.path("Relation Name").asText()));
    }
    node.path("Plans").forEach(child -> scans(child, into));
  }

  private static List<String> claim(
      String provider, Map<String, BigDecimal> caps, Places places, long chance) {
    return inTransaction(sql -> claim(sql, provider, caps, places, chance));
  }

  private static List<String> claim(
      Sql sql, String provider, Map<String, BigDecimal> caps, Places places, long chance) {
    return new ClaimStore(sql).claimToSubmit(provider, caps, places, chance, NODE, LEASE);
  }

  /** Every test finds what was written at first: its transaction is taken back. */
  private static <T> T inTransaction(Function<Sql, T> work) {
    var result = new ArrayList<T>();
    try {
      Sql.inTransaction(
          database.dataSource(),
          sql -> {
            result.add(work.apply(sql));
            throw new TakenBack();
          });
    } catch (TakenBack e) {
      return result.getFirst();
    }
    throw new AssertionError("the transaction was not taken back");
  }

  private static final class TakenBack extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
