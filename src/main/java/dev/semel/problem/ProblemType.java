// The closed list of what can go wrong, as clients see it. The contract has the same list, and a
// test
// compares them.
package dev.semel.problem;

import java.util.Optional;

/**
 * A type of problem: the last segment of its {@code type}, its HTTP status, and the texts of the
 * page that explains it. Clients decide by the slug; slugs and statuses never change once released.
 */
public enum ProblemType {
  AUTHENTICATION_REQUIRED(
      "authentication-required",
      401,
      "Authentication required",
      "The request carries no valid credential: it is missing, malformed, unknown, expired or revoked.",
      "Send Authorization: Bearer with a token that is valid. If the token was revoked or has expired, ask for a new one.",
      Retry.AFTER_CHANGE),
  PERMISSION_DENIED(
      "permission-denied",
      403,
      "Permission denied",
      "The credential is valid, but it lacks the permission that the operation needs.",
      "Use a credential that holds the permission named in the detail, or ask whoever manages credentials for it.",
      Retry.AFTER_CHANGE),
  NOT_FOUND(
      "not-found",
      404,
      "Not found",
      "There is nothing at this path that the credential may see. What belongs to another tenant looks the same.",
      "Check the path, the id and whose credential you use.",
      Retry.NEVER),
  METHOD_NOT_ALLOWED(
      "method-not-allowed",
      405,
      "Method not allowed",
      "The path exists, but it does not take this method.",
      "Use a method that the answer's Allow header names.",
      Retry.AFTER_CHANGE),
  NOT_ACCEPTABLE(
      "not-acceptable",
      406,
      "Not acceptable",
      "The server can't answer in any media type that the Accept header names.",
      "Ask for application/json, or leave Accept out.",
      Retry.AFTER_CHANGE),
  UNSUPPORTED_MEDIA_TYPE(
      "unsupported-media-type",
      415,
      "Unsupported media type",
      "The body's Content-Type is not one that the operation takes, or the body is compressed.",
      "Send the body as application/json in UTF-8, without Content-Encoding.",
      Retry.AFTER_CHANGE),
  CONTENT_TOO_LARGE(
      "content-too-large",
      413,
      "Content too large",
      "The body is larger than the server takes.",
      "Send a smaller body.",
      Retry.AFTER_CHANGE),
  MALFORMED_REQUEST(
      "malformed-request",
      400,
      "Malformed request",
      "The request is not well-formed HTTP/1.1, or two readers could understand it differently. It was not read further, and the connection is closed.",
      "Correct the path, the headers or the framing of the body that the detail names. A client library makes such requests only when it is told to.",
      Retry.AFTER_CHANGE),
  REQUEST_TIMEOUT(
      "request-timeout",
      408,
      "Request timeout",
      "The request did not come whole in time. Nothing was done, and the connection is closed.",
      "Send the same request again, with the same Idempotency-Key, without pauses inside it.",
      Retry.SAME_REQUEST),
  URI_TOO_LONG(
      "uri-too-long",
      414,
      "URI too long",
      "The first line of the request is longer than the server takes.",
      "Send a shorter path and query.",
      Retry.AFTER_CHANGE),
  HEADERS_TOO_LARGE(
      "headers-too-large",
      431,
      "Headers too large",
      "The request's headers are together larger than the server takes.",
      "Send fewer or shorter headers.",
      Retry.AFTER_CHANGE),
  MALFORMED_JSON(
      "malformed-json",
      400,
      "Malformed JSON",
      "The body can't be read as JSON: it is empty, not UTF-8, not well-formed, nested too deeply, goes on after its end, or names a member twice.",
      "Send one well-formed JSON value in UTF-8. The detail says where reading stopped.",
      Retry.AFTER_CHANGE),
  VALIDATION_FAILED(
      "validation-failed",
      422,
      "Validation failed",
      "The request can be read, but it breaks one rule or more. Nothing was recorded.",
      "Correct everything that errors lists, and send it again. The same Idempotency-Key may be used.",
      Retry.AFTER_CHANGE),
  IDEMPOTENCY_KEY_MISSING(
      "idempotency-key-missing",
      400,
      "Idempotency key missing",
      "The operation changes something and came without an Idempotency-Key.",
      "Send an Idempotency-Key that is new for each new request and the same for each repeat.",
      Retry.AFTER_CHANGE),
  IDEMPOTENCY_KEY_INVALID(
      "idempotency-key-invalid",
      400,
      "Idempotency key invalid",
      "The Idempotency-Key has not the form that is wanted, or was sent more than once.",
      "Send 1 to 255 visible ASCII characters, bare or as a string in double quotes.",
      Retry.AFTER_CHANGE),
  IDEMPOTENCY_KEY_REUSED(
      "idempotency-key-reused",
      422,
      "Idempotency key reused",
      "The key belongs to an earlier, different request. Nothing was changed.",
      "Use a new key for a new request. To repeat the earlier request, send it exactly as it was.",
      Retry.AFTER_CHANGE),
  IDEMPOTENCY_KEY_IN_USE(
      "idempotency-key-in-use",
      409,
      "Idempotency key in use",
      "The first request with this key is still running.",
      "Repeat the request with the same key after the time in Retry-After. You get the first one's answer.",
      Retry.SAME_REQUEST),
  REFERENCE_TAKEN(
      "reference-taken",
      409,
      "Reference taken",
      "A payout with this reference exists already.",
      "Read the payout that payout_id names. It is most likely the one that you want; ask for another only under another reference. Of a batch, errors names every reference that is taken, with its payout.",
      Retry.NEVER),
  NO_PROVIDER(
      "no-provider",
      422,
      "No provider",
      "No provider that is configured here serves this country, currency, method and amount.",
      "Change the request, or ask the operators to configure a provider that serves it. Of a batch, errors names the payouts that are concerned.",
      Retry.AFTER_CHANGE),
  PAYOUT_NOT_CANCELLABLE(
      "payout-not-cancellable",
      409,
      "Payout not cancellable",
      "The payout is final, or the provider may have it. Nothing was changed.",
      "Read the payout and wait for its outcome. Money that comes back shows as returned.",
      Retry.NEVER),
  PAYOUT_ACTION_REFUSED(
      "payout-action-refused",
      409,
      "Payout action refused",
      "The payout's state does not allow what a person asked for: the partner may have it, it is final, or it is not safe now. Nothing was changed.",
      "Read the payout and its history. The detail says what stands in the way. Where there is try_again_at, ask again after that, with a new Idempotency-Key.",
      Retry.AFTER_CHANGE),
  FUNDING_CONFLICT(
      "funding-conflict",
      409,
      "Funding conflict",
      "The payout has another payment already, or it is closed. The payment is recorded and an alert was raised.",
      "Don't repeat it. Find out why there are two payments, and give one back.",
      Retry.NEVER),
  SIGNATURE_INVALID(
      "signature-invalid",
      401,
      "Signature invalid",
      "The message's signature is missing or wrong, or its time stamp is outside the tolerance. It was kept in quarantine and acts on nothing.",
      "Check the signing secret and the clock on the sending side, and send the message again.",
      Retry.AFTER_CHANGE),
  MESSAGE_NOT_REAPPLIED(
      "message-not-reapplied",
      409,
      "Message not reapplied",
      "Nothing of the webhook message can be processed again: it is still waiting, it is quarantined, or everything in it was applied.",
      "Read the message and what became of each of its events.",
      Retry.AFTER_CHANGE),
  CASE_CONFLICT(
      "case-conflict",
      409,
      "Case conflict",
      "The case's status does not allow this.",
      "Read the case. Reopen a resolved one before working on it.",
      Retry.AFTER_CHANGE),
  REPORT_CONFLICT(
      "report-conflict",
      409,
      "Report conflict",
      "The report's status does not allow this.",
      "Read the report and what its history says. Only a report in quarantine is decided about.",
      Retry.AFTER_CHANGE),
  RECONCILIATION_RUNNING(
      "reconciliation-running",
      409,
      "Reconciliation running",
      "A reconciliation of this provider and day is running.",
      "Read the one that reconciliation_id names, and wait for its end.",
      Retry.AFTER_CHANGE),
  WEBHOOK_ENDPOINT_LIMIT(
      "webhook-endpoint-limit",
      409,
      "Webhook endpoint limit",
      "The tenant has as many webhook endpoints as it may have.",
      "Delete one that is no longer needed, or let one endpoint take more types of events.",
      Retry.AFTER_CHANGE),
  EVENTS_EXPIRED(
      "events-expired",
      410,
      "Events expired",
      "The feed does not hold the event that was named, and events after it may have been dropped because their time was over.",
      "Read your open payouts as they are now, then read the feed from its beginning, without after. Poll more often than events are dropped.",
      Retry.AFTER_CHANGE),
  RATE_LIMITED(
      "rate-limited",
      429,
      "Rate limited",
      "The credential sent more requests than it may.",
      "Wait for the time in Retry-After, then send the same request again.",
      Retry.SAME_REQUEST),
  INTERNAL_ERROR(
      "internal-error",
      500,
      "Internal error",
      "Something went wrong on our side. A request that changes something may or may not have been done.",
      "Send the same request with the same Idempotency-Key again: you get its answer, or it is done now. If it keeps failing, tell the operators the request_id.",
      Retry.SAME_REQUEST),
  OUTCOME_UNKNOWN(
      "outcome-unknown",
      500,
      "Outcome unknown",
      "The connection to the database was lost while the request was being committed. It may or may not have been done.",
      "Send the same request with the same Idempotency-Key again: you get its answer, or it is done now. Never send it under another key.",
      Retry.SAME_REQUEST),
  UNAVAILABLE(
      "unavailable",
      503,
      "Unavailable",
      "The server can't answer now, for example because its database is away.",
      "Wait for the time in Retry-After, then send the same request with the same Idempotency-Key again.",
      Retry.SAME_REQUEST);

