// Thrown by whoever finds that a request can't be done; the mapper answers it.
package dev.semel.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request that is refused, and why. It carries everything that the answer needs but the request's
 * own path and id. It is an expected outcome, so that it has no stack trace.
 */
public final class ProblemException extends RuntimeException {

  /** How many faults an answer lists at most. */
  public static final int LISTED_ERRORS = 100;

  private final ProblemType type;
  private final String detail;
  private final transient List<FieldError> errors;
  private final transient Map<String, String> headers;
  private final transient Map<String, String> members;

  /**
   * A problem of a type.
   *
   * @param detail a plain sentence that says what to do; it goes to the client as it is
   */
  public ProblemException(ProblemType type, String detail) {
    this(type, detail, List.of(), Map.of(), Map.of());
  }

  private ProblemException(
      ProblemType type,
      String detail,
      List<FieldError> errors,
      Map<String, String> headers,
      Map<String, String> members) {
    super(type.slug() + ": " + detail, null, false, false);
    this.type = type;
    this.detail = detail;
    this.errors = List.copyOf(errors);
    this.headers = Map.copyOf(headers);
    this.members = Map.copyOf(members);
  }

  /** A {@code not-found}: there is nothing, or nothing that this credential may see. */
  public static ProblemException notFound() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is nothing here that this credential may see. Check the path and the id.");
  }

  /** A {@code method-not-allowed}, to be sent with the header Allow. */
  public static ProblemException methodNotAllowed() {
    return new ProblemException(
        ProblemType.METHOD_NOT_ALLOWED,
        "This path does not take this method. See Allow for those that it takes.");
  }

  /** A {@code not-acceptable}. */
  public static ProblemException notAcceptable() {
    return new ProblemException(
        ProblemType.NOT_ACCEPTABLE,
        "The server can't answer in a media type that Accept names. Ask for application/json.");
  }

  /**
   * A {@code validation-failed} with its faults.
   *
   * @param errors every fault, one at least; an answer lists the first {@value #LISTED_ERRORS}
   */
  public static ProblemException invalid(List<FieldError> errors) {
    if (errors.isEmpty()) {
      throw new IllegalArgumentException("a validation problem needs a fault");
    }
    int count = errors.size();
    String rules =
        count == 1
            ? "1 rule"
            : count > LISTED_ERRORS ? "more than " + LISTED_ERRORS + " rules" : count + " rules";
    String listed =
        count == 1
            ? "errors says which"
            : count > LISTED_ERRORS
                ? "errors lists the first " + LISTED_ERRORS
                : "errors lists them";
    return new ProblemException(
        ProblemType.VALIDATION_FAILED,
        "The request breaks " + rules + "; " + listed + ". Correct it and send it again.",
        errors.subList(0, Math.min(count, LISTED_ERRORS)),
        Map.of(),
        Map.of());
  }

  /**
   * The same problem, with faults of the request. A validation's are cut at {@value
   * #LISTED_ERRORS}; what was decided about a request names all that stands in the way.
   */
  public ProblemException withErrors(List<FieldError> all) {
    return new ProblemException(type, detail, all, headers, members);
  }

  /** The same problem, answered with one more header. */
  public ProblemException withHeader(String name, String value) {
    return new ProblemException(type, detail, errors, with(headers, name, value), members);
  }

  /**
   * The same problem, with one more member in its body; the contract names those that there are.
   */
  public ProblemException withMember(String name, String value) {
    return new ProblemException(type, detail, errors, headers, with(members, name, value));
  }

  /** What kind of problem it is. */
  public ProblemType type() {
    return type;
  }

  /** The sentence that the client reads. */
  public String detail() {
    return detail;
  }

  /** The faults that the answer lists. */
  public List<FieldError> errors() {
    return errors;
  }

  /** Headers that the answer carries besides the usual ones. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The problem as the body of the answer to one request. */
  public Problem problem(String instance, String requestId) {
    return new Problem(type, detail, instance, requestId, errors, members);
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(map);
    more.put(name, value);
    return more;
  }
}
