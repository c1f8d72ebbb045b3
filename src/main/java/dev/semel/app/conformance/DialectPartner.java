// What a partner does, whatever its dialect.
package dev.semel.app.conformance;

import dev.semel.app.conformance.Dialect.Answer;
import dev.semel.app.conformance.Dialect.Call;
import dev.semel.app.conformance.Dialect.Does;
import dev.semel.app.conformance.Phrase.MissingValueException;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What a partner does: it makes payments and moves their money, remembers, tells, and fails as the
 * script says. The dialect says only how it is said.
 */
final class DialectPartner {
  private final Dialect dialect;
  private final Script script;
  private final VirtualClock clock;
  private final Ledger ledger;
  private final Wording wording;
  private final Tokens tokens;
  private final Messages messages;
  private final KnownPayments known;
  private final Map<String, Map<String, String>> steps = new HashMap<>();
  private final Map<String, Reply> storedErrors = new HashMap<>();
  private boolean acted;
  private boolean tokenKept;

  DialectPartner(
      Dialect dialect,
      Script script,
      VirtualClock clock,
      Ledger ledger,
      Wording wording,
      Messages messages) {
    this.dialect = dialect;
    this.script = script;
    this.clock = clock;
    this.ledger = ledger;
    this.wording = wording;
    this.messages = messages;
    this.tokens = new Tokens(clock, wording);
    this.known = new KnownPayments(dialect, script, clock, ledger);
  }

  /** A request with what its templates may say. */
  private record Request(Call call, Places places) {
    Optional<String> text(String name) {
      String text = call.texts().get(name);
      return text == null ? Optional.empty() : Phrase.text(text, places);
    }

    String needed(String name) {
      return text(name).orElseThrow(() -> new MissingValueException("the " + name + " is missing"));
    }
  }

  /** Answers a request, or does not. */
  synchronized Reply answer(Asked asked) {
    for (Call call : dialect.calls()) {
      Optional<Map<String, String>> inPath = asked.fits(call.when());
      if (inPath.isPresent()) {
        return answer(asked, call, asked.places(inPath.get()).or(wording.everywhere()));
      }
    }
    ledger.complain("this partner has no call that takes " + asked.method() + " " + asked.path());
    return Reply.answer(404, Map.of(), new byte[0]);
  }

  private Reply answer(Asked asked, Call call, Places places) {
    try {
      if (!tokens.admit(call.auth().orElse(dialect.auth()), asked)) {
        return wording.write(dialect.unauthorized(), places, "");
      }
      Places all = used(call, places);
      return serve(new Request(call, all));
    } catch (NoSuchStepException e) {
      return call.first("missing")
          .map(answer -> wording.write(answer, places, ""))
          .orElseGet(() -> Reply.answer(404, Map.of(), new byte[0]));
    } catch (MissingValueException e) {
      ledger.complain("in '" + call.name() + "' " + e.getMessage());
      return Reply.answer(400, Map.of(), new byte[0]);
    }
  }

