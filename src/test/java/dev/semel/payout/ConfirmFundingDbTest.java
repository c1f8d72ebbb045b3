// The sender's payments: one funds the payout, and the others are told the same each time.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
import dev.semel.domain.Money;
import dev.semel.security.Caller;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ConfirmFundingDbTest {
  @Inject ConfirmFunding confirmFunding;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;
  private PayoutRow payout;

  @BeforeEach
  void aPayoutThatWaitsForItsFunds() {
    tenant = Tenant.create(credentials, database);
    payout = PayoutRow.write(database, tenant, "nowhere", "awaiting_funds", "");
  }

  @Test
  void the_payment_that_funds_a_payout_may_be_reported_again() {
    assertThat(report("first")).isInstanceOf(ConfirmFunding.Outcome.Done.class);
    assertThat(report("first")).isInstanceOf(ConfirmFunding.Outcome.Done.class);
    assertThat(payout.text("state")).isEqualTo("ready");
    assertThat(payout.entries()).isEqualTo("1");
  }

  @Test
  void a_second_payment_is_refused_however_often_it_is_reported() {
    report("first");

    assertThat(report("second")).isInstanceOf(ConfirmFunding.Outcome.Conflict.class);
    assertThat(report("second")).isInstanceOf(ConfirmFunding.Outcome.Conflict.class);
    assertThat(payout.text("state")).isEqualTo("ready");
  }

  private ConfirmFunding.Outcome report(String paymentReference) {
    Caller caller = new Caller(tenant.credentialId(), tenant.id(), false, Set.of());
    ConfirmFunding.Payment payment =
        new ConfirmFunding.Payment(
            paymentReference, Money.of("1.00", "GBP"), Instant.parse("2026-03-10T12:00:00Z"));
    return Tx.call(() -> confirmFunding.confirm(caller, payout.id(), payment));
  }
}
