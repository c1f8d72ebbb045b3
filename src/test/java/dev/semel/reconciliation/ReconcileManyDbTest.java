// Days with many payouts.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ReconcileManyDbTest extends PaperNight {
  @Test
  void m_05_ten_thousand_amounts_agree_to_the_cent_and_one_cent_off_is_found() {
    books.run(
        """
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata,
            ever_submitted, sent_at, paid_at, closed_at, created_by, created_at, updated_at)
        SELECT 'po_' || ? || '.' || n, ?, ? || n, 'paid', 1, n / 100.0, 'KES', 'cleared', true, ?, '{}', '{}', '{}', true, at, at, at, ?, at, at
        FROM generate_series(1, 10000) n, (SELECT timestamptz '2026-03-10T12:00:00Z' AS at) t
        """,
        provider.name(),
        tenant.id(),
        provider.name(),
        provider.name(),
        tenant.credentialId());
    books.run(
        """
        INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key)
        SELECT id, 1, provider, split_part(id, '.', 2), id FROM payout WHERE provider = ?
        """,
        provider.name());
    // As the database does by itself some minutes after so many rows.
    books.run("ANALYZE payout");
    books.run("ANALYZE attempt");
    StringBuilder report = new StringBuilder();
    for (int cents = 1; cents <= 10_000; cents++) {
      int told = cents == 820 ? 819 : cents;
      report.append(
          "%d||%d.%02d|KES|paid|2026-03-10T11:59:00Z\n".formatted(cents, told / 100, told % 100));
    }
    provider.reports(DAY, report.toString());

    Reconciliation.Result result = run(DAY).result();

    assertThat(result.matched()).isEqualTo(9_999);
    assertThat(result.casesOpened()).isEqualTo(1);
    assertThat(result.sums())
        .containsExactly(new Reconciliation.Sum("KES", "500050.00", "500049.99", "0.00", "0.00"));
    assertThat(
            books.texts(
                "SELECT (facts ->> 'ours') || ' / ' || (facts ->> 'theirs') FROM ops_case WHERE provider = ?",
                provider.name()))
        .containsExactly("8.20 KES / 8.19 KES");
  }

  @Test
  void ten_thousand_lines_are_done_in_seconds() {
    books.run(
        """
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata,
            provider_payout_id, ever_submitted, sent_at, paid_at, closed_at, created_by)
        SELECT 'po_bulk' || ? || '.' || n, ?, 'bulk-' || n, 'paid', 1, 125.50, 'KES', 'cleared', true, ?, '{}', '{}', '{}',
            'b' || n, true, '2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', ?
        FROM generate_series(1, 10000) n
        """,
        provider.name(),
        tenant.id(),
        provider.name(),
        tenant.credentialId());
    books.run(
        """
        INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key)
        SELECT id, 1, provider, 'BULK' || provider_payout_id, id FROM payout WHERE provider = ?
        """,
        provider.name());
    provider.reports(
        DAY,
        IntStream.rangeClosed(1, 9_990)
            .mapToObj(
                n -> "BULKb" + n + "|b" + n + "|" + (n <= 20 ? "1.00" : "125.50") + "|KES|paid|")
            .collect(Collectors.joining("\n")));

    long before = System.nanoTime();
    Reconciliation run = run(DAY);
    Duration took = Duration.ofNanos(System.nanoTime() - before);

    assertThat(run.result())
        .isEqualTo(
            new Reconciliation.Result(
                9_990,
                10_000,
                10_000,
                9_970,
                0,
                Map.of("amount_differs", 20, "ours_not_theirs", 10),
                30,
                List.of(
                    new Reconciliation.Sum("KES", "1255000.00", "1251255.00", "0.00", "0.00"))));
    assertThat(took).isLessThan(Duration.ofSeconds(15));
  }
}
