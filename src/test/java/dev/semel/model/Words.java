// What the provider says, as the program's own values.
package dev.semel.model;

import dev.semel.domain.Fault;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.payout.PaperPayout;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.SubmitOutcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the provider says, as the program's own values. */
// A world is packed into 128 bits: a constant is its place there.
@SuppressWarnings("EnumOrdinal")
enum Words {
  NOTHING,
  ACCEPTED_PROCESSING,
  ACCEPTED_PAID,
  ACCEPTED_FAILED,
  ACCEPTED_CANCELLED,
  ACCEPTED_RETURNED,
  REFUSED,
  BUSY,
  FAULT,
  DUPLICATE,
  ABSENT,
  UNCLEAR;

  private static final Money OTHER = Money.of("99.00", "KES");
  private static final Map<ProviderStatus, ProviderStatement> AS_ASKED =
      statements(PaperPayout.MONEY);
  private static final Map<ProviderStatus, ProviderStatement> OTHERWISE = statements(OTHER);

  private static final ProviderStatus[] STATUSES = {
    ProviderStatus.PROCESSING,
    ProviderStatus.PAID,
    ProviderStatus.FAILED,
    ProviderStatus.CANCELLED,
    ProviderStatus.RETURNED
  };
  private static final Words[] ALL = values();

  static Words of(int number) {
    return ALL[number];
  }

  static Words accepted(ProviderStatus status) {
    return switch (status) {
      case PROCESSING -> ACCEPTED_PROCESSING;
      case PAID -> ACCEPTED_PAID;
      case FAILED -> ACCEPTED_FAILED;
      case CANCELLED -> ACCEPTED_CANCELLED;
      case RETURNED -> ACCEPTED_RETURNED;
    };
  }

  /** The answer to a submission. */
  SubmitOutcome submission(World world) {
    return switch (this) {
      case ACCEPTED_PROCESSING,
          ACCEPTED_PAID,
          ACCEPTED_FAILED,
          ACCEPTED_CANCELLED,
          ACCEPTED_RETURNED ->
          new SubmitOutcome.Accepted(statement(world, status()));
      case REFUSED ->
          new SubmitOutcome.Refused("account_closed", Fault.BENEFICIARY, Optional.empty());
      case BUSY -> new SubmitOutcome.Busy("429", Optional.empty());
      case FAULT -> new SubmitOutcome.PlatformFault("invalid_api_key", Optional.empty());
      case DUPLICATE -> new SubmitOutcome.Duplicate(Optional.empty());
      case NOTHING, ABSENT, UNCLEAR ->
          throw new IllegalStateException("not an answer to a submission: " + this);
    };
  }

  /** The answer to a question. */
  LookupOutcome lookup(World world) {
    return switch (this) {
      case ACCEPTED_PROCESSING,
          ACCEPTED_PAID,
          ACCEPTED_FAILED,
          ACCEPTED_CANCELLED,
          ACCEPTED_RETURNED ->
          new LookupOutcome.Found(statement(world, status()));
      case ABSENT -> new LookupOutcome.Absent();
      case UNCLEAR -> new LookupOutcome.Unclear("502");
      case NOTHING, REFUSED, BUSY, FAULT, DUPLICATE ->
          throw new IllegalStateException("not an answer to a question: " + this);
    };
  }

  private ProviderStatus status() {
    return STATUSES[ordinal() - ACCEPTED_PROCESSING.ordinal()];
  }

  static ProviderStatement statement(World world, ProviderStatus status) {
    return Objects.requireNonNull((world.is(Part.OTHER_TERMS) ? OTHERWISE : AS_ASKED).get(status));
  }

  private static Map<ProviderStatus, ProviderStatement> statements(Money money) {
    Map<ProviderStatus, ProviderStatement> all = new EnumMap<>(ProviderStatus.class);
    for (ProviderStatus status : ProviderStatus.values()) {
      all.put(
          status,
          new ProviderStatement(
              Optional.of(Ledger.PROVIDER_ID),
              status,
              status.name(),
              Optional.of(money),
              Optional.empty(),
              Optional.empty()));
    }
    return all;
  }
}
