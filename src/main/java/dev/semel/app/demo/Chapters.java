// The story: every path that a payout can take, as chapters of scenes.
package dev.semel.app.demo;

import dev.semel.app.demo.Partner.Mood;
import dev.semel.app.demo.Scene.Ask;
import dev.semel.app.demo.Scene.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes the story down. The last four digits of an account ask the simulator for what happens. */
final class Chapters {
  private final List<Chapter> chapters = new ArrayList<>();
  private int scenes;

  private Chapters() {}

  /** The whole story. */
  static List<Chapter> all() {
    Chapters story = new Chapters();
    story.asItShouldBe();
    story.lostAnswer();
    story.uselessAnswers();
    story.refusals();
    story.outage();
    story.webhooks();
    story.clientDecides();
    story.reportWithMistakes();
    return story.chapters;
  }

  private void asItShouldBe() {
    add(
        "As it should be",
        "A payout is accepted, submitted once and paid. Asking twenty times changes nothing.",
        Mood.WELL,
        scene("accepted and paid", "pays it", "0001", Asks::once, Ending.in("paid")),
        scene(
            "twenty parallel creates, one key",
            "gets it once, pays it once",
            "0001",
            Asks::twentyTimesAtOnce,
            Ending.in("paid")));
  }

  /** The seed of this program: a time-out of a payout that the partner did accept. */
  private void lostAnswer() {
    add(
        "The answer is lost",
        "The partner takes the payout and never answers. Did it get it? Nobody may guess.",
        Mood.SLOW,
        scene(
                Timeline.TITLE,
                "accepts it, never answers, shows it late",
                "0002",
                Asks::once,
                Ending.in("paid")
                    .after("lookup_absent", "lookup_found", "!provider_says_processing"))
            .on("lookup_found", (stage, _, _) -> stage.partner().webhooksUp())
            .on("provider_says_paid", Chapters::sendLateProcessing));
  }

  private static void sendLateProcessing(Stage stage, Scene scene, String payoutId) {
    stage.narrator().note(scene.number(), "and now the partner's delayed \"processing\" arrives");
    stage.partner().sendLateWebhook(stage.clientReference(payoutId), "processing", 2);
  }

  private void uselessAnswers() {
    add(
        "Answers that tell nothing",
        "Each of these leaves the outcome unknown, and the partner's webhooks are down, too. Semel"
            + " looks each payout up, and resends only what is absent for certain.",
        Mood.MUTE,
        scene(
            "504 after accepting",
            "has it, a gateway says 504",
            "0003",
            Asks::once,
            Ending.in("paid")),
        scene(
            "reset after accepting",
            "has it, the line breaks",
            "0004",
            Asks::once,
            Ending.in("paid")),
        scene(
            "answered with HTML",
            "has it, answers a web page",
            "0005",
            Asks::once,
            Ending.in("paid")),
        scene(
            "half an answer",
            "has it, the answer breaks off",
            "0006",
            Asks::once,
            Ending.in("paid")),
        scene(
            "never received: resent, paid once",
            "never gets it",
            "0007",
            Asks::once,
            Ending.in("paid").after("absence_confirmed")),
        scene(
            "visible late",
            "has it, and shows it after 2 s",
            "0021",
            Asks::once,
            Ending.in("paid").after("lookup_absent")),
        scene(
            "visible too late, so resent: a duplicate",
            "shows it after 6 s, not within 3 s",
            "0022",
            Asks::once,
            Ending.in("paid").after("absence_confirmed", "duplicate_reference")));
  }

  private void refusals() {
    add(
        "No, not now, and our own fault",
        "A refusal is final. Busy is tried again. Our own fault waits for our people, and the"
            + " customer is not told that it failed.",
        Mood.WELL,
        scene("refused: beneficiary_blocked", "says no", "0012", Asks::once, Ending.in("failed")),
        scene(
            "refused under a 500: account_closed",
            "says no, with status 500",
            "0014",
            Asks::once,
            Ending.in("failed")),
        scene(
            "busy: 429 with Retry-After, twice",
            "takes it at the third try",
            "0017",
            Asks::once,
            Ending.in("paid").after("busy")),
        scene(
            "held: our float was short",
            "says insufficient_float",
            "0015",
            Asks::once,
            Ending.in("held")));
  }

  private void outage() {
    add(
        "The partner is away",
        "Nobody listens for a moment. What was never sent may be sent again without a question.",
        Mood.WELL,
        scene(
            "connections refused for a moment: resent",
            "is away for 1.5 s",
            "0001",
            Asks::whilePartnerIsAway,
            Ending.in("paid").after("not_sent")));
  }

  private void webhooks() {
    add(
        "Webhooks as they come",
        "Twice, too late, too early: what a webhook says is weighed against what is known.",
        Mood.WELL,
        scene("each webhook three times", "repeats itself", "0031", Asks::once, Ending.in("paid")),
        scene(
            "\"processing\" after \"paid\"",
            "mixes up the order",
            "0032",
            Asks::once,
            Ending.in("paid").after("!provider_says_processing")),
        scene("webhook before the answer", "is quick", "0033", Asks::once, Ending.in("paid")),
        scene(
            "paid, then returned",
            "pays it; the money comes back",
            "0024",
            Asks::once,
            Ending.in("returned")));
  }

  private void clientDecides() {
    add(
        "What the client decides",
        "Nothing is sent before the sender's payment has cleared, nor after its deadline.",
        Mood.WELL,
        scene(
            "funded late; second payment: alert",
            "pays it",
            "0001",
            Asks::thenFundsTwice,
            Ending.in("paid").after("!funds_cleared")),
        scene(
            "cancelled before it was sent",
            "never hears of it",
            "0001",
            Asks::thenCancels,
            Ending.in("cancelled")),
        scene(
            "deadline passed",
            "never hears of it",
            "0001",
            Asks::withDeadline,
            Ending.in("cancelled")));
  }

  private void reportWithMistakes() {
    add(
        "A report with mistakes",
        "The partner pays all four, but its report of the day will tell it differently.",
        Mood.WELL,
        scene("report leaves it out", "forgets it there", "0041", Asks::once, Ending.in("paid")),
        scene("report has another amount", "mistypes it", "0042", Asks::once, Ending.in("paid")),
        scene(
            "report has another status",
            "calls it returned",
            "0043",
            Asks::once,
            Ending.in("paid")),
        scene(
            "report has a foreign row beside",
            "adds a row",
            "0044",
            Asks::once,
            Ending.in("paid")));
  }

  private void add(String title, String about, Mood mood, Scene... played) {
    chapters.add(
        new Chapter("%d. %s".formatted(chapters.size() + 1, title), about, mood, List.of(played)));
  }

  private Scene scene(String title, String partner, String suffix, Ask asks, Ending ending) {
    scenes++;
    String account = "%06d%s".formatted(100 + scenes, suffix);
    return new Scene(scenes, title, partner, account, asks, ending, Map.of());
  }
}
