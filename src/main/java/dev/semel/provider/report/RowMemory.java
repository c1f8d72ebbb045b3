// Remembers which rows a report has had.
package dev.semel.provider.report;

import dev.semel.domain.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * Remembers the rows of a report by their names: sixteen bytes a row, so that a report of any size
 * that is taken fits into memory.
 */
final class RowMemory {
  private static final int FIRST_SIZE = 1024;

  private final MessageDigest digest = Sha256.digest();
  private long[] names = new long[FIRST_SIZE];
  private long[] contents = new long[FIRST_SIZE];
  private int size;

  /** What is known of a row. */
  enum Known {
    /** Its name is new. */
    NEW,
    /** The very row was there before. */
    SAME,
    /** Another row of that name was there before. */
    OTHER
  }

  /** Remembers a row, and says what was known of it. */
  Known see(String name, List<String> cells) {
    long named = hash(name);
    long content = hash(String.join("\u0000", cells));
    Optional<Long> before = find(named);
    if (before.isPresent()) {
      return before.get() == content ? Known.SAME : Known.OTHER;
    }
    if (size * 2 >= names.length) {
      grow();
    }
    put(named, content);
    return Known.NEW;
  }

  private Optional<Long> find(long name) {
    for (int at = slot(name); contents[at] != 0; at = (at + 1) & (names.length - 1)) {
      if (names[at] == name) {
        return Optional.of(contents[at]);
      }
    }
    return Optional.empty();
  }

  private void put(long name, long content) {
    int at = slot(name);
    while (contents[at] != 0) {
      at = (at + 1) & (names.length - 1);
    }
    names[at] = name;
    contents[at] = content;
    size++;
  }

  private void grow() {
    long[] oldNames = names;
    long[] oldContents = contents;
    names = new long[oldNames.length * 2];
    contents = new long[oldNames.length * 2];
    size = 0;
    for (int i = 0; i < oldNames.length; i++) {
      if (oldContents[i] != 0) {
        put(oldNames[i], oldContents[i]);
      }
    }
  }

  private int slot(long name) {
    return (int) (name >>> 20) & (names.length - 1);
  }

  /** Eight bytes of SHA-256, never 0, so that nobody can make two names fall together. */
  private long hash(String text) {
    byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
    long number = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      number = (number << 8) | (hash[i] & 0xff);
    }
    return number == 0 ? 1 : number;
  }
}
