// The faults of one JSON object's members, collected while it is read.
package dev.semel.json;

import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The faults of one JSON object's members. Those of objects inside it go into the same list, and
 * mark the member that holds them.
 */
final class FieldFaults {
  private final String base;
  private final List<FieldError> all;
  private final Runnable markAbove;
  private final Set<String> faulty = new HashSet<>();

  /**
   * @param markAbove tells the object above that something in this one is at fault
   */
  private FieldFaults(String base, List<FieldError> all, Runnable markAbove) {
    this.base = base;
    this.all = all;
    this.markAbove = markAbove;
  }

  /** For the outermost object. */
  static FieldFaults ofBody() {
    return new FieldFaults("", new ArrayList<>(), () -> {});
  }

  /** For the object that is, or is in, a member. */
  FieldFaults inside(String name, String pointer) {
    return new FieldFaults(pointer, all, () -> mark(name));
  }

  /** Faults that nobody sees: the one above them was reported already. */
  FieldFaults ignored() {
    return new FieldFaults(base, new ArrayList<>(), () -> {});
  }

  /** The JSON Pointer of a member. */
  String pointer(String name) {
    return JsonPointers.member(base, name);
  }

  /** Adds a fault of a member and is false, so that a check can end with it. */
  boolean add(String name, FieldErrorCode code, String detail) {
    return addAt(name, pointer(name), code, detail);
  }

  /** Adds a fault at a place inside a member and is false. */
  boolean addAt(String name, String pointer, FieldErrorCode code, String detail) {
    all.add(FieldError.at(pointer, code, detail));
    mark(name);
    return false;
  }

  private void mark(String name) {
    faulty.add(name);
    markAbove.run();
  }

  /** Whether no fault has been found at the member or inside it so far. */
  boolean isValid(String name) {
    return !faulty.contains(name);
  }

  /**
   * Throws all faults of the whole body, when there are any.
   *
   * @throws ProblemException {@code validation-failed}
   */
  void throwIfAny() {
    if (!all.isEmpty()) {
      throw ProblemException.invalid(all);
    }
  }
}
