// JSON Pointers as text.
package dev.semel.provider.file;

/** Builds JSON Pointers (RFC 6901). */
final class Pointers {
  private Pointers() {}

  /** The pointer of a member or element of what another pointer names. */
  static String child(String pointer, String name) {
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  static String child(String pointer, int index) {
    return pointer + "/" + index;
  }

  /** The pointer of what holds it; empty for the root's children and the root. */
  static String parent(String pointer) {
    int slash = pointer.lastIndexOf('/');
    return slash <= 0 ? "" : pointer.substring(0, slash);
  }
}
