// What tests, the demonstration and people can ask of the simulator behind the partner's back.
package dev.semel.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The truth, the plan of faults, outages, returns, webhooks and report differences. It listens on
 * loopback only and no fault touches it. Used by the event loop alone.
 */
final class ControlApi {

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private record Health(String status, String partner, int partnerPort, boolean webhooks) {}

  private record Told(String eventId, String payoutId, boolean delivered) {}

  private record Account(String suffix, Fault fault, String description) {}

  private final Vertx vertx;
  private final Journal journal;
  private final Ledger ledger;
  private final FaultPlan plan;
  private final PayoutProgress progress;
  private final WebhookSender webhooks;
  private final PartnerListener partner;
  private final Supplier<Future<Void>> flushed;
  private final Supplier<UUID> ids;

  ControlApi(
      Vertx vertx,
      Journal journal,
      Ledger ledger,
      FaultPlan plan,
      PayoutProgress progress,
      WebhookSender webhooks,
      PartnerListener partner,
      Supplier<Future<Void>> flushed,
      Supplier<UUID> ids) {
    this.vertx = vertx;
    this.journal = journal;
    this.ledger = ledger;
    this.plan = plan;
    this.progress = progress;
    this.webhooks = webhooks;
    this.partner = partner;
    this.flushed = flushed;
    this.ids = ids;
  }

  /** Takes one request, body included. */
  void handle(HttpServerRequest request) {
    request
        .body()
        .compose(body -> answer(request, body.getBytes()))
        .recover(failure -> Future.succeededFuture(problem(failure)))
        .compose(answer -> flushed.get().map(answer))
        .onSuccess(
            answer ->
                request
                    .response()
                    .setStatusCode(answer.status())
                    .putHeader("Content-Type", "application/json")
                    .end(Buffer.buffer(answer.body())))
        .onFailure(_ -> request.response().setStatusCode(500).end());
  }

  private Future<Answer> answer(HttpServerRequest request, byte[] body) {
    // A web page that someone on this machine looks at must not reach the control port by a name
    // of its own that resolves to loopback.
    if (request.authority() == null || !LOOPBACK.contains(request.authority().host())) {
      return now(Answer.problem(403, "not_loopback", "Call the control API as 127.0.0.1."));
    }
    String[] parts = request.path().split("/", -1);
    String head = request.method().name() + " /" + parts[1];
    if (parts.length == 2) {
      return collection(head, request, body);
    }
    if (parts.length == 3 && head.equals("GET /truth")) {
      Truth truth = ledger.truth(parts[2]);
      return now(truth == null ? notFound(parts[2]) : Answer.of(200, truth));
    }
    if (parts.length == 4 && head.equals("POST /payouts")) {
      Payout payout = find(parts[2]);
      return now(payout == null ? notFound(parts[2]) : onPayout(payout, parts[3], body));
    }
    return now(noSuchPath());
  }

  private Future<Answer> collection(String what, HttpServerRequest request, byte[] body) {
    return switch (what) {
      case "GET /health" -> now(health());
      case "GET /truth" -> now(Answer.of(200, ledger.truths()));
      case "GET /accounts" -> now(accounts());
      case "GET /requests" -> requests(request.getParam("reference"));
      case "GET /webhooks" -> toldWebhooks();
      case "GET /faults" -> now(Answer.of(200, plan.remaining()));
      case "POST /faults" -> {
        FaultPlan.Planned planned = read(body, FaultPlan.Planned.class);
        plan.add(planned);
        yield now(Answer.of(201, planned));
      }
      case "DELETE /faults" -> {
        plan.clear();
        yield now(Answer.of(200, plan.remaining()));
      }
      case "POST /outage" -> {
        ControlRequests.Outage outage = read(body, ControlRequests.Outage.class);
        yield partner.refuseFor(outage.lasting()).map(_ -> health());
      }
      case "POST /report-differences" ->
          now(differ(read(body, ControlRequests.ReportDifference.class)));
      case "POST /webhook-target" -> {
        ControlRequests.Target target = read(body, ControlRequests.Target.class);
        webhooks.sendTo(new WebhookTarget(target.url(), target.secret()));
        yield now(Answer.of(200, Map.of("url", target.url().toString())));
      }
      default -> now(noSuchPath());
    };
  }

  private Answer onPayout(Payout payout, String action, byte[] body) {
    return switch (action) {
      case "return" -> giveBack(payout, read(body, ControlRequests.Return.class));
      case "webhook" -> sendWebhook(payout, read(body, ControlRequests.Webhook.class));
      default -> noSuchPath();
    };
  }

  private Answer giveBack(Payout payout, ControlRequests.Return asked) {
    int ms = asked.ms() == null ? 0 : asked.ms();
    return progress.returnLater(payout, Duration.ofMillis(ms), asked.amount())
        ? Answer.of(202, payout.view())
        : Answer.problem(409, "not_paid", "Only a paid payout can be returned.");
  }

