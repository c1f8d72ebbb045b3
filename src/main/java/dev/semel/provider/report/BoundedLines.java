// Lines of a text, none longer than fits into memory.
package dev.semel.provider.report;

import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;

/** Reads lines one by one, ended by any of the usual signs. */
final class BoundedLines {
  private final BufferedReader text;
  private long number;

  BoundedLines(BufferedReader text) {
    this.text = text;
  }

  /** The number of the line that was read last. */
  long number() {
    return number;
  }

  /**
   * The next line; empty at the end.
   *
   * @throws ReportRefusedException when it is longer than a line may be
   */
  Optional<String> next() throws ReportRefusedException, IOException {
    int c = text.read();
    if (c < 0) {
      return Optional.empty();
    }
    number++;
    StringBuilder line = new StringBuilder();
    while (c >= 0 && c != '\n' && c != '\r') {
      if (line.length() == Limits.VALUE) {
        throw new ReportRefusedException(
            ReportPlace.ofLine(number), "the line is longer than a line of a report can be");
      }
      line.append((char) c);
      c = text.read();
    }
    if (c == '\r') {
      text.mark(1);
      if (text.read() != '\n') {
        text.reset();
      }
    }
    return Optional.of(line.toString());
  }
}
