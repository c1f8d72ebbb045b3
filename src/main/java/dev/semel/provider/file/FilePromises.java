// What a payout whose outcome is unknown rests on.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.ProviderTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The parts of a file that a payout whose outcome is unknown rests on: how its reference is
 * written, what the partner makes of a repeat, how it is asked, and the request that a resend would
 * repeat. What answers mean is none of them: a rule that was wrong has to be mended while payouts
 * wait for it.
 *
 * @param parts the parts by their place in the file, as they are written
 */
public record FilePromises(Map<String, JsonNode> parts) {
  private static final JsonMapper SORTED =
      JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();
  private static final List<String> SAME =
      List.of("base_url", "reference", "prepare", "submit/request");
  private static final List<String> NO_PROMISES_OF_A_LOOKUP = List.of("answers", "read");

  public FilePromises {
    parts = Map.copyOf(parts);
  }

  static FilePromises of(JsonNode file) {
    Map<String, JsonNode> parts = new LinkedHashMap<>();
    SAME.forEach(place -> parts.put(place, file.at("/" + place)));
    JsonNode lookup = file.path("lookup").deepCopy();
    if (lookup instanceof ObjectNode object) {
      object.remove(NO_PROMISES_OF_A_LOOKUP);
    }
    parts.put("lookup", lookup);
    return new FilePromises(parts);
  }

  /** The same for as long as every part is, in whatever order its members are written. */
  String fingerprint() {
    try {
      return Fingerprint.of(SORTED.writeValueAsBytes(new TreeMap<>(parts)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of values can always be written", e);
    }
  }

  /**
   * Where a new version says other things, or promises more, than the payouts under way were begun
   * with. To promise less is always safe: then less is concluded.
   *
   * @return places in the file; empty when the new version is safe for them
   */
  public static List<String> changed(
      FilePromises before, ProviderFile fileBefore, FilePromises after, ProviderFile fileAfter) {
    List<String> places = new ArrayList<>();
    new TreeMap<>(before.parts())
        .forEach(
            (place, part) -> {
              if (!part.equals(after.parts().get(place))) {
                places.add(place);
              }
            });
    ProviderTerms old = fileBefore.terms();
    ProviderTerms fresh = fileAfter.terms();
    if (old.repeats() != fresh.repeats()) {
      places.add("idempotency/kind");
    }
    boolean remembersLonger = longer(fresh.window(), old.window());
    if (remembersLonger) {
      places.add("idempotency/window");
    }
    if (fileBefore.replaysErrors() && !fileAfter.replaysErrors()) {
      places.add("idempotency/replays_errors");
    }
    if (showsEarlier(fresh.visibleWithin(), old.visibleWithin())) {
      places.add("visibility");
    }
    return places;
  }

  /** Without a window a partner never forgets. */
  private static boolean longer(Optional<Duration> fresh, Optional<Duration> old) {
    return old.isPresent() && (fresh.isEmpty() || fresh.get().compareTo(old.get()) > 0);
  }

  /** Without a promise absence never proves anything. */
  private static boolean showsEarlier(Optional<Duration> fresh, Optional<Duration> old) {
    return fresh.isPresent() && (old.isEmpty() || fresh.get().compareTo(old.get()) < 0);
  }
}