  /** Whether sending the request again helps. */
  public enum Retry {
    /** It does not. */
    NEVER("never"),
    /** It does once the request, or the state of things, has changed. */
    AFTER_CHANGE("after_change"),
    /** It does just so, with the same Idempotency-Key. */
    SAME_REQUEST("same_request");

    private final String wireName;

    Retry(String wireName) {
      this.wireName = wireName;
    }

    /** The name in JSON. */
    public String wireName() {
      return wireName;
    }
  }

  private final String slug;
  private final int status;
  private final String title;
  private final String meaning;
  private final String advice;
  private final Retry retry;

  ProblemType(String slug, int status, String title, String meaning, String advice, Retry retry) {
    this.slug = slug;
    this.status = status;
    this.title = title;
    this.meaning = meaning;
    this.advice = advice;
    this.retry = retry;
  }

  /** The type with this slug, or empty. */
  public static Optional<ProblemType> of(String slug) {
    for (ProblemType type : values()) {
      if (type.slug.equals(slug)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** The last segment of the type's path, such as {@code reference-taken}. */
  public String slug() {
    return slug;
  }

  /** The path of the page that explains it, which is also the {@code type} of RFC 9457. */
  public String path() {
    return "/problems/" + slug;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** A few words, always the same. */
  public String title() {
    return title;
  }

  /** What happened, in plain sentences. */
  public String meaning() {
    return meaning;
  }

  /** What to do, in plain sentences. */
  public String advice() {
    return advice;
  }

  /** Whether sending it again helps. */
  public Retry retry() {
    return retry;
  }
}
