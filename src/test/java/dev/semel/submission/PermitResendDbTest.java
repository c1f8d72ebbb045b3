// Whether an unknown submission may be sent again in order to ask, by what the database says.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.WireNames;
import dev.semel.provider.Providers;
import dev.semel.security.CreateCredential;
import dev.semel.submission.PermitResend.Permit;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class PermitResendDbTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @Inject PermitResend permits;
  @Inject ClaimDuePayouts claims;
  @Inject Providers providers;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private PayoutRow payout;
  private Claim claim;
  private ProviderTerms terms;

  @BeforeEach
  void aClaimedPayoutWhoseOutcomeIsUnknown() throws SQLException {
    String provider = "permit-" + NUMBER.incrementAndGet();
    Tenant tenant = Tenant.create(credentials, database);
    payout = PayoutRow.write(database, tenant, provider, "submission_unknown", "");
    // It remembers references for thirty days.
    terms = providers.find("quick").orElseThrow().terms();
    sentBefore("1 minute");
    claim = claims.toAsk(provider, PayoutState.SUBMISSION_UNKNOWN, 1).getFirst();
  }

  private void sentBefore(String interval) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement change =
            connection.prepareStatement(
                "UPDATE attempt SET first_possible_send = now() - CAST(? AS interval),"
                    + " last_possible_send = now() - CAST(? AS interval),"
                    + " promised_repeats = coalesce(promised_repeats, ?),"
                    + " file_fingerprint = coalesce(file_fingerprint, ?) WHERE payout_id = ?")) {
      change.setString(1, interval);
      change.setString(2, interval);
      change.setString(3, WireNames.of(terms.repeats()));
      change.setString(4, terms.fingerprint());
      change.setString(5, payout.id());
      change.executeUpdate();
    }
  }

  private String spanEndsWithTheLease() {
    return payout.text(
        "(SELECT a.last_possible_send = payout.lease_until AND a.first_possible_send < now() -"
            + " interval '30 seconds' FROM attempt a WHERE a.payout_id = payout.id)");
  }

  private void isDenied(String reason) {
    assertThat(permits.decide(claim, terms))
        .isInstanceOfSatisfying(
            Permit.Denied.class, denied -> assertThat(denied.reason()).contains(reason));
    assertThat(spanEndsWithTheLease()).isEqualTo("f");
  }

  @Test
  void given_it_the_span_in_which_a_request_may_be_written_ends_with_the_lease() {
    assertThat(permits.decide(claim, terms)).isInstanceOf(Permit.Given.class);
    assertThat(spanEndsWithTheLease()).isEqualTo("t");
    assertThat(payout.entries()).as("it changes nothing yet").isEqualTo("0");
  }

  @Test
  void it_is_denied_when_the_lease_ends_after_the_partner_may_have_forgotten() throws SQLException {
    sentBefore("29 days 23 hours 59 minutes 30 seconds");
    isDenied("may have forgotten");
  }

  @Test
  void it_is_denied_past_the_deadline_of_the_payout() {
    payout.change("submit_before = now()");
    isDenied("its deadline has passed");
  }

  @Test
  void what_was_promised_when_it_was_sent_counts_though_the_file_promises_more_by_now()
      throws SQLException {
    sentUnder("rejects_duplicate_reference", Duration.ofMinutes(2), terms.fingerprint());
    sentBefore("1 minute 30 seconds");
    isDenied("may have forgotten");
    sentUnder("none", Duration.ofDays(30), terms.fingerprint());
    isDenied("not those under which it was sent");
    sentUnder("rejects_duplicate_reference", Duration.ofDays(30), "of another file");
    isDenied("not those under which it was sent");
    sentUnder("rejects_duplicate_reference", Duration.ofDays(30), terms.fingerprint());
    assertThat(permits.decide(claim, terms)).isInstanceOf(Permit.Given.class);
  }

  private void sentUnder(String repeats, Duration window, String fingerprint) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement change =
            connection.prepareStatement(
                "UPDATE attempt SET promised_repeats = ?, promised_window_ms = ?, file_fingerprint"
                    + " = ? WHERE payout_id = ?")) {
      change.setString(1, repeats);
      change.setLong(2, window.toMillis());
      change.setString(3, fingerprint);
      change.setString(4, payout.id());
      change.executeUpdate();
    }
  }

  @Test
  void whoever_lost_the_claim_has_nothing_to_ask() {
    payout.change("lease_epoch = lease_epoch + 1");
    assertThat(permits.decide(claim, terms)).isInstanceOf(Permit.Over.class);
    payout.change("lease_epoch = lease_epoch - 1, lease_until = now() - interval '1 second'");
    assertThat(permits.decide(claim, terms)).isInstanceOf(Permit.Over.class);
    assertThat(spanEndsWithTheLease()).isEqualTo("f");
  }

  @Test
  void of_a_payout_that_is_known_by_now_there_is_nothing_to_ask() {
    payout.change(
        "state = 'sent', unknown_since = NULL, sent_at = now(), provider_payout_id = 'theirs-' ||"
            + " id");
    assertThat(permits.decide(claim, terms)).isInstanceOf(Permit.Over.class);
  }
}
