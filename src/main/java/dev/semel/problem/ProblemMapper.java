// The one place where an exception becomes an answer.
package dev.semel.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.inject.Inject;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Answers whatever was thrown as a problem. What nobody expected is {@code internal-error}: it is
 * logged once, with the request's id, and the answer says nothing of it.
 */
@Provider
public final class ProblemMapper implements ExceptionMapper<Throwable> {

  private static final Logger LOG = Logger.getLogger(ProblemMapper.class);

  /** The header that names the request; it is on the request once it has passed our filter. */
  public static final String REQUEST_ID = "Request-Id";

  private static final String SOON = "1";
  private static final String LOCK_TIMEOUT = "55P03";

  private final UriInfo uri;
  private final HttpHeaders headers;

  @Inject
  ProblemMapper(UriInfo uri, HttpHeaders headers) {
    this.uri = uri;
    this.headers = headers;
  }

  @Override
  public Response toResponse(Throwable thrown) {
    if (thrown instanceof WebApplicationException web && web.getResponse().getStatus() < 400) {
      return web.getResponse();
    }
    ProblemException problem = problemOf(thrown);
    String given = headers.getHeaderString(REQUEST_ID);
    String requestId = given == null ? "unknown" : given;
    if (problem.type() == ProblemType.INTERNAL_ERROR || problem.type() == ProblemType.UNAVAILABLE) {
      log(problem.type(), requestId, thrown);
    }
    return answer(problem, uri.getRequestUri().getRawPath(), requestId);
  }

  /** The answer to one request. */
  static Response answer(ProblemException problem, String instance, String requestId) {
    Response.ResponseBuilder response =
        Response.status(problem.type().status())
            .type(Problem.MEDIA_TYPE)
            .entity(problem.problem(instance, requestId).toBytes());
    usualHeaders(problem.type()).forEach((name, value) -> response.header(name, value));
    problem.headers().forEach((name, value) -> response.header(name, null).header(name, value));
    return response.build();
  }

  /** The problem that an exception stands for. */
  static ProblemException problemOf(Throwable thrown) {
    return switch (thrown) {
      case ProblemException problem -> problem;
      case WebApplicationException web -> ofHttp(web.getResponse());
      case JsonProcessingException _ ->
          new ProblemException(
              ProblemType.MALFORMED_JSON,
              "The body can't be read as JSON. Send one well-formed JSON object in UTF-8.");
      // Only reading a body throws it: the client hung up, or was too slow.
      case IOException _ ->
          new ProblemException(
              ProblemType.MALFORMED_JSON, "The body did not come whole. Send the request again.");
      case Throwable other when databaseIsAway(other) ->
          new ProblemException(
              ProblemType.UNAVAILABLE,
              "The server can't answer now. Wait for the time in Retry-After, then send the same"
                  + " request again.");
      case Throwable _ -> internal();
    };
  }

  private static ProblemException ofHttp(Response response) {
    return switch (response.getStatus()) {
      case 400 ->
          new ProblemException(
              ProblemType.MALFORMED_JSON,
              "The request can't be read. Send one well-formed JSON object in UTF-8.");
      case 401 ->
          new ProblemException(
              ProblemType.AUTHENTICATION_REQUIRED, "Send a valid credential as a bearer token.");
      case 403 ->
          new ProblemException(
              ProblemType.PERMISSION_DENIED, "This credential lacks the permission for this.");
      case 404 -> ProblemException.notFound();
      case 405 -> methodNotAllowed(response);
      case 406 -> ProblemException.notAcceptable();
      case 413 ->
          new ProblemException(
              ProblemType.CONTENT_TOO_LARGE, "The body is too large. Send a smaller one.");
      case 415 ->
          new ProblemException(
              ProblemType.UNSUPPORTED_MEDIA_TYPE, "Send the body as application/json.");
      case 503 ->
          new ProblemException(
              ProblemType.UNAVAILABLE, "Wait for the time in Retry-After, then try again.");
      default -> internal();
    };
  }

  private static ProblemException methodNotAllowed(Response response) {
    ProblemException problem = ProblemException.methodNotAllowed();
    String allow = response.getHeaderString(HttpHeaders.ALLOW);
    return allow == null ? problem : problem.withHeader(HttpHeaders.ALLOW, allow);
  }

  private static ProblemException internal() {
    return new ProblemException(
        ProblemType.INTERNAL_ERROR,
        "Something went wrong here. Send the same request with the same Idempotency-Key again; name"
            + " request_id when you ask for help.");
  }

  private static Map<String, String> usualHeaders(ProblemType type) {
    return switch (type) {
      case AUTHENTICATION_REQUIRED ->
          Map.of(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"semel\"");
      case SIGNATURE_INVALID -> Map.of(HttpHeaders.WWW_AUTHENTICATE, "Signature realm=\"semel\"");
      case UNAVAILABLE, OUTCOME_UNKNOWN, RATE_LIMITED, IDEMPOTENCY_KEY_IN_USE ->
          Map.of(HttpHeaders.RETRY_AFTER, SOON);
      case PERMISSION_DENIED,
          NOT_FOUND,
          METHOD_NOT_ALLOWED,
          NOT_ACCEPTABLE,
          UNSUPPORTED_MEDIA_TYPE,
          CONTENT_TOO_LARGE,
          MALFORMED_REQUEST,
          REQUEST_TIMEOUT,
          URI_TOO_LONG,
          HEADERS_TOO_LARGE,
          MALFORMED_JSON,
          VALIDATION_FAILED,
          IDEMPOTENCY_KEY_MISSING,
          IDEMPOTENCY_KEY_INVALID,
          IDEMPOTENCY_KEY_REUSED,
          REFERENCE_TAKEN,
          NO_PROVIDER,
          PAYOUT_NOT_CANCELLABLE,
          PAYOUT_ACTION_REFUSED,
          FUNDING_CONFLICT,
          MESSAGE_NOT_REAPPLIED,
          CASE_CONFLICT,
          REPORT_CONFLICT,
          RECONCILIATION_RUNNING,
          WEBHOOK_ENDPOINT_LIMIT,
          EVENTS_EXPIRED,
          INTERNAL_ERROR ->
          Map.of();
    };
  }

  /**
   * Whether the database could not be reached or refused to work: SQLSTATE classes 08 (connection),
   * 53 (resources) and 57P (shutdown), and what the connection pool says of itself, which has none.
   * So does who has waited in vain for another request to end (55P03): nothing was done, and the
   * same request will find out how the other one ended.
   */
  private static boolean databaseIsAway(Throwable thrown) {
    Set<Throwable> seen = new HashSet<>();
    for (@Nullable Throwable at = thrown; at != null && seen.add(at); at = at.getCause()) {
      if (at instanceof SQLException sql) {
        String state = sql.getSQLState();
        return state == null
            || state.startsWith("08")
            || state.startsWith("53")
            || state.startsWith("57P")
            || state.equals(LOCK_TIMEOUT);
      }
    }
    return false;
  }

  private static void log(ProblemType type, String requestId, Throwable thrown) {
    if (type == ProblemType.INTERNAL_ERROR) {
      LOG.errorf(thrown, "Request %s failed", requestId);
    } else {
      LOG.warnf("Request %s was not answered: %s", requestId, thrown.toString());
    }
  }
}
