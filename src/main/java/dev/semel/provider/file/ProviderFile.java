// A provider file as records.
package dev.semel.provider.file;

import dev.semel.domain.ProviderTerms;
import dev.semel.provider.MatchTerms;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.ReportPacking;
import dev.semel.provider.report.ReportFormat;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A sound provider file.
 *
 * @param name the partner's name in URLs and configuration
 * @param title its name for people
 * @param baseUrl where it answers
 * @param config the settings that the file needs
 * @param configOfRequests those of them that requests and questions rest on
 * @param secrets the secrets that the file needs
 * @param terms what the partner promises
 * @param replaysErrors whether a stored error is replayed, so that a resend never gets further
 * @param resendIsLookup whether an unknown outcome is told by the same request, sent again
 * @param capacity which payouts it takes, and how many at a time
 * @param timeouts how long a call may take
 * @param breaker when submissions stop
 * @param auth how our requests prove who we are
 * @param prepare the calls before the one that moves money
 * @param submit the one call that moves money
 * @param lookup asks by our reference
 * @param scan looks for our reference in a list, where that is the lookup
 * @param status asks by the partner's id
 * @param words what its status words mean
 * @param webhook its messages
 * @param report its daily report
 */
public record ProviderFile(
    String name,
    String title,
    Template baseUrl,
    Set<String> config,
    Set<String> configOfRequests,
    Set<String> secrets,
    ProviderTerms terms,
    boolean replaysErrors,
    boolean resendIsLookup,
    ProviderCapacity capacity,
    Timeouts timeouts,
    Breaker breaker,
    AuthTerms auth,
    List<Endpoint.Step> prepare,
    Endpoint submit,
    Optional<Endpoint> lookup,
    Optional<Scan> scan,
    Optional<Endpoint> status,
    StatusWords words,
    Optional<WebhookTerms> webhook,
    Optional<Report> report) {
  public ProviderFile {
    config = Set.copyOf(config);
    configOfRequests = Set.copyOf(configOfRequests);
    secrets = Set.copyOf(secrets);
    prepare = List.copyOf(prepare);
  }

  /**
   * Whether the partner recognises the same request when it is sent again in order to ask what
   * became of it. Steps before it are made anew and bring other values: then one that replays
   * answers may take it for another request, and one that refuses a reference still knows that.
   */
  public boolean recognisesRepeats() {
    return switch (terms.repeats()) {
      case REJECTS_DUPLICATE_REFERENCE -> true;
      case REPLAYS_KEY -> prepare.isEmpty();
      case NONE -> false;
    };
  }

  /** Whether it may ask for patience without a promise that it did nothing. */
  public boolean throttles() {
    return submit.answers().stream().anyMatch(rule -> rule.is() == AnswerMeaning.THROTTLED);
  }

  /**
   * How long a call may take.
   *
   * @param connect for the name, the connection and the TLS handshake together
   * @param total for the whole exchange
   */
  public record Timeouts(Duration connect, Duration total) {}

  /** Submissions stop for {@code openFor} when {@code failures} of the last {@code of} failed. */
  public record Breaker(int failures, int of, Duration openFor) {}

  /**
   * A daily report.
   *
   * @param timeZone whose midnight ends the business date
   * @param due when, in that zone, the report of the day before should be there
   * @param lag how long a difference of timing may last
   * @param matching what is allowed when it is matched with our payouts
   * @param way how it comes to us
   * @param proofs what has to prove it
   * @param packing how it is packed
   * @param format how it is written
   */
  public record Report(
      ZoneId timeZone,
      LocalTime due,
      Duration lag,
      MatchTerms matching,
      ReportWay way,
      ReportProofs proofs,
      ReportPacking packing,
      ReportFormat format) {}
}
