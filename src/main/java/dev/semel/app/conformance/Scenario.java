// The faults.
package dev.semel.app.conformance;

import dev.semel.app.conformance.Dialect.Answer;
import dev.semel.app.conformance.Dialect.Does;
import dev.semel.domain.WireNames;
import dev.semel.provider.file.ProviderFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The faults through which a provider file is driven, in the order of the table. */
enum Scenario {
  ACCEPTED("plain acceptance"),
  REFUSED("plain refusal"),
  REFUSED_UNDER_5XX("refusal under a 5xx"),
  BUSY("busy"),
  UNREACHABLE("connection refused"),
  RESET("connection reset"),
  SILENCE("accepted, then silence"),
  LOST_CONFIRM("lost confirm in a multi-step flow"),
  LOST_STEP("lost answer of a step before"),
  DUPLICATE_4XX("duplicate as 4xx"),
  DUPLICATE_5XX("duplicate as 5xx"),
  REPLAY("replay of the same request"),
  ERROR("error that says nothing"),
  STORED_ERROR("stored error replayed"),
  HTML("HTML from a proxy"),
  INVISIBLE("accepted and invisible at first"),
  FORGOTTEN("reference forgotten by the time we ask"),
  TOKEN_GONE("access token no longer good"),
  WEBHOOK_FIRST("webhook before the answer"),
  WEBHOOK_UNSIGNED("webhook that nobody signed, or a stranger"),
  LATE_FAILURE("accepted, then failed"),
  LATE_RETURN("late return"),
  UNKNOWN_WORD("unknown status word");

  private static final String[] PAGES = {
    "<html><head><title>Welcome</title></head><body>Please sign in.</body></html>",
    "<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>"
  };

  private final String title;

  Scenario(String title) {
    this.title = title;
  }

  /** How a scenario goes with a partner: plays, or why it does not apply. */
  record Cast(List<Play> plays, String reason) {
    Cast {
      plays = List.copyOf(plays);
    }
  }

  String title() {
    return title;
  }

  /** The name for the command line. */
  String key() {
    return WireNames.of(this);
  }

  static Optional<Scenario> find(String key) {
    return Arrays.stream(values()).filter(scenario -> scenario.key().equals(key)).findFirst();
  }

  Cast cast(Dialect dialect, ProviderFile file) {
    return switch (this) {
      case ACCEPTED -> accepted();
      case REFUSED -> refusals(dialect, false);
      case REFUSED_UNDER_5XX -> refusals(dialect, true);
      case BUSY -> busy(dialect, file);
      case UNREACHABLE -> play(Play.paid("", Script.of(Act.WELL)).unreachableFirst());
      case RESET -> reset();
      case SILENCE -> play(Play.safe("", Script.of(Act.DONE_IN_SILENCE)));
      case LOST_CONFIRM -> lostConfirm(dialect, file);
      case LOST_STEP -> lostStep(dialect, file);
      case DUPLICATE_4XX -> duplicates(dialect, 400);
      case DUPLICATE_5XX -> duplicates(dialect, 500);
      case REPLAY -> replay(dialect);
      case ERROR -> error(dialect);
      case STORED_ERROR -> storedError(dialect);
      case HTML -> html();
      case INVISIBLE -> invisible(dialect, file);
      case FORGOTTEN -> forgotten(dialect);
      case TOKEN_GONE -> tokenGone(dialect);
      case WEBHOOK_FIRST -> webhookFirst(dialect, file);
      case WEBHOOK_UNSIGNED -> unsigned(dialect, file);
      case LATE_FAILURE -> lateFailure(dialect);
      case LATE_RETURN -> lateReturn(dialect, file);
      case UNKNOWN_WORD -> unknownWord(file);
    };
  }

  private static Cast play(Play... plays) {
    return new Cast(List.of(plays), "");
  }

  private static Cast plays(List<Play> plays, String reasonWhereNone) {
    return new Cast(plays, reasonWhereNone);
  }

  private static Cast not(String reason) {
    return new Cast(List.of(), reason);
  }

  private static String label(List<Answer> all, Answer answer) {
    return all.size() == 1
        ? Integer.toString(answer.status())
        : answer.status() + " #" + (all.indexOf(answer) + 1);
  }

