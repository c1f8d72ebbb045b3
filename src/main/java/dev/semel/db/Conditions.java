// Conditions of a list whose filters may be left out.
package dev.semel.db;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Conditions of a list, joined with "and". Only constants of the program stand in the text; what
 * somebody sent is always bound.
 */
public final class Conditions {
  private final StringBuilder text;
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Begins with a condition that always holds, such as {@code tenant_id = :tenant}. */
  public Conditions(String first) {
    text = new StringBuilder(first);
  }

  /** Gives a value to a name that stands in the text. */
  public Conditions bind(String name, Object value) {
    values.put(name, value);
    return this;
  }

  /** Adds a condition without a value. */
  public Conditions and(String condition) {
    text.append(" AND ").append(condition);
    return this;
  }

  /**
   * Adds a condition when there is a value for it.
   *
   * @param condition such as {@code provider = :provider}
   * @param name the name of the value in it
   */
  public Conditions and(String condition, String name, Optional<?> value) {
    value.ifPresent(present -> and(condition).bind(name, present));
    return this;
  }

  /** The conditions as text. */
  public String text() {
    return text.toString();
  }

  /** The values to bind, by name. */
  public Map<String, Object> values() {
    return Map.copyOf(values);
  }
}
