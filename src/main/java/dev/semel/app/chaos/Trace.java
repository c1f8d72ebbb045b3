// What happened, in words.
package dev.semel.app.chaos;

import dev.semel.domain.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What happened, in words, and the hash of all of it: two runs with the same hash are the same. */
final class Trace {
  /** The subject of what concerns everything. */
  static final String ALL = "";

  private final Timeline timeline;
  private final List<Line> lines = new ArrayList<>();
  private final MessageDigest digest;

  Trace(Timeline timeline) {
    this.timeline = timeline;
    this.digest = Sha256.digest();
  }

  private record Line(String subject, String text) {}

  /**
   * Tells what happened.
   *
   * @param subject the payout's id or the client's reference that it is about, or {@link #ALL}
   */
  void tell(String subject, String what) {
    String text = timeline.now() + "  " + what;
    lines.add(new Line(subject, text));
    digest.update((subject + text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Adds to the hash what is told elsewhere. */
  void sealed(String text) {
    digest.update((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** What concerns one of the subjects, and what concerns everything. */
  List<String> of(String id, String reference) {
    return lines.stream()
        .filter(
            line ->
                line.subject().equals(id)
                    || line.subject().equals(reference)
                    || line.subject().equals(ALL))
        .map(Line::text)
        .toList();
  }

  /** The hash of everything that was told. Call it once, at the end. */
  String hash() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
