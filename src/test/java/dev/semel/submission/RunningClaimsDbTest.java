// How long a claim may be sent under, with a clock that the test moves.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.PayoutState;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RunningClaimsDbTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @Inject ClaimDuePayouts claims;
  @Inject ClaimStore store;
  @Inject Node node;
  @Inject SubmissionConfig config;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final AtomicLong clock = new AtomicLong();
  private RunningClaims running;
  private PayoutRow payout;
  private Claim claim;

  @BeforeEach
  void aRunningClaim() {
    String provider = "running-" + NUMBER.incrementAndGet();
    Tenant tenant = Tenant.create(credentials, database);
    payout = PayoutRow.write(database, tenant, provider, "sent", "theirs-1");
    Claim claimed = claims.toAsk(provider, PayoutState.SENT, 1).getFirst();
    claim = new Claim(claimed.payout(), claimed.epoch(), claimed.at(), clock.get());
    running = new RunningClaims(store, node, config, clock::get);
    running.renewWhenDue();
    running.add(claim);
  }

  @Test
  void a_claim_that_is_not_renewed_is_too_old_after_half_its_lease() {
    passes(2, 5);
    assertThat(running.maySend(claim)).isTrue();
    passes(1, 10);
    assertThat(running.maySend(claim)).isFalse();
  }

  @Test
  void a_claim_whose_lease_is_renewed_stays_young() {
    for (int third = 1; third <= 6; third++) {
      passes(1, 3);
      running.renewWhenDue();
      assertThat(running.maySend(claim)).isTrue();
    }
  }

  @Test
  void a_renewal_gives_no_more_time_for_a_resend() {
    passes(2, 5);
    running.renewWhenDue();
    assertThat(running.mayResend(claim)).isTrue();
    passes(1, 5);
    assertThat(running.maySend(claim)).isTrue();
    assertThat(running.mayResend(claim)).isFalse();
  }

  @Test
  void a_claim_that_somebody_took_over_is_not_renewed() {
    payout.change("lease_epoch = lease_epoch + 1, lease_owner = 'another'");
    passes(1, 3);
    running.renewWhenDue();
    passes(1, 3);
    assertThat(running.maySend(claim)).isFalse();
    assertThat(payout.text("lease_owner")).isEqualTo("another");
  }

  private void passes(int parts, int of) {
    clock.addAndGet(config.lease().multipliedBy(parts).dividedBy(of).toNanos());
  }
}
