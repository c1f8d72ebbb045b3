// What the rules of a file make of a sample.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatement.MoneyBack;
import dev.semel.domain.WireNames;
import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.UnreadableMessageException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the rules of a file make of a sample.
 *
 * @param word the meaning in one word
 * @param why how the rules come to it
 * @param values what was read, by name
 */
record SampleMeaning(String word, String why, Map<String, String> values) {
  private static final List<AnswerMeaning> CARRY =
      List.of(AnswerMeaning.ACCEPTED, AnswerMeaning.FOUND);
  private static final List<String> TIMES = List.of("occurred_at");
  static final String READ = "read";
  static final String UNREADABLE = "unreadable";

  SampleMeaning {
    values = Map.copyOf(values);
  }

  /**
   * The meaning of an answer.
   *
   * @param words what status words mean; empty for a step before the submission, which reads no
   *     payout
   */
  static SampleMeaning ofAnswer(Endpoint endpoint, Optional<StatusWords> words, Answer answer) {
    Optional<AnswerRule> first = AnswerRule.first(endpoint.answers(), answer);
    if (first.isEmpty()) {
      return new SampleMeaning("unknown", "no rule fits", Map.of());
    }
    AnswerRule rule = first.get();
    String why = "rule number " + (endpoint.answers().indexOf(rule) + 1);
    String word = WireNames.of(rule.is());
    if (CARRY.contains(rule.is())) {
      try {
        return new SampleMeaning(
            word, why, values(endpoint.readOf(rule).read(answer.json()), words));
      } catch (UnreadableMessageException e) {
        return new SampleMeaning("unknown", why + ", but " + e.getMessage(), Map.of());
      }
    }
    return new SampleMeaning(word, why, explained(rule, answer));
  }

  /** What a rule says besides: why it was refused, or which payout is the original. */
  private static Map<String, String> explained(AnswerRule rule, Answer answer) {
    Map<String, String> values = new HashMap<>();
    values.put("code", rule.codeIn(answer));
    rule.messageIn(answer).ifPresent(message -> values.put("message", message));
    try {
      if (rule.read().isPresent()) {
        rule.read().get().read(answer.json()).text("id").ifPresent(id -> values.put("id", id));
      }
    } catch (UnreadableMessageException e) {
      return values;
    }
    return values;
  }

  static SampleMeaning ofMessage(WebhookTerms terms, StatusWords words, Answer message) {
    boolean test = terms.testMessages().map(condition -> condition.fits(message)).orElse(false);
    if (test) {
      return new SampleMeaning("test", "test_messages", Map.of());
    }
    JsonNode events = message.json().at(terms.events());
    return events.isObject()
        ? ofRows(List.of(events), terms.read(), words, terms::saysNotHowMuch)
        : ofArray(events, terms.read(), words, terms::saysNotHowMuch);
  }

  private static SampleMeaning ofArray(
      JsonNode rows, ReadRules read, StatusWords words, Predicate<ProviderStatement> lacking) {
    return rows.isArray()
        ? ofRows(rows.valueStream().toList(), read, words, lacking)
        : new SampleMeaning(UNREADABLE, "there is nothing where the file says", Map.of());
  }

  private static SampleMeaning ofRows(
      List<JsonNode> rows,
      ReadRules read,
      StatusWords words,
      Predicate<ProviderStatement> lacking) {
    Map<String, String> first = Map.of();
    try {
      for (int i = 0; i < rows.size(); i++) {
        ReadValues found = read.read(rows.get(i));
        if (lacking.test(found.statement(words, Optional.empty()))) {
          return new SampleMeaning(UNREADABLE, "it does not say how much", Map.of());
        }
        Map<String, String> values = values(found, Optional.of(words));
        first = i == 0 ? values : first;
      }
    } catch (UnreadableMessageException e) {
      return new SampleMeaning(UNREADABLE, String.valueOf(e.getMessage()), Map.of());
    }
    return new SampleMeaning(READ, "it is as promised", first);
  }

  private static Map<String, String> values(ReadValues read, Optional<StatusWords> words)
      throws UnreadableMessageException {
    Map<String, String> values = new HashMap<>();
    read.values()
        .keySet()
        .forEach(name -> read.text(name).ifPresent(value -> values.put(name, value)));
    if (words.isPresent()) {
      ProviderStatement statement = read.statement(words.get(), Optional.empty());
      values.put("stands", WireNames.of(statement.status()));
      statement.money().map(Money::decimal).ifPresent(amount -> values.put("amount", amount));
      if (statement.back() instanceof MoneyBack.Apart apart) {
        apart.told().map(Money::decimal).ifPresent(told -> values.put("returned_amount", told));
      }
      for (String name : TIMES) {
        time(read, name).ifPresent(at -> values.put(name, at));
      }
    }
    return values;
  }

  /** A day that the calendar does not have counts as no time. */
  private static Optional<String> time(ReadValues read, String name)
      throws UnreadableMessageException {
    try {
      return read.instant(name).map(Instant::toString);
    } catch (NoSuchDayException e) {
      return Optional.empty();
    }
  }
}
