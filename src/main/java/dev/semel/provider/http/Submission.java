// The call that moves money, and the steps before it.
package dev.semel.provider.http;

import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.file.Endpoint;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.http.SubmissionGate.Ended;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Submits a payout: prepares it where the partner wants that, then asks once. */
final class Submission {
  private final ProviderFile file;
  private final RequestWriter writer;
  private final Caller caller;
  private final SubmissionGate gate;
  private final SubmitJudge judge;

  Submission(
      ProviderFile file,
      RequestWriter writer,
      Caller caller,
      SubmissionGate gate,
      SubmitJudge judge) {
    this.file = file;
    this.writer = writer;
    this.caller = caller;
    this.gate = gate;
    this.judge = judge;
  }

  /**
   * @param request what is to be paid
   * @param values the values for the templates
   * @param maySend asked right before the request that moves money is written
   */
  SubmitOutcome submit(SubmissionRequest request, TemplateValues values, BooleanSupplier maySend) {
    return gate.pass(() -> prepareAndSubmit(request, values, maySend));
  }

  private Ended prepareAndSubmit(
      SubmissionRequest request, TemplateValues values, BooleanSupplier maySend) {
    TemplateValues known = values;
    try {
      for (Endpoint.Step step : file.prepare()) {
        switch (prepare(step, request, known)) {
          case Preparation.Stopped stopped -> {
            return stopped.ended();
          }
          case Preparation.Done done -> known = known.withPrepared(step.name(), done.values());
        }
      }
      OutboundRequest outbound =
          writer.write(file.submit().request(), known, request.correlationId());
      return caller.call(
          Operation.SUBMIT,
          CallSubject.of(request),
          outbound,
          maySend,
          transfer -> judge.submission(transfer, request),
          Submission::surelyNotProcessed);
    } catch (RenderingException e) {
      return new Ended(new NotSent("the request could not be made: " + e.getMessage()), false);
    }
  }

  /** Of an answer that says so, whatever it is for, the partner's file is the witness. */
  private static boolean surelyNotProcessed(Ended ended) {
    return ended.outcome() instanceof SubmitOutcome.PlatformFault
        || ended.outcome() instanceof SubmitOutcome.Busy;
  }

  /** What a step brings is in the call log, with the attempt, before the payout is asked for. */
  private Preparation prepare(Endpoint.Step step, SubmissionRequest request, TemplateValues values)
      throws RenderingException {
    OutboundRequest outbound =
        writer.write(step.endpoint().request(), values, request.correlationId());
    return caller.callForRecord(
        Operation.PREPARE,
        CallSubject.of(request),
        outbound,
        transfer -> judge.preparation(transfer, step),
        Submission::notKept);
  }

  private static Preparation notKept(Preparation preparation) {
    return switch (preparation) {
      case Preparation.Done _ ->
          new Preparation.Stopped(
              new Ended(
                  new NotSent("what a preparing step brought could not be written down"), false));
      case Preparation.Stopped stopped -> stopped;
    };
  }

  /** How a preparing step ended. */
  sealed interface Preparation {
    /** It brought these values. */
    record Done(Map<String, String> values) implements Preparation {}

    /** The submission ends here, and no money was moved. */
    record Stopped(Ended ended) implements Preparation {}
  }
}
