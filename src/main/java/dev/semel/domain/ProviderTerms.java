package dev.semel.domain;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the rules need to know of a provider: its promises, and how patient we are with it. Read
 * from the provider's file.
 *
 * @param provider the provider's name
 * @param referenceForm how our reference is written for it
 * @param repeats what a repeated request does there
 * @param window how long it remembers a key or reference; past it a resend would be a new payout
 * @param visibleWithin when an accepted submission shows in a lookup; empty where nothing is
 *     promised, and absence is then never confirmed by the program
 * @param canLookUp whether it can be asked for a payout by our reference, be it with the same
 *     request again
 * @param retry how a submission that was certainly not processed is tried again
 * @param lookups pauses before each lookup of an unknown outcome, before the slow ones
 * @param statusChecks pauses before each question about a sent payout; the last one repeats
 * @param afterPaid how it reports money that comes back: what a status means once it has said paid
 * @param fingerprint of what requests and questions are made of, the settings that they rest on
 *     included
 */
public record ProviderTerms(
    String provider,
    ClientReference.Form referenceForm,
    Repeats repeats,
    Optional<Duration> window,
    Optional<Duration> visibleWithin,
    boolean canLookUp,
    RetryTerms retry,
    List<Duration> lookups,
    List<Duration> statusChecks,
    Map<ProviderStatus, ProviderStatus> afterPaid,
    String fingerprint) {

  /** Terms of requests that are always made the same way. */
  public ProviderTerms(
      String provider,
      ClientReference.Form referenceForm,
      Repeats repeats,
      Optional<Duration> window,
      Optional<Duration> visibleWithin,
      boolean canLookUp,
      RetryTerms retry,
      List<Duration> lookups,
      List<Duration> statusChecks,
      Map<ProviderStatus, ProviderStatus> afterPaid) {
    this(
        provider,
        referenceForm,
        repeats,
        window,
        visibleWithin,
        canLookUp,
        retry,
        lookups,
        statusChecks,
        afterPaid,
        "");
  }

  /** What a provider does with a request that it has seen before. */
  public enum Repeats {
    /** It answers as it did the first time. */
    REPLAYS_KEY,
    /** It refuses it as a duplicate. */
    REJECTS_DUPLICATE_REFERENCE,
    /** It promises nothing: every resend may be a second payout. */
    NONE
  }

  /**
   * How often and how long a submission that was certainly not processed is tried again.
   *
   * @param base the ceiling of the first pause
   * @param cap the ceiling of every pause
   * @param attempts how many tries there are in all
   * @param total how long after the first try the last one may start
   */
  public record RetryTerms(Duration base, Duration cap, int attempts, Duration total) {}

  public ProviderTerms {
    lookups = List.copyOf(lookups);
    statusChecks = List.copyOf(statusChecks);
    afterPaid = Map.copyOf(afterPaid);
  }

  /** What is promised to an attempt that is sent now. */
  public Promises promises() {
    return new Promises(repeats, window, visibleWithin, fingerprint);
  }

  /** The same terms, as far as these promises hold, too. */
  public ProviderTerms asFarAs(Promises others) {
    return with(others.and(promises()));
  }

  /** The same terms of requests that rest on other settings. */
  public ProviderTerms of(String otherFingerprint) {
    return with(new Promises(repeats, window, visibleWithin, otherFingerprint));
  }

  private ProviderTerms with(Promises promises) {
    return new ProviderTerms(
        provider,
        referenceForm,
        promises.repeats(),
        promises.window(),
        promises.visibleWithin(),
        canLookUp,
        retry,
        lookups,
        statusChecks,
        afterPaid,
        promises.fingerprint());
  }

  /** After how many status checks in a row without an answer it counts as silent. */
  public int silentAfter() {
    return Math.max(1, statusChecks.size());
  }

  /** What a status means when the provider gives it after it has said paid. */
  public ProviderStatus meaningAfterPaid(ProviderStatus status) {
    return afterPaid.getOrDefault(status, status);
  }
}