  private static Cast accepted() {
    return play(Play.paid("", Script.of(Act.WELL).telling()));
  }

  private static Cast refusals(Dialect dialect, boolean under5xx) {
    List<Play> plays = new ArrayList<>();
    refusals(dialect, "refused", under5xx, "failed", plays);
    refusals(dialect, "short", under5xx, "held", plays);
    return plays(
        plays,
        under5xx
            ? "this partner refuses under no 5xx"
            : "this partner refuses under no 2xx or 4xx");
  }

  private static void refusals(
      Dialect dialect, String name, boolean under5xx, String end, List<Play> plays) {
    List<Answer> all =
        dialect.pay().all(name).stream()
            .filter(answer -> (answer.status() >= 500) == under5xx)
            .toList();
    String kind = name.equals("short") ? "for our side " : "";
    all.forEach(
        answer ->
            plays.add(
                Play.paid(kind + label(all, answer), Script.of(Act.never(answer))).ending(end)));
  }

  private static Cast busy(Dialect dialect, ProviderFile file) {
    List<Answer> all = dialect.pay().all("busy");
    List<Play> plays = new ArrayList<>();
    for (Answer answer : all) {
      Script not = Script.of(Act.not(answer));
      String label = label(all, answer);
      if (!file.throttles()) {
        plays.add(Play.paid(label, not));
      } else {
        String still = label + ", not processed";
        plays.add(file.recognisesRepeats() ? Play.paid(still, not) : Play.safe(still, not));
        plays.add(Play.safe(label + ", processed", Script.of(Act.doneBut(answer))));
      }
    }
    return plays(plays, "this partner has no answer that promises that nothing was processed");
  }

  private static Cast reset() {
    return play(
        Play.safe("after it was processed", Script.of(Act.DONE_AND_RESET)),
        Play.safe("before it was processed", Script.of(Act.RESET)));
  }

  private static Cast lostConfirm(Dialect dialect, ProviderFile file) {
    return file.prepare().isEmpty() || !dialect.hasSteps()
        ? not("one call does it all")
        : play(
            Play.safe("confirmed", Script.of(Act.DONE_IN_SILENCE)),
            Play.safe("not confirmed", Script.of(Act.SILENCE)));
  }

  private static Cast lostStep(Dialect dialect, ProviderFile file) {
    return file.prepare().isEmpty() || !dialect.hasSteps()
        ? not("one call does it all")
        : play(Play.paid("", Script.of(Act.DONE_IN_SILENCE).inSteps()));
  }

  private static Cast duplicates(Dialect dialect, int from) {
    List<Answer> all = dialect.pay().all("duplicate");
    return plays(
        all.stream()
            .filter(answer -> answer.status() >= from && answer.status() < from + 100)
            .map(answer -> Play.safe(label(all, answer), Script.of(Act.twiceWith(answer))))
            .toList(),
        all.isEmpty()
            ? "this partner never answers that it knows a request"
            : "this partner answers so under " + all.getFirst().status());
  }

  private static Cast replay(Dialect dialect) {
    return !dialect.memory().any()
        ? not("this partner remembers nothing")
        : !dialect.pay().all("duplicate").isEmpty()
            ? not("this partner answers a repeat as a duplicate")
            : play(Play.safe("", Script.of(Act.TWICE)));
  }

  private static Cast error(Dialect dialect) {
    return plays(
        errors(dialect, answer -> !keepsErrors(dialect) || answer.status() < 500),
        "this partner keeps its errors, see the next line");
  }

  private static Cast storedError(Dialect dialect) {
    return plays(
        errors(dialect, answer -> keepsErrors(dialect) && answer.status() >= 500),
        "this partner keeps no errors");
  }

  private static List<Play> errors(Dialect dialect, Predicate<Answer> asked) {
    List<Answer> told = dialect.pay().all("error");
    List<Answer> all = told.isEmpty() ? List.of(Answer.text(503, "text/plain", "")) : told;
    List<Play> plays = new ArrayList<>();
    for (Answer answer : all.stream().filter(asked).toList()) {
      String label = label(all, answer);
      plays.add(Play.safe(label + ", processed", Script.of(Act.doneBut(answer))));
      plays.add(Play.safe(label + ", not processed", Script.of(Act.not(answer))));
    }
    return plays;
  }

