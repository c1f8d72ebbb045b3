// Compares a report's checksum with the one that came in a file beside it.
package dev.semel.report;

import static dev.semel.report.QuarantineReason.CHECKSUM_DIFFERS;
import static dev.semel.report.QuarantineReason.CHECKSUM_NOT_LISTED;
import static dev.semel.report.QuarantineReason.CHECKSUM_UNREADABLE;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of checksums: a bare SHA-256 in hexadecimal digits, or lines as {@code sha256sum} writes
 * them. Where it has one line, that one counts whatever name it has; of several, the one with the
 * report's name.
 */
final class ChecksumFile {
  private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]{64})(?: [ *](.+))?");

  private ChecksumFile() {}

  /**
   * What keeps bytes from being those of the file; empty when they are.
   *
   * @param file the file, as it came
   * @param label what the report is called there
   * @param hash the SHA-256 of its bytes
   */
  static Optional<GateDecision.Quarantine> fault(byte[] file, String label, byte[] hash) {
    String text = new String(file, StandardCharsets.UTF_8);
    List<Matcher> lines =
        text.lines().map(String::strip).filter(line -> !line.isEmpty()).map(LINE::matcher).toList();
    if (lines.isEmpty() || !lines.stream().allMatch(Matcher::matches)) {
      return fault(
          CHECKSUM_UNREADABLE,
          "The file of its checksum is not what sha256sum writes, and no SHA-256 in hexadecimal"
              + " digits.");
    }
    List<Matcher> named =
        lines.size() == 1
            ? lines
            : lines.stream().filter(line -> name(line.group(2)).equals(name(label))).toList();
    if (named.size() != 1) {
      return fault(
          CHECKSUM_NOT_LISTED,
          "The file of checksums has " + named.size() + " lines with its name, and not one.");
    }
    String told = named.getFirst().group(1).toLowerCase(Locale.ROOT);
    String found = HexFormat.of().formatHex(hash);
    return told.equals(found)
        ? Optional.empty()
        : Optional.of(
            new GateDecision.Quarantine(
                CHECKSUM_DIFFERS,
                "The checksum that came with it is " + told + ", that of its bytes " + found + ".",
                Optional.of(told),
                Optional.of(found)));
  }

  private static Optional<GateDecision.Quarantine> fault(QuarantineReason reason, String evidence) {
    return Optional.of(new GateDecision.Quarantine(reason, evidence));
  }

  /** The last part of a path; a bare checksum has no name. */
  private static String name(@Nullable String path) {
    return path == null ? "" : path.substring(path.lastIndexOf('/') + 1);
  }
}
