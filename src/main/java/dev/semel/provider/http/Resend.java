// Asking a partner how a payout stands by sending the same request again.
package dev.semel.provider.http;

import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.RetryAfter;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.file.TemplateValues;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Sends the same request again in order to ask: where a partner's file says that this is its
 * lookup, and where the partner asked for patience without promising anything. An acceptance,
 * replayed or fresh, says that the partner has the payout. A duplicate says that it has the
 * reference: how that one stands, its id tells. A refusal is of this request, not of the first: it
 * tells nothing.
 */
final class Resend implements Provider.Resending {
  private final Submission submission;
  private final TemplateValues values;
  private final Optional<Question> status;

  Resend(Submission submission, TemplateValues values, Optional<Question> status) {
    this.submission = submission;
    this.values = values;
    this.status = status;
  }

  @Override
  public LookupOutcome resend(SubmissionRequest request, BooleanSupplier maySend) {
    return switch (submission.submit(request, values.with(request), maySend)) {
      case SubmitOutcome.Accepted accepted -> new Found(accepted.statement());
      case SubmitOutcome.Duplicate duplicate -> original(duplicate, request);
      case SubmitOutcome.Refused refused ->
          new Unclear(
              "the same request was refused now, which tells nothing of the first: "
                  + refused.code());
      case SubmitOutcome.Busy busy ->
          Unclear.notTaken("the partner asks for patience: " + busy.reason(), busy.patience());
      case SubmitOutcome.PlatformFault fault ->
          new Unclear("the same request was not taken for a fault of ours: " + fault.code());
      case SubmitOutcome.NotSent notSent -> Unclear.notTaken(notSent.reason(), RetryAfter.NOTHING);
      case SubmitOutcome.HeldBack heldBack ->
          Unclear.notTaken(heldBack.reason(), RetryAfter.NOTHING);
      case SubmitOutcome.Unknown unknown ->
          new Unclear(unknown.reason(), Optional.empty(), unknown.patience(), false);
    };
  }

  /**
   * How the payout stands that has our reference. Partners have been seen to refuse the reference
   * of a payout that they refused before, so without more than that a person or a message has to
   * tell.
   */
  private LookupOutcome original(SubmitOutcome.Duplicate duplicate, SubmissionRequest request) {
    Optional<String> id = duplicate.providerPayoutId();
    if (id.isEmpty() && duplicate.original().isPresent() && status.isPresent()) {
      ProviderQuery query = query(request, Optional.empty());
      return told(status.get().askAt(duplicate.original().get(), query, values.with(query)));
    }
    if (id.isEmpty()) {
      return new Unclear("the partner has our reference, but does not say how its payout stands")
          .ofTakenReference();
    }
    return status
        .map(question -> ask(question, id.get(), request))
        .orElseGet(() -> new Found(processing(id.get())));
  }

  private LookupOutcome ask(Question question, String id, SubmissionRequest request) {
    ProviderQuery query = query(request, Optional.of(id));
    return told(question.ask(query, values.with(query)));
  }

  private static ProviderQuery query(SubmissionRequest request, Optional<String> id) {
    return new ProviderQuery(
        request.payoutId(),
        request.attempt(),
        request.reference(),
        request.key(),
        id,
        request.money().currency().code(),
        request.correlationId());
  }

  /** What it says of the original; that it is not there contradicts that its reference is taken. */
  private static LookupOutcome told(LookupOutcome outcome) {
    return switch (outcome) {
      case Found found -> found;
      case LookupOutcome.Absent _ ->
          new Unclear("the partner has our reference, but shows no payout where it said")
              .ofTakenReference();
      case Unclear unclear -> unclear.ofTakenReference();
    };
  }

  private static ProviderStatement processing(String id) {
    return new ProviderStatement(
        Optional.of(id),
        ProviderStatus.PROCESSING,
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
