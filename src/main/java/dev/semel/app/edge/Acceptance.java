// Whether a client takes an answer's media type.
package dev.semel.app.edge;

import jakarta.ws.rs.core.MediaType;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads Accept as RFC 9110 (12.5.1) has it: the most specific range decides. Pure. */
final class Acceptance {

  private Acceptance() {}

  /**
   * Whether a type is among those that are accepted.
   *
   * @param ranges what Accept lists; nothing at all accepts everything
   */
  static boolean of(MediaType type, List<MediaType> ranges) {
    return ranges.isEmpty()
        || ranges.stream()
            .filter(range -> range.isCompatible(type))
            .max(Comparator.comparingInt(Acceptance::precision))
            .filter(range -> !isRefusal(range.getParameters().get("q")))
            .isPresent();
  }

  private static int precision(MediaType range) {
    return range.isWildcardType() ? 0 : range.isWildcardSubtype() ? 1 : 2;
  }

  private static boolean isRefusal(@Nullable String quality) {
    return quality != null && quality.strip().matches("0(\\.0{0,3})?");
  }
}
