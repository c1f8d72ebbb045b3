package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.SafeWish.Known;
import dev.semel.domain.SafeWish.Lookup;
import dev.semel.domain.SafeWish.Verdict;
import dev.semel.domain.SafeWish.Wish;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** When a wish is safe, as a table: what is wished, what the provider said, what follows. */
class SafeWishTest {
  private static final Instant SENT = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration WINDOW = Duration.ofMinutes(15);

  @ParameterizedTest(name = "{0}: {1} {2}, asked after {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # state            | wish               | said               | asked after | verdict
          submission_unknown | resend             | absent             | PT15M       | may not show
          submission_unknown | resend             | absent             | PT15M0.001S | safe
          submission_unknown | settle_as_failed   | absent             | PT15M       | may not show
          submission_unknown | settle_as_failed   | absent             | PT16M       | safe
          submission_unknown | settle_as_sent     | absent             | PT1M        | may not show
          submission_unknown | settle_as_sent     | absent             | PT16M       | safe
          submission_unknown | resend             | not_asked          | PT1M        | may not show
          submission_unknown | resend             | not_asked          | PT16M       | safe
          submission_unknown | settle_as_failed   | not_asked          | PT16M       | safe
          submission_unknown | resend             | unclear            | PT16M       | no usable answer
          submission_unknown | settle_as_failed   | unclear            | PT16M       | no usable answer
          submission_unknown | settle_as_sent     | unclear            | PT16M       | safe
          submission_unknown | resend             | found processing   | PT16M       | could not be adopted
          submission_unknown | settle_as_failed   | found failed       | PT16M       | could not be adopted
          submission_unknown | resend             | busy               | PT16M       | being asked
          sent               | settle_as_paid     | found processing   | PT1M        | still processing
          sent               | settle_as_failed   | found processing   | PT1M        | still processing
          sent               | settle_as_paid     | found paid         | PT1M        | safe
          sent               | settle_as_returned | found paid         | PT1M        | safe
          sent               | settle_as_failed   | found paid         | PT1M        | says that it paid
          sent               | settle_as_failed   | absent             | PT1M        | safe
          sent               | settle_as_paid     | unclear            | PT1M        | no usable answer
          held               | resend             | absent             | PT1M        | safe
          held               | resend             | unclear            | PT1M        | safe
          held               | resend             | found failed       | PT1M        | safe
          held               | resend             | found paid         | PT1M        | could not be adopted
          held               | correct            | absent             | PT1M        | safe
          held               | correct            | not_asked          | PT1M        | safe
          held               | correct            | found cancelled    | PT1M        | safe
          held               | correct            | unclear            | PT1M        | no usable answer
          submitting         | resend             | not_asked          | PT16M       | on the wire
          paid               | resend             | not_asked          | PT1M        | safe
          """)
  void a_wish_is_safe_once_the_provider_has_said_enough(
      String state, String wish, String said, Duration asked, String verdict) {
    String[] words = said.split(" ");
    Optional<ProviderStatus> status =
        Arrays.stream(words)
            .skip(1)
            .map(word -> WireNames.parse(ProviderStatus.class, word))
            .findFirst();
    Known known =
        known(
            PayoutState.ofWireName(state),
            WireNames.parse(Lookup.class, words[0]),
            status,
            SENT.plus(asked),
            false);

    Verdict found = SafeWish.judge(WireNames.parse(Wish.class, wish), known);

    if (verdict.equals("safe")) {
      assertThat(found).isEqualTo(new Verdict.Safe());
    } else {
      assertThat(found).isInstanceOf(Verdict.NotSafe.class);
      assertThat(((Verdict.NotSafe) found).why()).contains(verdict);
    }
  }

  @Test
  void too_early_says_when_it_may_be_asked_for_again() {
    Known known =
        known(
            PayoutState.SUBMISSION_UNKNOWN,
            Lookup.ABSENT,
            Optional.empty(),
            SENT.plusSeconds(1),
            false);
    assertThat(SafeWish.judge(Wish.RESEND, known))
        .isInstanceOfSatisfying(
            Verdict.NotSafe.class, not -> assertThat(not.tryAgainAt()).contains(SENT.plus(WINDOW)));
  }

  @ParameterizedTest
  @EnumSource(
      value = Lookup.class,
      names = {"ABSENT", "NOT_ASKED"})
  void what_the_provider_once_called_a_duplicate_is_settled_and_never_resent(Lookup lookup) {
    Known known =
        known(
            PayoutState.SUBMISSION_UNKNOWN,
            lookup,
            Optional.empty(),
            SENT.plus(WINDOW.multipliedBy(2)),
            true);
    assertThat(SafeWish.judge(Wish.RESEND, known)).isInstanceOf(Verdict.NotSafe.class);
    assertThat(SafeWish.judge(Wish.SETTLE_AS_FAILED, known)).isEqualTo(new Verdict.Safe());
  }

  @ParameterizedTest
  @EnumSource(Wish.class)
  void nothing_is_safe_while_a_request_may_be_on_the_wire(Wish wish) {
    Known known =
        known(PayoutState.SUBMITTING, Lookup.NOT_ASKED, Optional.empty(), SENT.plus(WINDOW), false);
    assertThat(SafeWish.judge(wish, known)).isInstanceOf(Verdict.NotSafe.class);
  }

  @ParameterizedTest(name = "{0}: {1}, the other attempt {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # wish             | said of this one | of the other | verdict
          resend             | absent           | absent       | safe
          resend             | absent           | not_asked    | safe
          resend             | absent           | found        | shows the other attempt
          resend             | absent           | unclear      | about the other attempt
          resend             | found failed     | absent       | its reference is used up
          settle_as_failed   | absent           | absent       | safe
          settle_as_failed   | found failed     | absent       | safe
          settle_as_failed   | found returned   | not_asked    | safe
          settle_as_failed   | found failed     | found        | shows the other attempt
          settle_as_failed   | found paid       | absent       | could not be adopted
          settle_as_sent     | found failed     | found        | safe
          settle_as_sent     | absent           | found        | safe
          settle_as_sent     | unclear          | unclear      | safe
          """)
  void beside_another_attempt_a_wish_is_safe_once_the_provider_has_said_enough_of_both(
      String wish, String said, String other, String verdict) {
    String[] words = said.split(" ");
    Known known =
        new Known(
            PayoutState.SUBMISSION_UNKNOWN,
            Optional.empty(),
            WireNames.parse(Lookup.class, words[0]),
            Arrays.stream(words)
                .skip(1)
                .map(word -> WireNames.parse(ProviderStatus.class, word))
                .findFirst(),
            SENT.plus(WINDOW.multipliedBy(2)),
            Optional.of(SENT),
            WINDOW,
            false,
            Optional.of(WireNames.parse(Lookup.class, other)));

    Verdict found = SafeWish.judge(WireNames.parse(Wish.class, wish), known);

    if (verdict.equals("safe")) {
      assertThat(found).isEqualTo(new Verdict.Safe());
    } else {
      assertThat(((Verdict.NotSafe) found).why()).contains(verdict);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "settle_as_failed,   found,     shows the other attempt",
    "settle_as_failed,   unclear,   no usable answer about the other",
    "settle_as_failed,   absent,    safe",
    "settle_as_returned, found,     shows the other attempt",
    "settle_as_returned, not_asked, safe",
    "settle_as_paid,     found,     safe"
  })
  void under_other_terms_it_ends_without_money_only_where_the_other_attempt_is_not_there(
      String wish, String other, String verdict) {
    Known known =
        new Known(
            PayoutState.SENT,
            Optional.empty(),
            Lookup.ABSENT,
            Optional.empty(),
            SENT.plus(WINDOW),
            Optional.of(SENT),
            WINDOW,
            false,
            Optional.of(WireNames.parse(Lookup.class, other)));

    Verdict found = SafeWish.judge(WireNames.parse(Wish.class, wish), known);

    assertThat(found instanceof Verdict.NotSafe notSafe ? notSafe.why() : "safe").contains(verdict);
  }

  private static Known known(
      PayoutState state,
      Lookup lookup,
      Optional<ProviderStatus> status,
      Instant askedAt,
      boolean saidDuplicate) {
    return new Known(
        state,
        Optional.empty(),
        lookup,
        status,
        askedAt,
        Optional.of(SENT),
        WINDOW,
        saidDuplicate,
        Optional.empty());
  }
}
