// One line of what PostgreSQL's COPY reads.
package dev.semel.report;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes one line in the text format of COPY. What is null is written as such. */
final class CopyLine {
  private static final String NULL = "\\N";

  private final StringBuilder line;
  private boolean began;

  CopyLine(StringBuilder line) {
    this.line = line;
  }

  /** Adds a value of ours in which nothing has to be escaped. */
  CopyLine bare(@Nullable String value) {
    tab().append(value == null ? NULL : value);
    return this;
  }

  /** Adds a text from outside. */
  CopyLine text(Optional<String> value) {
    tab();
    if (value.isPresent()) {
      escape(value.get());
    } else {
      line.append(NULL);
    }
    return this;
  }

  /** Adds texts from outside as an array; none is null. */
  CopyLine texts(List<String> values) {
    if (values.isEmpty()) {
      return bare(null);
    }
    StringBuilder array = new StringBuilder("{");
    for (String value : values) {
      array
          .append(array.length() > 1 ? ",\"" : "\"")
          .append(value.replace("\\", "\\\\").replace("\"", "\\\""))
          .append('"');
    }
    return text(Optional.of(array.append('}').toString()));
  }

  void end() {
    line.append('\n');
  }

  private StringBuilder tab() {
    if (began) {
      line.append('\t');
    }
    began = true;
    return line;
  }

  private void escape(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> line.append("\\\\");
        case '\t' -> line.append("\\t");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        default -> line.append(c);
      }
    }
  }
}
