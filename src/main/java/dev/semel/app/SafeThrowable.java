// An exception as the log may show it.
package dev.semel.app;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stands for an exception in the log: its name, its words made safe, its stack and its causes. */
final class SafeThrowable extends Throwable {
  private static final long serialVersionUID = 1L;

  private final String text;

  private SafeThrowable(Throwable original, @Nullable Throwable cause) {
    super(null, cause, true, true);
    this.text = SafeText.of(original.toString());
    setStackTrace(original.getStackTrace());
  }

  /** What stands for an exception. */
  static Throwable of(Throwable original) {
    return of(original, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  /** Causes may lead back to where they began: each exception is told once. */
  private static SafeThrowable of(Throwable original, Set<Throwable> told) {
    told.add(original);
    @Nullable Throwable cause = original.getCause();
    SafeThrowable safe =
        new SafeThrowable(original, cause == null || told.contains(cause) ? null : of(cause, told));
    for (Throwable suppressed : original.getSuppressed()) {
      if (!told.contains(suppressed)) {
        safe.addSuppressed(of(suppressed, told));
      }
    }
    return safe;
  }

  /** What a stack trace shows of an exception: here the original's name, not this class's. */
  @Override
  @SuppressWarnings("OverrideThrowableToString")
  public String toString() {
    return text;
  }
}
