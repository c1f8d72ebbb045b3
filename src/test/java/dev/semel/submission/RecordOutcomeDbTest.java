// What a provider's answers to questions leave behind, those that change nothing included.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Evidence;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RecordOutcomeDbTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @Inject ClaimDuePayouts claims;
  @Inject RecordOutcome recordOutcome;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;
  private String provider;

  @BeforeEach
  void someone() {
    tenant = Tenant.create(credentials, database);
    provider = "nowhere-" + NUMBER.incrementAndGet();
  }

  @Test
  void a_lookup_that_found_another_payouts_payout_is_not_made_again_as_soon_as_its_lease_ends() {
    write("sent", "theirs-1");
    PayoutRow unknown = write("submission_unknown", "");
    Claim claim = ask(unknown, PayoutState.SUBMISSION_UNKNOWN);

    recordOutcome.recordAnswer(
        claim, _ -> List.of(new PayoutEvent.LookupFound(says("theirs-1", "125.50"))));

    assertThat(unknown.text("state")).isEqualTo("submission_unknown");
    assertThat(unknown.text("lookups || ' ' || (due_at > now()) || ' ' || (lease_until IS NULL)"))
        .isEqualTo("1 true true");
    assertThat(unknown.entries()).isEqualTo("1");
  }

  @Test
  void questions_about_a_payout_with_other_terms_become_rarer_like_all_others() {
    PayoutRow sent = write("sent", "theirs-1");

    for (int i = 1; i <= 2; i++) {
      Claim claim = ask(sent, PayoutState.SENT);
      recordOutcome.recordAnswer(
          claim,
          _ ->
              List.of(
                  new PayoutEvent.ProviderSays(
                      says("theirs-1", "99.00"),
                      ProviderPosition.UNPLACED,
                      Evidence.AUTHENTICATED_QUERY)));
      assertThat(sent.text("state || ' ' || status_checks")).isEqualTo("sent " + i);
      makeDue(sent);
    }
  }

  @Test
  void an_absence_that_counted_still_counts_when_a_person_is_told_of_it() {
    PayoutRow unknown = write("submission_unknown", "");
    Claim claim = ask(unknown, PayoutState.SUBMISSION_UNKNOWN);
    Instant counted = claim.at();

    recordOutcome.recordAnswer(
        claim,
        _ ->
            List.of(
                new PayoutEvent.LookupAbsent(Optional.of(counted)),
                new PayoutEvent.LookupsUsedUp("none of the planned lookups told its outcome")));

    assertThat(unknown.text("absent_since IS NOT NULL")).isEqualTo("t");
  }

  @Test
  void an_answer_that_comes_after_another_claim_leaves_that_claim_alone() {
    PayoutRow sent = write("sent", "theirs-1");
    Claim late = ask(sent, PayoutState.SENT);
    Claim other = new Claim(late.payout(), late.epoch() - 1, late.at(), late.beganNanos());

    recordOutcome.recordAnswer(other, _ -> List.of());

    assertThat(sent.text("status_checks || ' ' || (lease_until IS NULL)")).isEqualTo("0 false");
  }

  private PayoutRow write(String state, String providerId) {
    return PayoutRow.write(database, tenant, provider, state, providerId);
  }

  private void makeDue(PayoutRow payout) {
    payout.change("due_at = now() - interval '1 minute'");
  }

  private Claim ask(PayoutRow payout, PayoutState state) {
    List<Claim> claimed = claims.toAsk(provider, state, 10);
    assertThat(claimed).extracting(claim -> claim.payout().id()).containsExactly(payout.id());
    return claimed.getFirst();
  }

  private static ProviderStatement says(String providerId, String amount) {
    return new ProviderStatement(
        Optional.of(providerId),
        ProviderStatus.PROCESSING,
        "processing",
        Optional.of(Money.of(amount, "KES")),
        Optional.empty(),
        Optional.empty());
  }
}
