// A deadline that passes after absence was confirmed.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
import dev.semel.domain.Evidence;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.payout.PayoutTransitions;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@QuarkusTest
class DeadlineDbTest {
  @Inject ClaimDuePayouts claims;
  @Inject SweepAbandoned sweep;
  @Inject PayoutTransitions transitions;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  @Test
  void a_payout_that_is_confirmed_absent_is_not_sent_after_its_deadline_but_cancelled() {
    Tenant tenant = Tenant.create(credentials, database);
    PayoutRow payout = PayoutRow.write(database, tenant, "deadline", "ready", "");
    payout.change(
        "ever_submitted = true, ever_unknown = true, tries = 1, submit_before = now() - interval '1 second'");

    assertThat(claims.toSubmit("deadline", 10)).isEmpty();
    sweep.sweep();

    assertThat(payout.text("state || ' ' || (due_at IS NULL)")).isEqualTo("cancelled true");
    assertThat(payout.text("tries")).isEqualTo("1");

    ProviderStatement paid =
        new ProviderStatement(
            Optional.of("theirs-" + payout.id()),
            ProviderStatus.PAID,
            "paid",
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Tx.run(
        () ->
            transitions.apply(
                payout.id(),
                new PayoutEvent.ProviderSays(
                    paid, ProviderPosition.UNPLACED, Evidence.SIGNED_WEBHOOK),
                "provider:deadline",
                Optional.empty()));

    assertThat(payout.text("state")).isEqualTo("cancelled");
    assertThat(
            payout.text("(SELECT string_agg(kind, ' ') FROM ops_case WHERE payout_id = payout.id)"))
        .as("what the provider promised not to have it has: a person must know")
        .isEqualTo("contradiction");
  }
}