  private static boolean keepsErrors(Dialect dialect) {
    return dialect.memory().any() && dialect.memory().errors();
  }

  private static Cast html() {
    Answer ok = Answer.text(200, "text/html; charset=utf-8", PAGES[0]);
    Answer bad = Answer.text(502, "text/html", PAGES[1]);
    return play(
        Play.safe("200, processed", Script.of(Act.doneBut(ok))),
        Play.safe("200, not processed", Script.of(Act.not(ok))),
        Play.safe("502, processed", Script.of(Act.doneBut(bad))));
  }

  private static Cast invisible(Dialect dialect, ProviderFile file) {
    Script script = Script.of(Act.DONE_IN_SILENCE).hiddenFor(dialect.invisibleFor());
    return file.resendIsLookup() || (file.lookup().isEmpty() && file.scan().isEmpty())
        ? not("nobody looks for a payment there")
        : play(Play.safe("for " + Words.span(dialect.invisibleFor()), script));
  }

  private static Cast forgotten(Dialect dialect) {
    Optional<Duration> window = dialect.memory().window();
    return window.isEmpty()
        ? not("nothing says that this partner forgets")
        : play(
            Play.safe("after " + Words.span(window.get()), Script.of(Act.DONE_IN_SILENCE))
                .stoppedFor(window.get().plus(Duration.ofHours(1))));
  }

  private static Cast tokenGone(Dialect dialect) {
    return !dialect.has(Does.TOKEN)
        ? not("this partner gives no tokens that end")
        : dialect.pay().all("busy").isEmpty() && !dialect.hasSteps()
            ? not("the token of the only request is got for it")
            : play(Play.paid("", Script.of(Act.TOKEN_GONE)));
  }

  private static Optional<String> silentPartner(Dialect dialect, ProviderFile file) {
    return dialect.webhook().isEmpty()
        ? Optional.of("this partner sends no messages")
        : file.webhook().isEmpty() ? Optional.of("the file reads no messages") : Optional.empty();
  }

  private static Cast webhookFirst(Dialect dialect, ProviderFile file) {
    Fate fate = dialect.firstTold() == Stage.PAID ? new Fate(List.of()) : Fate.PAYS;
    return silentPartner(dialect, file)
        .map(Scenario::not)
        .orElseGet(() -> play(Play.paid("", Script.of(Act.TOLD_FIRST).with(fate).telling())));
  }

  private static Cast unsigned(Dialect dialect, ProviderFile file) {
    Optional<String> reason = silentPartner(dialect, file);
    if (reason.isPresent()) {
      return not(reason.get());
    }
    Script slow = Script.of(Act.WELL).with(Fate.SLOW);
    List<Play> plays = new ArrayList<>();
    for (Stage claimed : List.of(Stage.PAID, Stage.FAILED, Stage.RETURNED)) {
      if (dialect.tells(claimed)) {
        plays.add(Play.paid("claims " + claimed.word(), slow).forging(claimed));
      }
    }
    return plays(plays, "this partner tells of nothing final");
  }

  private static Cast lateFailure(Dialect dialect) {
    return dialect.words().containsKey(Stage.FAILED)
        ? play(Play.paid("", Script.of(Act.WELL).with(Fate.FAILS)).ending("failed"))
        : not("this partner has no word for it");
  }

  private static Cast lateReturn(Dialect dialect, ProviderFile file) {
    if (!dialect.words().containsKey(Stage.RETURNED)) {
      return not("this partner has no word for it");
    }
    if (!dialect.tells(Stage.RETURNED) || file.webhook().isEmpty()) {
      return not("no message tells of it; the report does");
    }
    return play(Play.paid("", Script.of(Act.WELL).with(Fate.RETURNS).telling()).ending("returned"));
  }

  private static Cast unknownWord(ProviderFile file) {
    return file.lookup().isEmpty() && file.scan().isEmpty() && file.status().isEmpty()
        ? not("nobody is asked how a payment stands")
        : play(Play.paid("", Script.of(Act.WELL).with(Fate.STRANGE)));
  }
}
