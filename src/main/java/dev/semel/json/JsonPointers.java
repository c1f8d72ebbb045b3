// How JSON Pointers are written.
package dev.semel.json;

/** Builds JSON Pointers (RFC 6901). */
public final class JsonPointers {

  private JsonPointers() {}

  /** The pointer of a member below another pointer, which is empty for the body itself. */
  public static String member(String base, String name) {
    return base + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /** The pointer of an array's item, counted from 0. */
  public static String item(String base, int index) {
    return base + "/" + index;
  }
}
