// Reads along in the log while a test runs.
package dev.semel.testing.fuzz;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/** Gives every line of the log to a reader until it is closed. */
final class LogWatch extends Handler implements AutoCloseable {

  private static final PatternFormatter FORM = new PatternFormatter("%s");

  private final Logger root = Logger.getLogger("");
  private final Consumer<String> reader;

  LogWatch(Consumer<String> reader) {
    this.reader = reader;
    setLevel(Level.ALL);
    root.addHandler(this);
  }

  @Override
  public void publish(LogRecord entry) {
    String line = entry.getLoggerName() + " " + FORM.format(entry);
    for (Throwable at = entry.getThrown(); at != null; at = at.getCause()) {
      line += "\n" + at;
    }
    reader.accept(line);
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    root.removeHandler(this);
  }
}
