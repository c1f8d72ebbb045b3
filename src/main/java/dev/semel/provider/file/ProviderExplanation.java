// A provider file in words.
package dev.semel.provider.file;

import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.ProviderTerms.Repeats;
import dev.semel.domain.WireNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in plain sentences what Semel will do with a partner, for whoever has to vouch for it. */
public final class ProviderExplanation {
  private ProviderExplanation() {}

  /** The sentences, each a paragraph of its own. */
  public static List<String> of(ProviderFile file) {
    List<String> sentences = new ArrayList<>();
    sentences.add(corridors(file));
    sentences.addAll(AuthWords.of(file.auth()));
    sentences.add(unknown(file));
    if (!file.resendIsLookup()) {
      sentences.add(absence(file));
    }
    sentences.add(repeats(file));
    sentences.add(busy(file.terms().retry()));
    if (file.throttles()) {
      sentences.add(throttled(file));
    }
    sentences.add(
        "We never resend after a refusal, and never under another reference while the outcome of a"
            + " request is unknown.");
    sentences.add(breaker(file.breaker()));
    sentences.add(webhook(file.webhook()));
    file.webhook()
        .flatMap(WebhookTerms::results)
        .map(ProviderExplanation::results)
        .ifPresent(sentences::add);
    sentences.addAll(afterPaid(file.terms().afterPaid()));
    sentences.add(ReportWords.of(file.report()));
    return List.copyOf(sentences);
  }

  private static String corridors(ProviderFile file) {
    return file.title()
        + " takes "
        + file.capacity().corridors().stream()
            .map(
                c ->
                    "%s to %s by %s (%s to %s)"
                        .formatted(
                            c.currency(),
                            c.country(),
                            String.join(" or ", c.methods()),
                            c.min().toPlainString(),
                            c.max().toPlainString()))
            .collect(Collectors.joining("; "))
        + ".";
  }

  private static String unknown(ProviderFile file) {
    if (file.resendIsLookup()) {
      return resend(file);
    }
    if (file.scan().isPresent()) {
      return scan(file, file.scan().get());
    }
    if (file.lookup().isEmpty()) {
      return "It can't be asked by our reference: when the outcome of a submission is unknown, a"
          + " webhook or a person has to tell.";
    }
    return "When the outcome of a submission is unknown, we ask by our reference after "
        + file.terms().lookups().stream()
            .map(ProviderExplanation::words)
            .collect(Collectors.joining(", "))
        + ", then a person gets a case. What is found is adopted; nothing is resent.";
  }

  private static String scan(ProviderFile file, Scan scan) {
    String list =
        scan.next().by() == Scan.By.NOTHING
            ? "It is asked for a list of its payouts with our reference"
            : "It can't be asked by our reference: we look for it in a list of its payouts, at most "
                + scan.pages()
                + " pages, which begins "
                + words(scan.margin())
                + " before the payout was first sent";
    String whole =
        scan.next().by().countsItems()
            ? " and only when the list, read twice, was the same both times"
            : " and only when the list was read to its end";
    return list
        + ". When the outcome of a submission is unknown, we do so after "
        + file.terms().lookups().stream()
            .map(ProviderExplanation::words)
            .collect(Collectors.joining(", "))
        + ", then a person gets a case. One payout that has our reference is adopted; of several none"
        + " is, and people are told. That it is not there counts for what is promised below,"
        + whole
        + ".";
  }

  private static String resend(ProviderFile file) {
    return "It can't be asked by our reference. When the outcome of a submission is unknown, the same"
        + " request goes out again, with the same reference and key, after "
        + file.terms().lookups().stream()
            .map(ProviderExplanation::words)
            .collect(Collectors.joining(", "))
        + ", then a person gets a case. Where the first arrived, the partner answers that it has it,"
        + " and we adopt that; where it did not, this one is the payout. A refusal tells nothing of"
        + " the first. No resend is made once the partner may have forgotten the first, or after the"
        + " payout's deadline: then a person decides.";
  }

  private static String absence(ProviderFile file) {
    String never =
        file.throttles() && file.recognisesRepeats()
            ? "the program never resends because it is absent."
            : "the program never resends after an unknown outcome.";
    return file.terms()
        .visibleWithin()
        .map(
            within ->
                "It promises that an accepted payout shows within "
                    + words(within)
                    + ". Two answers in a row that it is absent, both asked later than that, are"
                    + " proof: then the same request goes out again, with the same reference and"
                    + " key.")
        .orElse(
            "It does not promise when an accepted payout shows: that it is absent never proves"
                + " anything, and "
                + never);
  }

