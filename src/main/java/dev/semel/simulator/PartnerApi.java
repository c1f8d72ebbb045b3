// What a client of the partner can call.
package dev.semel.simulator;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/payouts}, {@code GET /v1/payouts?client_reference=}, {@code GET /v1/payouts/{id}}
 * and {@code GET /v1/reports/{date}}. Every request is in the journal, and the journal on disk,
 * before it is answered. Used by the event loop alone.
 */
final class PartnerApi {

  private record Listing(List<Payout.View> data) {}

  private final SimulatorConfig config;
  private final Ledger ledger;
  private final FaultPlan plan;
  private final SubmitPayout submitPayout;
  private final AnswerWriter writer;
  private final Supplier<Future<Void>> flushed;
  private final Function<Duration, Future<Void>> outage;
  private final InstantSource clock;

  PartnerApi(
      SimulatorConfig config,
      Ledger ledger,
      FaultPlan plan,
      SubmitPayout submitPayout,
      AnswerWriter writer,
      Supplier<Future<Void>> flushed,
      Function<Duration, Future<Void>> outage,
      InstantSource clock) {
    this.config = config;
    this.ledger = ledger;
    this.plan = plan;
    this.submitPayout = submitPayout;
    this.writer = writer;
    this.flushed = flushed;
    this.outage = outage;
    this.clock = clock;
  }

  /** Takes one request, body included. */
  void handle(HttpServerRequest request) {
    request
        .body()
        .onSuccess(body -> route(request, body.getBytes()))
        .onFailure(_ -> AnswerWriter.reset(request));
  }

  private void route(HttpServerRequest request, byte[] body) {
    String path = request.path();
    if (!("Bearer " + config.apiKey()).equals(request.getHeader("Authorization"))) {
      record(request, null, body);
      plainly(request, Answer.problem(401, "invalid_api_key", "The API key is not valid."));
    } else if (request.method().equals(HttpMethod.POST) && path.equals("/v1/payouts")) {
      submit(request, body);
    } else if (!request.method().equals(HttpMethod.GET)) {
      record(request, null, body);
      plainly(request, noSuchPath());
    } else if (path.equals("/v1/payouts")) {
      lookUp(request, body);
    } else if (path.startsWith("/v1/payouts/")) {
      String id = path.substring("/v1/payouts/".length());
      Payout payout = ledger.byId(id);
      String reference = payout == null ? null : payout.clientReference();
      FaultPlan.Operation status = FaultPlan.Operation.STATUS;
      query(request, body, status, reference, () -> byId(id));
    } else if (path.startsWith("/v1/reports/")) {
      String date = path.substring("/v1/reports/".length());
      query(request, body, FaultPlan.Operation.REPORT, null, () -> report(date));
    } else {
      record(request, null, body);
      plainly(request, noSuchPath());
    }
  }

  private void submit(HttpServerRequest request, byte[] body) {
    PayoutRequest asked;
    try {
      asked = PayoutRequest.parse(body);
    } catch (InvalidRequest invalid) {
      record(request, null, body);
      plainly(
          request, Answer.problem(400, "invalid_request", String.valueOf(invalid.getMessage())));
      return;
    }
    FaultPlan.Choice choice = plan.forSubmission(asked);
    if (choice.fault().effect() instanceof Effect.Drop) {
      AnswerWriter.reset(request);
      return;
    }
    record(request, asked.clientReference(), body);
    SubmitPayout.Outcome outcome =
        submitPayout.submit(asked, request.getHeader("Idempotency-Key"), choice);
    Future<Void> sent =
        outcome
            .first()
            .eventually(flushed)
            .compose(
                _ -> writer.send(request, outcome.answer(), outcome.delivery(), choice.params()))
            .onFailure(_ -> AnswerWriter.reset(request));
    if (choice.fault().effect() instanceof Effect.Outage) {
      Duration lasting =
          choice.params().seconds() == null
              ? choice.params().time(config.timings().outage())
              : Duration.ofSeconds(choice.params().secondsOr(0));
      sent.eventually(() -> outage.apply(lasting));
    }
  }

  private void lookUp(HttpServerRequest request, byte[] body) {
    String reference = request.getParam("client_reference");
    if (reference == null) {
      record(request, null, body);
      plainly(
          request, Answer.problem(400, "invalid_request", "Name one client_reference to look up."));
      return;
    }
    query(request, body, FaultPlan.Operation.LOOKUP, reference, () -> byReference(reference));
  }

  private void query(
      HttpServerRequest request,
      byte[] body,
      FaultPlan.Operation operation,
      @Nullable String reference,
      Supplier<Answer> answer) {
    FaultPlan.Choice choice = plan.forQuery(operation, reference == null ? "" : reference);
    Effect effect = choice.fault().effect();
    if (effect instanceof Effect.Drop) {
      AnswerWriter.reset(request);
      return;
    }
    record(request, reference, body);
    if (effect instanceof Effect.Refuse refuse) {
      plainly(request, SubmitPayout.refusal(refuse, choice.params()));
      return;
    }
    Delivery delivery = effect instanceof Effect.Deliver spoiled ? spoiled.how() : Delivery.PLAINLY;
    send(request, answer.get(), delivery, choice.params());
  }

  private Answer byReference(String reference) {
    Instant now = clock.instant();
    List<Payout.View> visible =
        ledger.byReference(reference).stream()
            .filter(payout -> !payout.visibleAt().isAfter(now))
            .map(Payout::view)
            .toList();
    return visible.isEmpty() && !config.emptyList()
        ? Answer.problem(404, "payout_not_found", "No payout has this client_reference.")
        : Answer.of(200, new Listing(visible));
  }

  private Answer byId(String id) {
    Payout payout = ledger.byId(id);
    return payout == null
        ? Answer.problem(404, "payout_not_found", "No payout has this id.")
        : Answer.of(200, payout.view());
  }

  private Answer report(String date) {
    try {
      return Answer.of(200, ReportPage.of(LocalDate.parse(date), ledger));
    } catch (DateTimeParseException notADate) {
      return Answer.problem(400, "invalid_request", "The date must look like 2026-11-30.");
    }
  }

  private static Answer noSuchPath() {
    return Answer.problem(404, "no_such_path", "The partner has nothing here.");
  }

  private void plainly(HttpServerRequest request, Answer answer) {
    send(request, answer, Delivery.PLAINLY, FaultParams.NONE);
  }

  // An answer that could not be backed by the disk is not given at all.
  private void send(
      HttpServerRequest request, Answer answer, Delivery delivery, FaultParams params) {
    flushed
        .get()
        .compose(_ -> writer.send(request, answer, delivery, params))
        .onFailure(_ -> AnswerWriter.reset(request));
  }

  private void record(HttpServerRequest request, @Nullable String reference, byte[] body) {
    Map<String, String> headers = new TreeMap<>();
    for (Map.Entry<String, String> header : request.headers()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (!name.equals("authorization")) {
        headers.put(name, header.getValue());
      }
    }
    ledger.record(
        new JournalEntry.Received(
            clock.instant().truncatedTo(ChronoUnit.MICROS),
            request.method().name(),
            request.uri(),
            reference,
            headers,
            new String(body, StandardCharsets.UTF_8)));
  }
}
