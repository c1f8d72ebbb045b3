// Keeps what clients send from writing lines of the log, or moving a terminal's cursor.
package dev.semel.app;

import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtFormatter;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Writes control characters, bidirectional marks and other invisible ones of a message or an
 * exception as escapes. Every record passes, in one line for its message.
 */
@LoggingFilter(name = "safe")
public final class SafeLogFilter implements Filter {

  /** The message with its parameters, without its exception. */
  private static final ExtFormatter WORDS = new PatternFormatter("%s");

  @Override
  public boolean isLoggable(LogRecord event) {
    ExtLogRecord record = ExtLogRecord.wrap(event);
    String message = WORDS.format(record);
    if (!SafeText.isSafe(message)) {
      record.setMessage(SafeText.of(message), ExtLogRecord.FormatStyle.NO_FORMAT);
    }
    @Nullable Throwable thrown = record.getThrown();
    if (thrown != null) {
      record.setThrown(SafeThrowable.of(thrown));
    }
    return true;
  }
}