  private static String repeats(ProviderFile file) {
    String answer =
        switch (file.terms().repeats()) {
          case REPLAYS_KEY ->
              "A request that it has seen before is answered as the first time"
                  + (file.replaysErrors() ? ", stored errors included" : "");
          case REJECTS_DUPLICATE_REFERENCE ->
              "A reference that it has seen before is refused as a duplicate: then "
                  + (file.resendIsLookup()
                      ? "it has the payout"
                      : "we look the payout up and adopt it");
          case NONE -> "It does not recognise a request that it has seen before";
        };
    boolean none = file.terms().repeats() == Repeats.NONE;
    String memory =
        file.terms()
            .window()
            .map(
                window ->
                    " It remembers for "
                        + words(window)
                        + "; after that a resend would be a new payout, and a person decides.")
            .orElse(none ? "" : " It never forgets.");
    return answer + "." + memory;
  }

  private static String throttled(ProviderFile file) {
    return "Where it asks for patience and does not promise that it did nothing, the outcome is"
        + " unknown: "
        + (file.recognisesRepeats()
            ? "as long as it remembers it, the same request is sent again after the pause where a lookup shows nothing, which it"
                + " recognises."
            : "it is looked up, and never sent again by the program.");
  }

  private static String busy(ProviderTerms.RetryTerms retry) {
    return "A submission that certainly was not processed is tried again, "
        + retry.attempts()
        + " times in all and for at most "
        + words(retry.total())
        + ", with pauses of up to "
        + words(retry.cap())
        + "; then it is held for a person.";
  }

  private static String breaker(ProviderFile.Breaker breaker) {
    return "When %d of the last %d submissions failed or stayed unknown, none is made for %s; then one tells whether it is back."
        .formatted(breaker.failures(), breaker.of(), words(breaker.openFor()));
  }

  private static String webhook(Optional<WebhookTerms> webhook) {
    if (webhook.isEmpty()) {
      return "It sends no messages: we ask how each payout stands.";
    }
    String trust =
        switch (webhook.get().signature()) {
          case WebhookTerms.Unsigned _ -> "Its messages are not signed: they only make us ask.";
          case WebhookTerms.SharedToken _ ->
              "Its messages carry a shared token and are not signed: they only make us ask.";
          case WebhookTerms.Signed signed ->
              "Its messages are signed ("
                  + signed.algorithm().javaName()
                  + ")"
                  + signed
                      .timestamp()
                      .map(t -> ", and may be at most " + words(t.tolerance()) + " old.")
                      .orElse(", without a time, so that an old one can be sent again.");
        };
    String form =
        switch (webhook.get().format()) {
          case JSON -> "";
          case FORM -> " They are form-encoded.";
          case XML -> " They are XML.";
        };
    return trust
        + form
        + (webhook.get().confirmTerminal()
            ? " Before a final state is applied, it is asked."
            : " They are enough for a final state.");
  }

  private static String results(WebhookTerms.Results results) {
    return "An answer to a question may say that its result comes later, by message. Each question"
        + " gives the partner an address of its own for that; what comes there within "
        + words(results.within())
        + " about that payout is the answer to our question, signed or not. Until it comes nothing"
        + " is known, and we ask again as planned.";
  }

  private static List<String> afterPaid(Map<ProviderStatus, ProviderStatus> meanings) {
    return meanings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            meaning ->
                "When it says '"
                    + WireNames.of(meaning.getKey())
                    + "' of a payout that is paid, the money "
                    + (meaning.getValue() == ProviderStatus.RETURNED
                        ? "came back: the payout is returned."
                        : "is on its way back: it is asked, and the payout stays paid until it says"
                            + " that the money came back."))
        .toList();
  }

  static String words(Duration duration) {
    List<String> parts = new ArrayList<>();
    add(parts, duration.toDays(), "day");
    add(parts, duration.toHoursPart(), "hour");
    add(parts, duration.toMinutesPart(), "minute");
    add(parts, duration.toSecondsPart(), "second");
    add(parts, duration.toMillisPart(), "millisecond");
    return String.join(" ", parts);
  }

  private static void add(List<String> parts, long count, String unit) {
    if (count != 0) {
      parts.add(count + " " + unit + (count == 1 ? "" : "s"));
    }
  }
}
