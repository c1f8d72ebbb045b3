// Reports that are asked for, and those that are late.
package dev.semel.report.pickup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFetch;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class LateReportsDbTest {
  private static final ZoneId NAIROBI = ZoneId.of("Africa/Nairobi");

  @Inject PickupStore store;
  @Inject PickupDesk desk;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Sources sources;
  private LocalDate today;
  private Instant due;
  private TellOfLateReports late;

  @BeforeEach
  void payAPayout() {
    sources = new Sources(database);
    PayoutRow.writeResting(
        database, Tenant.create(credentials, database), sources.name, "sent", "p1");
    today = LocalDate.ofInstant(Tx.call(store::now), NAIROBI);
    due = today.plusDays(1).atTime(LocalTime.of(3, 0)).atZone(NAIROBI).toInstant();
    late = new TellOfLateReports(sources, store, desk);
  }

  @Test
  void a_late_report_is_told_once_with_the_time_it_was_due_and_that_it_came() {
    late.tellAt(due.minusSeconds(1));
    assertThat(alerts("message")).isEmpty();

    late.tellAt(due);
    late.tellAt(due.plusSeconds(60));

    assertThat(alerts("message"))
        .hasSize(1)
        .first()
        .asString()
        .contains("The report of " + today + " of " + sources.name + " was due at")
        .contains(today.plusDays(1) + "T03:00+03:00 (Africa/Nairobi)", "Nothing of it has come.");
    assertThat(alerts("over_at IS NULL")).containsExactly("true");

    arrives(today);
    late.tellAt(due.plusSeconds(120));
    assertThat(alerts("over_at IS NULL")).containsExactly("false");
  }

  @Test
  void f_04_a_late_report_says_what_is_known_of_it() {
    sources.run(
        "INSERT INTO report_source (provider, place, stopped, stopped_at, told) VALUES (?, 'sftp', 'another host key', now(), true)");
    sources.run(
        "INSERT INTO report_file (provider, path, size, modified_at, business_date, waits_for) VALUES (?, '/out/s.csv', 1, now(), '"
            + today
            + "', 's.csv.done')");

    late.tellAt(due);

    assertThat(alerts("message"))
        .first()
        .asString()
        .contains("/out/s.csv waits for s.csv.done", "nobody looks any more: another host key");
  }

  @Test
  void a_partner_is_asked_for_what_is_missing_and_a_fault_is_one_of_the_transport() {
    List<LocalDate> asked = new ArrayList<>();
    Taken gate = new Taken();
    AskForReports ask = new AskForReports(store, gate);
    sources.asked(
        day -> {
          asked.add(day);
          return switch (asked.size()) {
            case 1 -> new ReportFetch.Failed("502");
            case 2 -> new ReportFetch.NotThere("404");
            default -> new ReportFetch.Fetched("rows".getBytes(StandardCharsets.UTF_8), "text/csv");
          };
        });
    ReportSource source = sources.all().iterator().next().reportSource().orElseThrow();
    PickupStore.Claim claim =
        new PickupStore.Claim(sources.name, 1, List.of(new Try(due, "the one before")), false, due);

    assertThat(ask.ask(claim, source, () -> true))
        .isEqualTo(new LookResult.Passing("The report of " + today + " could not be had: 502."));
    assertThat(ask.ask(claim, source, () -> true)).isEqualTo(new LookResult.Well());
    assertThat(gate.reports).isEmpty();
    ask.ask(claim, source, () -> true);
    assertThat(gate.contents()).containsExactly("rows");
    assertThat(gate.reports.getFirst().tries()).hasSize(1);

    arrives(today);
    ask.ask(claim, source, () -> true);
    assertThat(asked).as("what is there is not asked for").containsOnly(today).hasSize(3);
  }

  private void arrives(LocalDate day) {
    sources.run(
        "WITH d AS (INSERT INTO report_delivery (originator, way, label, business_date, content_type, content_hash, size, decision, decided_at) VALUES (?, 'fetched', 'x', '"
            + day
            + "', 'text/csv', sha256('x'), 1, 'accept', now()) RETURNING *) INSERT INTO report (id, originator, business_date, content_hash, delivery_id, content_type, status) SELECT '"
            + Ids.next(Ids.Kind.REPORT)
            + "', originator, business_date, content_hash, id, content_type, 'accepted' FROM d");
  }

  private List<String> alerts(String what) {
    return sources.texts(
        "SELECT CAST(" + what + " AS text) FROM alert WHERE kind = 'report_late' AND provider = ?");
  }
}
