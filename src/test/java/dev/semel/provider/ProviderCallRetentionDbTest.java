// How long calls to providers are kept.
package dev.semel.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ProviderCall.Phase;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ProviderCallRetentionDbTest {
  private static final Duration OLD = Duration.ofDays(400);

  @Inject ProviderCallStore calls;
  @Inject PurgeProviderCalls purge;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;

  @BeforeEach
  void someone() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void old_calls_go_and_those_of_a_payout_that_is_not_final_stay() {
    PayoutRow open = PayoutRow.write(database, tenant, "nowhere", "submission_unknown", "");
    PayoutRow closed =
        PayoutRow.write(database, tenant, "nowhere", "sent", Ids.next(Ids.Kind.CASE));
    closed.change("state = 'paid', paid_at = now(), closed_at = now(), due_at = NULL");
    String ofOpen = record(Optional.of(open.id()), OLD);
    String ofClosed = record(Optional.of(closed.id()), OLD);
    String ofNone = record(Optional.empty(), OLD);
    String young = record(Optional.of(closed.id()), Duration.ofDays(1));

    assertThat(purge.purge(_ -> true)).isGreaterThanOrEqualTo(2);

    assertThat(there(ofOpen)).isTrue();
    assertThat(there(ofClosed)).isFalse();
    assertThat(there(ofNone)).isFalse();
    assertThat(there(young)).isTrue();
  }

  @Test
  void many_old_calls_go_in_batches_and_a_stop_ends_it_between_two() {
    List<String> ids =
        IntStream.range(0, 260).mapToObj(_ -> record(Optional.empty(), OLD)).toList();
    assertThat(purge.purge(_ -> false)).isEqualTo(250);
    assertThat(ids.stream().filter(this::there).count()).isPositive();
    assertThat(purge.purge(_ -> true)).isPositive();
    assertThat(ids.stream().filter(this::there)).isEmpty();
  }

  @Test
  void a_retention_under_a_day_stops_the_start() {
    assertThatThrownBy(
            () -> new PurgeProviderCalls(calls, () -> Duration.ofHours(1), System::nanoTime))
        .hasMessageContaining("SEMEL_CALLS_RETENTION");
  }

  private boolean there(String id) {
    return Tx.call(() -> calls.find("", true, id)).isPresent();
  }

  private String record(Optional<String> payout, Duration age) {
    String id = Ids.next(Ids.Kind.PROVIDER_CALL);
    calls.record(
        new ProviderCall(
            id,
            "nowhere",
            payout,
            Optional.of(1),
            Operation.LOOKUP,
            "GET",
            "http://nowhere/",
            Map.of(),
            Optional.empty(),
            Phase.NOT_CONNECTED,
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            "not_sent",
            Optional.of("no connection"),
            Instant.now().minus(age).truncatedTo(ChronoUnit.MICROS),
            Duration.ofMillis(1),
            "req-1"));
    return id;
  }
}
