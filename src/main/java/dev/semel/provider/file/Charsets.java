// Names of character sets.
package dev.semel.provider.file;

import java.nio.charset.Charset;

/** Tells names of character sets from other texts. */
final class Charsets {
  private Charsets() {}

  /** Whether texts can be read, and samples written, in it. */
  static boolean known(String name) {
    try {
      return Charset.forName(name).canEncode();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
