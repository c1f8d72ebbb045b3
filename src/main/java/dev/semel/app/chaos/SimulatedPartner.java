// A partner with the truth about the money.
package dev.semel.app.chaos;

import dev.semel.domain.Fault;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms.Repeats;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A partner with the truth about the money: what it accepted, under which reference, and what
 * became of it. It keeps its promises about repeats, visibility and memory, and nothing else.
 */
final class SimulatedPartner {
  private final Profile profile;
  private final World world;
  private final Judge judge;
  private final List<Holding> holdings = new ArrayList<>();
  private Instant awayUntil = Instant.MIN;
  private Webhooks webhooks = _ -> {};

  /** Where changes are told. */
  interface Webhooks {
    void changed(Holding holding);
  }

  SimulatedPartner(Profile profile, World world, Judge judge) {
    this.profile = profile;
    this.world = world;
    this.judge = judge;
  }

  void tell(Webhooks listener) {
    webhooks = listener;
  }

  Profile profile() {
    return profile;
  }

  List<Holding> holdings() {
    return holdings;
  }

  boolean away() {
    return world.timeline().now().isBefore(awayUntil);
  }

  void goAway(Duration time) {
    awayUntil = world.timeline().now().plus(time);
    world.trace().tell(Trace.ALL, profile.name() + " is down for " + time);
  }

  /** What a partner makes of a request that reaches it. */
  enum Mood {
    TAKES,
    REFUSES
  }

  /** A request arrives: the one moment at which money is decided about. */
  SubmitOutcome act(SubmissionRequest request, Mood mood) {
    Optional<Holding> known = remembered(request.reference());
    if (known.isPresent() && profile.knowsRepeats()) {
      return again(request, known.get());
    }
    Holding holding = holding(request, mood == Mood.REFUSES);
    holdings.add(holding);
    String what = holding.refused() ? " refuses " : " accepts ";
    world
        .trace()
        .tell(
            request.payoutId(),
            profile.name() + what + request.reference() + " as " + holding.id());
    if (!holding.refused()) {
      judge.accepted(holding, holdings);
      progress(holding);
    }
    return answer(holding);
  }

  private SubmitOutcome again(SubmissionRequest request, Holding known) {
    world
        .trace()
        .tell(request.payoutId(), profile.name() + " knows " + request.reference() + " already");
    return profile.terms().repeats() == Repeats.REJECTS_DUPLICATE_REFERENCE
        ? new SubmitOutcome.Duplicate(Optional.empty())
        : answer(known);
  }

  private Holding holding(SubmissionRequest request, boolean refused) {
    Instant now = world.timeline().now();
    Duration hidden =
        profile
            .terms()
            .visibleWithin()
            .filter(_ -> world.strikes(dev.semel.app.chaos.Fault.INVISIBLE, 200))
            .map(promised -> world.chance().within(promised.minusSeconds(1)))
            .orElse(Duration.ZERO);
    boolean other = !refused && world.strikes(dev.semel.app.chaos.Fault.OTHER_AMOUNT, 4);
    Money money =
        other
            ? new Money(request.money().amount().add(BigDecimal.ONE), request.money().currency())
            : request.money();
    return new Holding(
        profile.name() + "-" + (holdings.size() + 1),
        request.reference(),
        request.payoutId(),
        money,
        now,
        now.plus(hidden),
        refused);
  }

  private SubmitOutcome answer(Holding holding) {
    return holding.refused()
        ? new SubmitOutcome.Refused(
            "account_closed", Fault.BENEFICIARY, Optional.of("the account is closed"))
        : new SubmitOutcome.Accepted(statement(holding));
  }

  private void progress(Holding holding) {
    Duration pause = world.chance().between(Duration.ofSeconds(1), Duration.ofMinutes(40));
    int fate = world.chance().below(100);
    ProviderStatus end =
        fate < 88
            ? ProviderStatus.PAID
            : fate < 96 ? ProviderStatus.FAILED : ProviderStatus.CANCELLED;
    boolean comesBack = end == ProviderStatus.PAID && world.chance().permille(40);
    world.timeline().in(pause, () -> change(holding, end));
    if (comesBack) {
      Duration later = world.chance().between(Duration.ofMinutes(10), Duration.ofHours(20));
      world.timeline().in(pause.plus(later), () -> change(holding, ProviderStatus.RETURNED));
    }
    webhooks.changed(holding);
  }

  private void change(Holding holding, ProviderStatus next) {
    holding.become(next);
    world
        .trace()
        .tell(holding.payoutId(), profile.name() + " has " + holding.id() + " " + word(holding));
    judge.changed(holding, holdings);
    webhooks.changed(holding);
  }

  /** A lookup by our reference arrives. */
  LookupOutcome lookUp(String reference) {
    return remembered(reference)
        .filter(holding -> !holding.visibleAt().isAfter(world.timeline().now()))
        .filter(holding -> !holding.refused() || profile.confirms())
        .<LookupOutcome>map(holding -> new LookupOutcome.Found(statement(holding)))
        .orElseGet(LookupOutcome.Absent::new);
  }

  /** A question by the partner's own id arrives; it never forgets those. */
  LookupOutcome status(String id) {
    return holdings.stream()
        .filter(holding -> holding.id().equals(id))
        .findFirst()
        .<LookupOutcome>map(holding -> new LookupOutcome.Found(statement(holding)))
        .orElseGet(LookupOutcome.Absent::new);
  }

  /** References are forgotten after the window. */
  private Optional<Holding> remembered(String reference) {
    Instant now = world.timeline().now();
    return holdings.stream()
        .filter(holding -> holding.reference().equals(reference))
        .filter(
            holding ->
                profile
                    .terms()
                    .window()
                    .map(window -> now.isBefore(holding.acceptedAt().plus(window)))
                    .orElse(true))
        .reduce((_, latest) -> latest);
  }

  /** How it tells of a payout. */
  ProviderStatement statement(Holding holding) {
    ProviderStatus told = told(holding);
    return new ProviderStatement(
        Optional.of(holding.id()),
        told,
        told.name().toLowerCase(Locale.ROOT),
        Optional.of(holding.money()),
        told == ProviderStatus.FAILED ? Optional.of("beneficiary_rejected") : Optional.empty(),
        Optional.empty());
  }

  /** Some tell of money that came back as of a failure. */
  private ProviderStatus told(Holding holding) {
    boolean asFailed =
        holding.status() == ProviderStatus.RETURNED
            && profile.terms().afterPaid().get(ProviderStatus.FAILED) == ProviderStatus.RETURNED;
    return asFailed ? ProviderStatus.FAILED : holding.status();
  }

  private static String word(Holding holding) {
    return holding.status().name().toLowerCase(Locale.ROOT);
  }
}