  /** A request names a step that was never made. */
  private static final class NoSuchStepException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoSuchStepException() {
      super("no such step", null, false, false);
    }
  }

  private Places used(Call call, Places places) {
    Map<String, String> values = new HashMap<>();
    call.use()
        .forEach(
            (name, template) -> {
              String id = Phrase.text(template, places).orElse("");
              Map<String, String> step = steps.get(id);
              if (step == null) {
                throw new NoSuchStepException();
              }
              values.put(name + ".id", id);
              step.forEach((key, value) -> values.put(name + "." + key, value));
            });
    return Places.of(values).or(places);
  }

  private Reply serve(Request request) {
    return switch (request.call().does()) {
      case PAY -> pay(request);
      case DRAFT, STEP -> prepare(request);
      case TOKEN ->
          wording.write(
              answer(request.call(), "accepted"),
              Places.of(Map.of("token", tokens.issue(request.call().lasts()))),
              "");
      case FIND -> find(request);
      case LIST -> list(request);
      case ASK -> ask(request);
    };
  }

  private static Answer answer(Call call, String name) {
    return call.first(name)
        .orElseThrow(() -> new MissingValueException("the dialect has no answer '" + name + "'"));
  }

  private Optional<Act> act(boolean atSteps) {
    if (script.atSteps() != atSteps || (acted && !script.act().lasting())) {
      return Optional.empty();
    }
    acted = true;
    return Optional.of(script.act());
  }

  private Reply prepare(Request request) {
    Act act = act(true).orElse(Act.WELL);
    if (act.tokenGone()) {
      return tokenGone(request);
    }
    Reply reply =
        act.processed() == 0
            ? Reply.none(act.manner())
            : request.call().does() == Does.STEP ? step(request) : made(request, false);
    return act.manner() == Reply.Manner.ANSWER ? reply : Reply.none(act.manner());
  }

  private Reply tokenGone(Request request) {
    tokens.revoke();
    return wording.write(dialect.unauthorized(), request.places(), "");
  }

  /** A token that was got for the very request is not got twice: it has to be one that was kept. */
  private Reply busyFirst(Request request) {
    tokenKept = true;
    acted = false;
    return wording.write(answer(request.call(), "busy"), request.places(), "");
  }

  private Reply step(Request request) {
    String id = request.text("id").orElseGet(() -> UUID.randomUUID().toString());
    Map<String, String> kept = kept(request);
    steps.put(id, kept);
    Map<String, String> values = new HashMap<>();
    values.put("step.id", id);
    kept.forEach((key, value) -> values.put("step." + key, value));
    Places places = Places.of(values).or(request.places());
    return wording.write(answer(request.call(), "accepted"), places, "");
  }

  private static Map<String, String> kept(Request request) {
    Map<String, String> kept = new LinkedHashMap<>();
    request
        .call()
        .keep()
        .forEach(
            (name, template) ->
                Phrase.text(template, request.places()).ifPresent(value -> kept.put(name, value)));
    return kept;
  }

  private Reply pay(Request request) {
    ledger.payRequested();
    Act act = act(false).orElse(Act.WELL);
    if (act.tokenGone()) {
      return tokenKept || dialect.hasSteps() ? tokenGone(request) : busyFirst(request);
    }
    Reply reply = Reply.none(act.manner());
    for (int i = 0; i < act.processed(); i++) {
      reply = request.call().texts().containsKey("payment") ? moved(request) : made(request, true);
    }
    if (act.instead().isPresent()) {
      Places places = known.latest().map(p -> about(p, request.places())).orElse(request.places());
      reply =
          wording.write(
              act.instead().get(), places, known.latest().map(DialectPartner::word).orElse(""));
      storeError(request, reply);
    }
    if (act.tellsFirst() && known.latest().isPresent()) {
      Payment payment = known.latest().get();
      reply = reply.after(() -> tellFirst(payment));
    }
    return act.manner() == Reply.Manner.ANSWER ? reply : Reply.none(act.manner());
  }

  private void tellFirst(Payment payment) {
    synchronized (this) {
      payment.become(dialect.firstTold(), false, clock.instant());
    }
    messages.tell(payment);
  }

  private void storeError(Request request, Reply reply) {
    if (dialect.memory().errors() && reply.status() >= 500) {
      repeatOf(request).ifPresent(repeat -> storedErrors.put(repeat, reply));
    }
  }

  private static Optional<String> repeatOf(Request request) {
    return request.text("repeat").or(() -> request.text("reference"));
  }

  private static String word(Payment payment) {
    return payment.stage().word();
  }

  private Places about(Payment payment, Places places) {
    return payment.places(dialect, Map.of()).or(places);
  }

  private Reply told(Request request, String answer, Payment payment) {
    return wording.write(
        answer(request.call(), answer), about(payment, request.places()), word(payment));
  }

  /** Makes a payment, unless the partner knows it already. */
  private Reply made(Request request, boolean moves) {
    String reference = request.needed("reference");
    String repeat = repeatOf(request).orElse(reference);
    Reply error = storedErrors.get(repeat);
    if (error != null) {
      return error;
    }
    Optional<Payment> before = known.repeatedBy(repeat);
    if (before.isPresent()) {
      return again(request, before.get());
    }
    String currency = currency(request.needed("currency"));
    Places withCurrency = Places.of(Map.of("currency", currency)).or(request.places());
    String amount = new Request(request.call(), withCurrency).needed("amount");
    Money money = money(amount, currency);
    String id = Phrase.text(dialect.id(), wording.everywhere()).orElseThrow();
    Payment payment =
        new Payment(id, reference, repeat, money, kept(request), false, clock.instant());
    if (dialect.has(Does.LIST) && ledger.ours().isEmpty()) {
      ledger.addOthers(money);
    }
    ledger.add(payment);
    if (moves) {
      move(payment);
    }
    Reply reply = told(request, "accepted", payment);
    payment.store(reply);
    return reply;
  }

  private static String currency(String text) {
    return CurrencyCode.find(text.toUpperCase(Locale.ROOT))
        .orElseThrow(() -> new MissingValueException("'" + text + "' is no currency"))
        .code();
  }

  private static Money money(String amount, String currency) {
    try {
      return new Money(new BigDecimal(amount), CurrencyCode.of(currency));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new MissingValueException("'" + amount + "' is no amount of " + currency);
    }
  }

  private Reply again(Request request, Payment before) {
    if (request.call().first("duplicate").isPresent()) {
      return told(request, "duplicate", before);
    }
    return before
        .stored()
        .filter(_ -> dialect.memory().stored())
        .orElseGet(() -> told(request, "accepted", before));
  }

  /** Moves the money of a draft. */
  private Reply moved(Request request) {
    Optional<Payment> draft = known.named(request.needed("payment"), request.call().byReference());
    if (draft.isEmpty()) {
      return request
          .call()
          .first("missing")
          .map(answer -> wording.write(answer, request.places(), ""))
          .orElseGet(() -> Reply.answer(404, Map.of(), new byte[0]));
    }
    Payment payment = draft.get();
    if (payment.movedAt().isPresent()) {
      return again(request, payment);
    }
    move(payment);
    return told(request, "accepted", payment);
  }

  private void move(Payment payment) {
    payment.move(clock.instant());
    script.fate().steps().forEach(step -> clock.in(step.after(), () -> change(payment, step)));
  }

  private void change(Payment payment, Fate.Step step) {
    synchronized (this) {
      payment.become(step.stage(), step.strange(), clock.instant());
    }
    if (script.tells() && !step.strange() && dialect.tells(step.stage())) {
      messages.tell(payment);
    }
  }

  /** A payment that is asked about; empty where it does not show. */
  private Optional<Payment> shown(Request request) {
    ledger.questioned();
    boolean byId = request.call().texts().containsKey("payment") && !request.call().byReference();
    String place = request.call().texts().containsKey("payment") ? "payment" : "reference";
    return known
        .named(request.needed(place), !byId)
        .filter(payment -> byId || known.shows(payment));
  }

  private Reply find(Request request) {
    return shown(request)
        .map(payment -> told(request, "found", payment))
        .orElseGet(
            () -> wording.write(answer(request.call(), "absent"), request.places(), "absent"));
  }

  private Reply list(Request request) {
    ledger.questioned();
    Listing listing = new Listing(request.call(), request.places(), known.listed());
    Places page =
        listing.page(payment -> payment.places(dialect, Map.of()).or(wording.everywhere()));
    return wording.write(answer(request.call(), "listed"), page.or(request.places()), "");
  }

  private Reply ask(Request request) {
    Optional<Payment> payment = shown(request);
    messages.answerLater(request.call(), payment, request.places());
    return wording.write(answer(request.call(), "taken"), request.places(), "");
  }
}
