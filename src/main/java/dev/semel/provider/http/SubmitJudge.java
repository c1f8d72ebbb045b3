// What the answer to a submission means.
package dev.semel.provider.http;

import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.RetryAfter;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Busy;
import dev.semel.provider.SubmitOutcome.Duplicate;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.PlatformFault;
import dev.semel.provider.SubmitOutcome.Refused;
import dev.semel.provider.SubmitOutcome.Unknown;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.AnswerRule;
import dev.semel.provider.file.Endpoint;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ReadValues;
import dev.semel.provider.http.Caller.Judged;
import dev.semel.provider.http.Submission.Preparation;
import dev.semel.provider.http.SubmissionBreaker.Tells;
import dev.semel.provider.http.SubmissionGate.Ended;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Judges transfers of the submit step and of the steps before it by the rules of a file. Whatever
 * no rule names is unknown.
 */
final class SubmitJudge {
  private static final int SERVER_ERRORS = 500;

  private final ProviderFile file;

  SubmitJudge(ProviderFile file) {
    this.file = file;
  }

  Judged<Ended> submission(Transfer transfer, SubmissionRequest request) {
    return switch (transfer) {
      case Transfer.NotConnected not -> judged(notConnected(not));
      case Transfer.Withheld held -> judged(new HeldBack(held.reason()), false);
      case Transfer.NoAnswer none -> judged(new Unknown(none.reason()), true);
      case Transfer.Answered answered -> {
        Answer answer = Answers.of(answered);
        SubmitOutcome outcome = meaning(file.submit(), answer, Optional.of(request));
        yield judged(outcome, counts(outcome, answer.status()));
      }
    };
  }

  Judged<Preparation> preparation(Transfer transfer, Endpoint.Step step) {
    return switch (transfer) {
      case Transfer.NotConnected not -> stopped(notConnected(not));
      case Transfer.Withheld held -> stopped(new HeldBack(held.reason()), false);
      case Transfer.NoAnswer none -> stopped(new NotSent(none.reason()), true);
      case Transfer.Answered answered -> {
        Answer answer = Answers.of(answered);
        SubmitOutcome outcome = meaning(step.endpoint(), answer, Optional.empty());
        yield outcome instanceof Accepted
            ? prepared(step.endpoint(), answer)
            : stopped(notYetSent(outcome), counts(outcome, answer.status()));
      }
    };
  }

  /** A step that moves no money leaves nothing unknown. */
  private static SubmitOutcome notYetSent(SubmitOutcome outcome) {
    return switch (outcome) {
      case Unknown unknown ->
          unknown
              .patience()
              .<SubmitOutcome>map(patience -> new Busy(unknown.reason(), patience))
              .orElseGet(() -> new NotSent(unknown.reason()));
      case Duplicate _ -> new NotSent("a preparing step says that it was made before");
      case NotSent _, HeldBack _, Accepted _, Refused _, Busy _, PlatformFault _ -> outcome;
    };
  }

  private static Judged<Preparation> prepared(Endpoint step, Answer answer) {
    Map<String, String> values = new HashMap<>();
    try {
      ReadValues read = step.read().read(answer.json());
      read.values().keySet().forEach(name -> read.text(name).ifPresent(v -> values.put(name, v)));
    } catch (UnreadableMessageException e) {
      return stopped(
          new NotSent("the answer of a preparing step is not usable: " + e.getMessage()), true);
    }
    return new Judged<>(new Preparation.Done(values), "accepted", Optional.empty());
  }

  private SubmitOutcome meaning(
      Endpoint endpoint, Answer answer, Optional<SubmissionRequest> request) {
    Optional<AnswerRule> rule = AnswerRule.first(endpoint.answers(), answer);
    if (rule.isEmpty()) {
      return new Unknown(Answers.notUnderstood(answer));
    }
    AnswerRule found = rule.get();
    String code = found.codeIn(answer);
    return switch (found.is()) {
      case ACCEPTED ->
          request.map(r -> accepted(endpoint, found, answer, r)).orElseGet(SubmitJudge::stepDone);
      case REFUSED -> new Refused(code, found.fault(), found.messageIn(answer));
      case DUPLICATE -> duplicate(found, answer);
      case BUSY -> new Busy(code, RetryAfter.of(answer.headers()));
      case PLATFORM_FAULT -> new PlatformFault(code, found.messageIn(answer));
      case THROTTLED ->
          new Unknown(
              "the provider asks for patience, and does not say that it did nothing: " + code,
              Optional.of(RetryAfter.of(answer.headers())));
      case UNKNOWN ->
          new Unknown("the provider's file says that this answer tells nothing: " + code);
      case FOUND, ABSENT, PENDING ->
          throw new IllegalStateException("a submission has no rule for " + found.is());
    };
  }

