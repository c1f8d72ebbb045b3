// From the bytes of a CSV to its characters.
package dev.semel.provider.report;

import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Opens the text of a report in the character set that is declared for it, and in no other. */
final class CsvText {
  private static final int LONGEST_MARK = 3;

  private final Charset declared;
  private final CsvFormat.Bom mark;

  CsvText(Charset declared, CsvFormat.Bom mark) {
    this.declared = declared;
    this.mark = mark;
  }

  /** A byte order mark, and the character set that it stands for. */
  private record Mark(Charset charset, int length) {}

  /**
   * The characters after the byte order mark.
   *
   * @throws ReportRefusedException when the mark is that of another character set than declared, or
   *     there is nothing
   */
  BufferedReader open(InputStream content) throws ReportRefusedException, IOException {
    byte[] first = content.readNBytes(LONGEST_MARK + 1);
    Optional<Mark> found = markOf(first);
    check(found);
    int length = found.map(Mark::length).orElse(0);
    if (first.length == length) {
      throw refused("it is empty; a report without rows has its header at least. Fetch it again");
    }
    PushbackInputStream rest = new PushbackInputStream(content, first.length);
    rest.unread(first, length, first.length - length);
    Charset charset = found.map(Mark::charset).orElse(declared);
    return new BufferedReader(
        new InputStreamReader(
            rest,
            charset
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)));
  }

  private void check(Optional<Mark> found) throws ReportRefusedException {
    boolean unclearOrder = declared.equals(StandardCharsets.UTF_16) && found.isEmpty();
    if (unclearOrder || (mark == CsvFormat.Bom.REQUIRED && found.isEmpty())) {
      throw refused("it lacks the byte order mark that the provider's file promises");
    }
    if (found.isPresent()) {
      Charset told = found.get().charset();
      if (!told.equals(declared) && !isUtf16(told)) {
        throw otherCharset(told);
      }
      boolean utf16 = declared.equals(StandardCharsets.UTF_16) || told.equals(declared);
      if (isUtf16(told) && !utf16) {
        throw otherCharset(told);
      }
      if (mark == CsvFormat.Bom.REFUSED) {
        throw refused("it begins with a byte order mark, which the provider's file rules out");
      }
    }
  }

  private static boolean isUtf16(Charset charset) {
    return charset.equals(StandardCharsets.UTF_16LE) || charset.equals(StandardCharsets.UTF_16BE);
  }

  private ReportRefusedException otherCharset(Charset told) {
    return refused(
        "its byte order mark says "
            + told.name()
            + " and the provider's file "
            + declared.name()
            + "; correct charset when the provider has changed it");
  }

  private static ReportRefusedException refused(String what) {
    return new ReportRefusedException(ReportPlace.whole(), what);
  }

  private static Optional<Mark> markOf(byte[] first) {
    if (begins(first, 0xEF, 0xBB, 0xBF)) {
      return Optional.of(new Mark(StandardCharsets.UTF_8, 3));
    }
    if (begins(first, 0xFF, 0xFE)) {
      return Optional.of(new Mark(StandardCharsets.UTF_16LE, 2));
    }
    return begins(first, 0xFE, 0xFF)
        ? Optional.of(new Mark(StandardCharsets.UTF_16BE, 2))
        : Optional.empty();
  }

  private static boolean begins(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xFF) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * The lines before the header.
   *
   * @throws ReportRefusedException when there are not as many
   */
  static List<String> preamble(BufferedReader text, int lines)
      throws ReportRefusedException, IOException {
    BoundedLines before = new BoundedLines(text);
    List<String> preamble = new ArrayList<>();
    while (preamble.size() < lines) {
      Optional<String> line = before.next();
      if (line.isEmpty()) {
        throw new ReportRefusedException(
            ReportPlace.ofLine(before.number() + 1), "the file ends before its header");
      }
      preamble.add(line.get());
    }
    return preamble;
  }
}
