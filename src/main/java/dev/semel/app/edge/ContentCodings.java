// Nothing is decompressed: a few kilobytes may stand for gigabytes.
package dev.semel.app.edge;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Refuses bodies that are compressed or otherwise coded. Pure. */
final class ContentCodings {

  private static final String NONE = "identity";
  private static final String TRANSFER_ENCODING = "Transfer-Encoding";

  private ContentCodings() {}

  /**
   * Why a body can't be taken as it is coded, or empty when it is not coded or there is none.
   *
   * @param headers all values of a header, empty when it is not there
   */
  static Optional<ProblemException> fault(Function<String, List<String>> headers) {
    boolean coded =
        headers.apply(HttpHeaders.CONTENT_ENCODING).stream()
            .flatMap(line -> List.of(line.split(",", -1)).stream())
            .map(coding -> coding.strip().toLowerCase(Locale.ROOT))
            .anyMatch(coding -> !coding.isEmpty() && !coding.equals(NONE));
    return coded && hasBody(headers)
        ? Optional.of(
            new ProblemException(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE,
                    "Nothing that is compressed is taken. Send the body as it is, without"
                        + " Content-Encoding.")
                .withHeader(HttpHeaders.ACCEPT_ENCODING, NONE))
        : Optional.empty();
  }

  /** Whether a request carries a body, or says that one comes. */
  static boolean hasBody(Function<String, List<String>> headers) {
    return !headers.apply(TRANSFER_ENCODING).isEmpty()
        || headers.apply(HttpHeaders.CONTENT_LENGTH).stream()
            .anyMatch(length -> !length.strip().matches("0+"));
  }
}