  private Answer sendWebhook(Payout payout, ControlRequests.Webhook asked) {
    if (!webhooks.hasTarget()) {
      return Answer.problem(409, "no_webhook_target", "Set a webhook target first.");
    }
    PayoutStatus status = asked.status();
    if (status == null) {
      webhooks.sendAgain(payout);
    } else {
      webhooks.send(
          payout.id(),
          new WebhookSender.Event(
              "evt_" + ids.get().toString().replace("-", ""),
              "payout." + status.word(),
              Objects.requireNonNullElse(asked.createdAt(), payout.changedAt()),
              Objects.requireNonNullElse(asked.sequence(), payout.sequence()),
              WebhookSender.data(payout, status)));
    }
    return Answer.of(202, payout.view());
  }

  private Answer differ(ControlRequests.ReportDifference asked) {
    Payout payout = find(asked.payout());
    if (payout == null) {
      return notFound(asked.payout());
    }
    JournalEntry.ReportDiffers differs =
        new JournalEntry.ReportDiffers(
            payout.id(), asked.difference(), asked.amount(), asked.status());
    ledger.record(differs);
    return Answer.of(201, differs);
  }

  /** Reads the journal, so that the memory need not hold every request that ever came. */
  private Future<Answer> requests(@Nullable String reference) {
    return flushed
        .get()
        .compose(
            _ ->
                vertx.executeBlocking(
                    () -> {
                      List<JournalEntry.Received> found = new ArrayList<>();
                      journal.read(
                          entry -> {
                            if (entry instanceof JournalEntry.Received received
                                && concerns(received, reference)) {
                              found.add(received);
                            }
                          });
                      return Answer.of(200, found);
                    }));
  }

  /** Each event once, in the order in which they came up. */
  private Future<Answer> toldWebhooks() {
    return flushed
        .get()
        .compose(
            _ ->
                vertx.executeBlocking(
                    () -> {
                      Map<String, Told> told = new LinkedHashMap<>();
                      journal.read(entry -> learn(told, entry));
                      return Answer.of(200, told.values());
                    }));
  }

  private static void learn(Map<String, Told> told, JournalEntry entry) {
    if (entry instanceof JournalEntry.WebhookQueued queued) {
      told.putIfAbsent(queued.eventId(), new Told(queued.eventId(), queued.payoutId(), false));
    } else if (entry instanceof JournalEntry.WebhookDone done && done.delivered()) {
      told.computeIfPresent(done.eventId(), (id, before) -> new Told(id, before.payoutId(), true));
    }
  }

  private static boolean concerns(JournalEntry.Received received, @Nullable String reference) {
    String named = received.clientReference();
    return reference == null
        || reference.equals(named)
        || (named != null && reference.equals(Ledger.payoutOf(named)));
  }

  private @Nullable Payout find(String idOrReference) {
    Payout payout = ledger.byId(idOrReference);
    List<Payout> byReference = ledger.byReference(idOrReference);
    return payout == null && !byReference.isEmpty() ? byReference.getLast() : payout;
  }

  private Answer health() {
    String listening = partner.isOpen() ? "listening" : "refusing";
    return Answer.of(200, new Health("up", listening, partner.port(), webhooks.hasTarget()));
  }

  private static Answer accounts() {
    return Answer.of(
        200,
        Arrays.stream(Fault.values())
            .map(fault -> new Account(fault.suffix(), fault, fault.description()))
            .toList());
  }

  private static <T> T read(byte[] body, Class<T> type) {
    try {
      return Json.MAPPER.readValue(body.length == 0 ? new byte[] {'{', '}'} : body, type);
    } catch (IOException invalid) {
      throw new UncheckedIOException(invalid);
    }
  }

  private static Answer problem(Throwable failure) {
    Throwable cause =
        failure instanceof UncheckedIOException wrapped ? wrapped.getCause() : failure;
    if (cause instanceof JsonMappingException mapping && mapping.getCause() != null) {
      cause = mapping.getCause();
    }
    if (cause instanceof JsonProcessingException json) {
      return Answer.problem(400, "invalid_request", json.getOriginalMessage());
    }
    return cause instanceof IllegalArgumentException
        ? Answer.problem(400, "invalid_request", String.valueOf(cause.getMessage()))
        : Answer.problem(500, "failed", "The simulator could not do this.");
  }

  private static Answer notFound(String what) {
    return Answer.problem(404, "unknown", "The simulator has never heard of %s.".formatted(what));
  }

  private static Answer noSuchPath() {
    return Answer.problem(404, "no_such_path", "The control API has nothing here.");
  }

  private static Future<Answer> now(Answer answer) {
    return Future.succeededFuture(answer);
  }
}
