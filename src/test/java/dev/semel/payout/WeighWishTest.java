// When a wish is refused before its safety is judged: it names nothing, or was asked elsewhere.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutState;
import dev.semel.domain.Promises;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.SafeWish;
import dev.semel.domain.SafeWish.Verdict;
import dev.semel.domain.WireNames;
import dev.semel.model.ReachedRows;
import dev.semel.problem.FieldError;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeighWishTest {
  private static final Instant SENT = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NOW = SENT.plus(Duration.ofDays(30));
  private static final ProviderTerms TERMS = ReachedRows.terms().of("as it was");

  private final WeighWish weigh = new WeighWish(new TermsOnly(TERMS), new UsualTimes());

  @Test
  void of_several_attempts_the_one_that_is_adopted_is_named() {
    assertThat(objection(List.of(1, 2), adopts(Optional.empty()))).contains("1 and 2");
    assertThat(objection(List.of(1, 2), adopts(Optional.of(3)))).contains("1 and 2");
    assertThat(objection(List.of(1, 2), adopts(Optional.of(2)))).isEqualTo("none");
    assertThat(objection(List.of(1), adopts(Optional.empty()))).isEqualTo("none");
    assertThat(objection(List.of(1), adopts(Optional.of(2)))).contains("are 1;");
  }

  @ParameterizedTest
  @CsvSource({
    "as it was,     absent,    none",
    "another place, absent,    another account",
    "another place, not_asked, none"
  })
  void that_there_is_none_counts_only_where_it_was_asked_as_it_was_sent(
      String sentUnder, String said, String verdict) {
    SafeWish.Lookup lookup = WireNames.parse(SafeWish.Lookup.class, said);
    for (Wish wish :
        List.of(
            new Wish.Resend("mail", OtherAttempt.UNMENTIONED),
            new Wish.Settle(
                PayoutState.FAILED,
                Optional.empty(),
                "mail",
                OtherAttempt.UNMENTIONED,
                Optional.empty()))) {
      assertThat(objection(locked(List.of(), sentUnder), wish, lookup)).contains(verdict);
    }
  }

  private static Wish adopts(Optional<Integer> number) {
    return new Wish.Settle(
        PayoutState.SENT, Optional.of("theirs-1"), "mail", OtherAttempt.ADOPTED, number);
  }

  private String objection(Collection<Integer> alive, Wish wish) {
    return objection(locked(alive, "as it was"), wish, SafeWish.Lookup.ABSENT);
  }

  private String objection(PayoutStore.Locked locked, Wish wish, SafeWish.Lookup lookup) {
    FreshLookup.Answer answer =
        new FreshLookup.Answer(lookup, Optional.empty(), NOW, "", Optional.empty(), lookup);
    return weigh.objection(locked, wish, answer).map(Verdict.NotSafe::why).orElse("none");
  }

  private static PayoutStore.Locked locked(Collection<Integer> alive, String sentUnder) {
    PayoutStore.Locked paper = PaperPayout.locked(PaperPayout.unknown(SENT, null, null), NOW);
    paper.payout().aliveAttempts.addAll(alive);
    Promises promises = TERMS.of(sentUnder).promises();
    return new PayoutStore.Locked(
        paper.payout(),
        paper.firstPossibleSend(),
        paper.lastPossibleSend(),
        Optional.of(promises),
        NOW);
  }

  /** What is known of a provider that nobody asks for more. */
  private record TermsOnly(ProviderTerms terms) implements ProviderDirectory {
    @Override
    public ProviderTerms terms(String provider) {
      return terms;
    }

    @Override
    public Optional<String> choose(NewPayout payout) {
      return Optional.empty();
    }

    @Override
    public List<FieldError> missingData(String provider, NewPayout payout) {
      return List.of();
    }
  }

  private static final class UsualTimes implements ApprovalConfig {
    @Override
    public Duration expiry() {
      return Duration.ofHours(24);
    }

    @Override
    public Duration settleWindow() {
      return Duration.ofMinutes(15);
    }
  }
}