  private SubmitOutcome accepted(
      Endpoint endpoint, AnswerRule rule, Answer answer, SubmissionRequest request) {
    try {
      ReadValues values = endpoint.readOf(rule).read(answer.json());
      Optional<String> reference = values.text("reference");
      if (reference.isPresent() && !reference.get().equals(request.reference())) {
        return new Unknown("the answer names another reference than ours");
      }
      return new Accepted(
          values.statement(file.words(), Optional.of(request.money().currency().code())));
    } catch (UnreadableMessageException e) {
      return new Unknown("the answer is not as promised: " + e.getMessage());
    }
  }

  private static SubmitOutcome stepDone() {
    return new Accepted(
        new ProviderStatement(
            Optional.empty(),
            ProviderStatus.PROCESSING,
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static Duplicate duplicate(AnswerRule rule, Answer answer) {
    Optional<SubmitOutcome.OriginalAt> original =
        rule.addressIn(answer)
            .flatMap(
                address ->
                    rule.follow().map(f -> new SubmitOutcome.OriginalAt(address, f.hosts())));
    return new Duplicate(originalId(rule, answer), original);
  }

  private static Optional<String> originalId(AnswerRule rule, Answer answer) {
    try {
      return rule.read().isPresent()
          ? rule.read().get().read(answer.json()).text("id")
          : Optional.empty();
    } catch (UnreadableMessageException e) {
      return Optional.empty();
    }
  }

  private static boolean counts(SubmitOutcome outcome, int status) {
    return switch (outcome) {
      case NotSent _ -> true;
      case Unknown unknown -> unknown.patience().isEmpty() || status >= SERVER_ERRORS;
      case Busy _, PlatformFault _ -> status >= SERVER_ERRORS;
      case Accepted _, Refused _, Duplicate _, HeldBack _ -> false;
    };
  }

  /**
   * A partner that asks for patience before it gives a token tells nothing of how it takes payouts.
   */
  private static Ended notConnected(Transfer.NotConnected not) {
    return not.patience()
        .map(after -> new Ended(new Busy(not.reason(), after), Tells.NOTHING))
        .orElseGet(() -> new Ended(new NotSent(not.reason()), Tells.FAILED));
  }

  private static Judged<Ended> judged(SubmitOutcome outcome, boolean failed) {
    return judged(new Ended(outcome, failed));
  }

  private static Judged<Ended> judged(Ended ended) {
    return new Judged<>(ended, word(ended.outcome()), error(ended.outcome()));
  }

  private static Judged<Preparation> stopped(SubmitOutcome outcome, boolean failed) {
    return stopped(new Ended(outcome, failed));
  }

  private static Judged<Preparation> stopped(Ended ended) {
    return new Judged<>(
        new Preparation.Stopped(ended), word(ended.outcome()), error(ended.outcome()));
  }

  private static String word(SubmitOutcome outcome) {
    return switch (outcome) {
      case NotSent _, HeldBack _ -> "not_sent";
      case Unknown _ -> "unknown";
      case Accepted _ -> "accepted";
      case Refused _ -> "refused";
      case Busy _ -> "busy";
      case Duplicate _ -> "duplicate";
      case PlatformFault _ -> "platform_fault";
    };
  }

  /** Why it did not go as it should, where it did not. */
  static Optional<String> error(SubmitOutcome outcome) {
    return switch (outcome) {
      case NotSent not -> Optional.of(not.reason());
      case HeldBack held -> Optional.of(held.reason());
      case Unknown unknown -> Optional.of(unknown.reason());
      case Refused refused -> Optional.of(refused.code());
      case PlatformFault fault -> Optional.of(fault.code());
      case Busy busy -> Optional.of(busy.reason());
      case Accepted _, Duplicate _ -> Optional.empty();
    };
  }
}
