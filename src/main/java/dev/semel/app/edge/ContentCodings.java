// What is compressed is not decompressed here: a few kilobytes may stand for gigabytes.
package dev.semel.app.edge;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Refuses bodies that are compressed or otherwise coded. A partner's webhook may be compressed in
 * one of the ways in which its body can be read: it is kept as it came, and unpacked within bounds
 * after its signature was checked. Pure.
 */
final class ContentCodings {

  private static final String NONE = "identity";
  private static final String WEBHOOKS = "/webhooks/";
  private static final Set<String> UNPACKED = Set.of("gzip", "x-gzip", "deflate");
  private static final String TRANSFER_ENCODING = "Transfer-Encoding";

  private ContentCodings() {}

  /**
   * Why a body can't be taken as it is coded, or empty when it is not coded or there is none.
   *
   * @param headers all values of a header, empty when it is not there
   */
  static Optional<ProblemException> fault(Function<String, List<String>> headers) {
    return coded(headers).isEmpty() || !hasBody(headers)
        ? Optional.empty()
        : Optional.of(
            refusal(
                "Nothing that is compressed is taken. Send the body as it is, without"
                    + " Content-Encoding.",
                NONE));
  }

  /** The same of a body that is sent to a path. */
  static Optional<ProblemException> fault(String path, Function<String, List<String>> headers) {
    if (!path.startsWith(WEBHOOKS)) {
      return fault(headers);
    }
    List<String> codings = coded(headers);
    boolean taken = codings.isEmpty() || (codings.size() == 1 && UNPACKED.containsAll(codings));
    return taken || !hasBody(headers)
        ? Optional.empty()
        : Optional.of(
            refusal(
                "Of compressed bodies one gzip or deflate is taken. Send it so, or as it is.",
                "gzip, deflate, identity"));
  }

  private static List<String> coded(Function<String, List<String>> headers) {
    return headers.apply(HttpHeaders.CONTENT_ENCODING).stream()
        .flatMap(line -> List.of(line.split(",", -1)).stream())
        .map(coding -> coding.strip().toLowerCase(Locale.ROOT))
        .filter(coding -> !coding.isEmpty() && !coding.equals(NONE))
        .toList();
  }

  private static ProblemException refusal(String detail, String accepted) {
    return new ProblemException(ProblemType.UNSUPPORTED_MEDIA_TYPE, detail)
        .withHeader(HttpHeaders.ACCEPT_ENCODING, accepted);
  }

  /** Whether a request carries a body, or says that one comes. */
  static boolean hasBody(Function<String, List<String>> headers) {
    return !headers.apply(TRANSFER_ENCODING).isEmpty()
        || headers.apply(HttpHeaders.CONTENT_LENGTH).stream()
            .anyMatch(length -> !length.strip().matches("0+"));
  }
}
