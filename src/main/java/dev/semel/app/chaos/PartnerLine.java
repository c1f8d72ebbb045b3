// A node's line to a simulated partner.
package dev.semel.app.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.RetryAfter;
import dev.semel.provider.Availability;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.MessageReading;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.ProviderNotice;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.WebhookVerdict;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A node's line to a simulated partner: what the engine has for a {@link Provider}. */
final class PartnerLine implements Provider {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int IN_FLIGHT = 24;

  /** The header by which a simulated partner signs. */
  static final String SIGNATURE = "x-simulated-signature";

  private final SimulatedPartner partner;
  private final Call call;

  PartnerLine(SimulatedPartner partner, Call call) {
    this.partner = partner;
    this.call = call;
  }

  @Override
  public String name() {
    return partner.profile().name();
  }

  @Override
  public ProviderTerms terms() {
    return partner.profile().terms();
  }

  @Override
  public ProviderCapacity capacity() {
    return new ProviderCapacity(
        List.of(
            new ProviderCapacity.Corridor(
                "KE", "KES", List.of("mobile_wallet"), BigDecimal.ONE, new BigDecimal("1000000"))),
        IN_FLIGHT,
        1000,
        Map.of());
  }

  @Override
  public Availability availability() {
    return call.availability();
  }

  @Override
  public String title() {
    return name();
  }

  @Override
  public List<MissingData> missingData(SubmissionRequest request) {
    return List.of();
  }

  @Override
  public SubmitOutcome submit(SubmissionRequest request, BooleanSupplier maySend) {
    return call.send(partner, request, maySend);
  }

  @Override
  public Optional<Resending> resending() {
    return partner.profile().knowsRepeats()
        ? Optional.of((request, maySend) -> told(call.send(partner, request, maySend)))
        : Optional.empty();
  }

  /** What the answer to the same request tells of the first one. */
  private static LookupOutcome told(SubmitOutcome outcome) {
    return switch (outcome) {
      case SubmitOutcome.Accepted accepted -> new LookupOutcome.Found(accepted.statement());
      case SubmitOutcome.Duplicate _ ->
          new LookupOutcome.Unclear("it has our reference").ofTakenReference();
      case SubmitOutcome.Busy busy ->
          LookupOutcome.Unclear.notTaken(busy.reason(), busy.patience());
      case SubmitOutcome.NotSent not ->
          LookupOutcome.Unclear.notTaken(not.reason(), RetryAfter.NOTHING);
      case SubmitOutcome.HeldBack held ->
          LookupOutcome.Unclear.notTaken(held.reason(), RetryAfter.NOTHING);
      case SubmitOutcome.Unknown unknown ->
          new LookupOutcome.Unclear(unknown.reason(), Optional.empty(), unknown.patience(), false);
      case SubmitOutcome.Refused _, SubmitOutcome.PlatformFault _ ->
          new LookupOutcome.Unclear("it tells nothing of the first request");
    };
  }

  @Override
  public LookupOutcome lookup(ProviderQuery query) {
    return call.ask(partner, query, () -> partner.lookUp(query.reference()));
  }

  @Override
  public LookupOutcome status(ProviderQuery query) {
    return call.ask(
        partner,
        query,
        () ->
            query
                .providerPayoutId()
                .map(partner::status)
                .orElseGet(() -> partner.lookUp(query.reference())));
  }

  @Override
  public WebhookVerdict verify(InboundMessage message) {
    if (!partner.profile().signs()) {
      return new WebhookVerdict.Hint();
    }
    return message.headers().getOrDefault(SIGNATURE, List.of()).contains("good")
        ? new WebhookVerdict.Verified()
        : new WebhookVerdict.Rejected("the signature is wrong");
  }

  @Override
  public MessageReading read(InboundMessage message) throws UnreadableMessageException {
    try {
      return new MessageReading(List.of(notice(JSON.readTree(message.body()))), List.of());
    } catch (IOException e) {
      throw new UnreadableMessageException("it is no JSON");
    }
  }

  private ProviderNotice notice(JsonNode body) {
    ProviderStatus status =
        ProviderStatus.valueOf(body.get("status").textValue().toUpperCase(Locale.ROOT));
    ProviderPosition position =
        partner.profile().numbers()
            ? new ProviderPosition(Optional.of(body.get("number").longValue()), Optional.empty())
            : new ProviderPosition(
                Optional.empty(), Optional.of(Instant.parse(body.get("at").textValue())));
    ProviderStatement statement =
        new ProviderStatement(
            Optional.of(body.get("id").textValue()),
            status,
            body.get("status").textValue(),
            Optional.of(Money.of(body.get("amount").textValue(), body.get("currency").textValue())),
            Optional.empty(),
            Optional.empty());
    return new ProviderNotice(
        body.get("event").textValue(),
        Optional.of("payout"),
        Optional.of(body.get("reference").textValue()),
        statement,
        true,
        position,
        body);
  }

  @Override
  public boolean confirmsTerminalEvents() {
    return partner.profile().confirms();
  }

  @Override
  public Optional<ReportSource> reportSource() {
    return Optional.empty();
  }
}
