// What a line of the log looks like when a client has chosen its words.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Level;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.Test;

class SafeLogFilterTest {

  private static final String HOSTILE =
      "a\r\n2026-11-30 INFO forged\u001b[2J\u202eevil\u2028\u0085\u0000\u200b<img onerror=x>";

  @Test
  void s_13_a_message_stays_one_line_and_acts_on_no_terminal() {
    String line = line(record(HOSTILE));

    assertThat(line)
        .isEqualTo(
            "a\\r\\n2026-11-30 INFO forged\\u{1b}[2J\\u{202e}evil\\u{2028}\\u{85}\\u{0}\\u{200b}<img onerror=x>\n");
  }

  @Test
  void s_13_parameters_are_made_safe_too() {
    ExtLogRecord record =
        new ExtLogRecord(Level.INFO, "Path %s", ExtLogRecord.FormatStyle.PRINTF, "test");
    record.setParameters(new Object[] {HOSTILE});

    assertThat(line(record)).startsWith("Path a\\r\\n").doesNotContain("\u001b");
  }

  @Test
  void s_13_the_words_of_exceptions_and_their_causes_are_made_safe() {
    Exception cause = new IllegalStateException("inner\u001b[2J\nforged");
    Exception thrown = new IllegalArgumentException("outer\r\nforged", cause);
    thrown.addSuppressed(new RuntimeException("third\u202e"));
    ExtLogRecord record = record("It failed");
    record.setThrown(thrown);
    new SafeLogFilter().isLoggable(record);
    StringWriter text = new StringWriter();
    record.getThrown().printStackTrace(new PrintWriter(text, true));

    assertThat(text.toString())
        .contains("java.lang.IllegalArgumentException: outer\\r\\nforged")
        .contains("Caused by: java.lang.IllegalStateException: inner\\u{1b}[2J\\nforged")
        .contains("Suppressed: java.lang.RuntimeException: third\\u{202e}")
        .contains("at dev.semel.app.SafeLogFilterTest.")
        .doesNotContain("\u001b")
        .doesNotContain("\u202e");
    assertThat(text.toString().lines()).noneMatch(line -> line.startsWith("forged"));
  }

  @Test
  void names_of_every_script_stay_as_they_are() {
    String name = "Амина 王小明 أمينة नमस्ते 😀";
    assertThat(line(record(name))).isEqualTo(name + "\n");
  }

  private static ExtLogRecord record(String message) {
    return new ExtLogRecord(Level.INFO, message, ExtLogRecord.FormatStyle.NO_FORMAT, "test");
  }

  private static String line(ExtLogRecord record) {
    assertThat(new SafeLogFilter().isLoggable(record)).isTrue();
    return new PatternFormatter("%s%n").format(record);
  }
}
