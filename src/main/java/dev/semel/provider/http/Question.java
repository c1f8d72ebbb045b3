// Asking a partner how a payout stands.
package dev.semel.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.LookupOutcome.Absent;
import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.AnswerRule;
import dev.semel.provider.file.Endpoint;
import dev.semel.provider.file.ReadRules;
import dev.semel.provider.file.ReadValues;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.StatusWords;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.http.Caller.Judged;
import java.net.URI;
import java.util.Optional;

/** A lookup by our reference, or a question by the partner's id. Neither touches the breaker. */
final class Question implements Asking {
  private final Operation operation;
  private final Endpoint endpoint;
  private final StatusWords words;
  private final RequestWriter writer;
  private final Caller caller;

  Question(
      Operation operation,
      Endpoint endpoint,
      StatusWords words,
      RequestWriter writer,
      Caller caller) {
    this.operation = operation;
    this.endpoint = endpoint;
    this.words = words;
    this.writer = writer;
    this.caller = caller;
  }

  @Override
  public LookupOutcome ask(ProviderQuery query, TemplateValues values) {
    return ask(query, () -> writer.write(endpoint.request(), values, query.correlationId()));
  }

  /** The same question at an address that the partner gave in an answer, if we may ask there. */
  LookupOutcome askAt(
      SubmitOutcome.OriginalAt original, ProviderQuery query, TemplateValues values) {
    Optional<URI> address = writer.mayBeAsked(original);
    if (address.isEmpty()) {
      String why =
          "the partner has our reference, and names an address for it that is not its own: it was"
              + " not asked there";
      return new Unclear(why, Optional.of(why));
    }
    return ask(
        query,
        () -> writer.write(endpoint.request(), address.get(), values, query.correlationId()));
  }

  /** Makes a request, or says which value for it is missing. */
  private interface Writing {
    OutboundRequest write() throws RenderingException;
  }

  private LookupOutcome ask(ProviderQuery query, Writing writing) {
    try {
      OutboundRequest request = writing.write();
      return caller.call(
          operation, CallSubject.of(query), request, transfer -> judge(transfer, query));
    } catch (RenderingException e) {
      return new Unclear("the question could not be made: " + e.getMessage());
    }
  }

  private Judged<LookupOutcome> judge(Transfer transfer, ProviderQuery query) {
    LookupOutcome outcome =
        switch (transfer) {
          case Transfer.NotConnected not -> new Unclear(not.reason());
          case Transfer.Withheld held -> new Unclear(held.reason());
          case Transfer.NoAnswer none -> new Unclear(none.reason());
          case Transfer.Answered answered -> meaning(Answers.of(answered), query);
        };
    return switch (outcome) {
      case Found _ -> new Judged<>(outcome, "found", Optional.empty());
      case Absent _ -> new Judged<>(outcome, "absent", Optional.empty());
      case Unclear unclear -> new Judged<>(outcome, "unclear", Optional.of(unclear.reason()));
    };
  }

  private LookupOutcome meaning(Answer answer, ProviderQuery query) {
    Optional<AnswerRule> rule = AnswerRule.first(endpoint.answers(), answer);
    if (rule.isEmpty()) {
      return new Unclear(Answers.notUnderstood(answer));
    }
    return switch (rule.get().is()) {
      case FOUND -> found(rule.get(), answer, query);
      case ABSENT -> new Absent();
      case PENDING -> new Unclear("the result comes later by webhook");
      case UNKNOWN -> new Unclear("the provider's file says that this answer tells nothing");
      case ACCEPTED, REFUSED, DUPLICATE, BUSY, THROTTLED, PLATFORM_FAULT ->
          throw new IllegalStateException("a lookup has no rule for " + rule.get().is());
    };
  }

  private LookupOutcome found(AnswerRule rule, Answer answer, ProviderQuery query) {
    Optional<String> id =
        operation == Operation.STATUS ? query.providerPayoutId() : Optional.empty();
    return found(endpoint.readOf(rule), answer.json(), query, id, words);
  }

  /**
   * What is read of a payout that was found, unless it is another one than was asked for.
   *
   * @param id the partner's id of the payout that was asked for by it
   */
  static LookupOutcome found(
      ReadRules read,
      JsonNode payout,
      ProviderQuery query,
      Optional<String> id,
      StatusWords words) {
    try {
      ReadValues values = read.read(payout);
      boolean otherReference = differs(values.text("reference"), Optional.of(query.reference()));
      if (otherReference || differs(values.text("id"), id)) {
        return new Unclear("the answer is about another payout than the one asked for");
      }
      return new Found(values.statement(words, Optional.of(query.currency())));
    } catch (UnreadableMessageException e) {
      return new Unclear("the answer is not as promised: " + e.getMessage());
    }
  }

  private static boolean differs(Optional<String> read, Optional<String> asked) {
    return read.isPresent() && asked.isPresent() && !read.equals(asked);
  }
}
