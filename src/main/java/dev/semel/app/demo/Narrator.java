// Tells the story on the terminal.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.app.rig.Table;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/**
 * Prints plain lines of at most {@value #WIDTH} columns, in colours only where a person looks at a
 * terminal that wants them. Scenes of a chapter run side by side, so each line is printed whole.
 */
final class Narrator {
  static final int WIDTH = 100;

  private static final int STATES = 31;
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
  private static final String BOLD = "1";
  private static final String FAINT = "2";
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String YELLOW = "33";

  private final PrintStream out;
  private final boolean colours;
  private final ZoneId zone;
  private boolean silent;

  Narrator(PrintStream out, boolean colours, ZoneId zone) {
    this.out = out;
    this.colours = colours;
    this.zone = zone;
  }

  /** A narrator on standard output, with colours unless it is no terminal or NO_COLOR is set. */
  // The JDK's own console is null where nobody looks, unlike the one of JDK 22 to 24.
  @SuppressWarnings("SystemConsoleNull")
  static Narrator onTerminal(Map<String, String> environment) {
    boolean terminal = System.console() != null && System.console().isTerminal();
    boolean plain =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || "dumb".equals(environment.get("TERM"));
    return new Narrator(System.out, terminal && !plain, ZoneId.systemDefault());
  }

  /** Says nothing more: the process is ending. */
  synchronized void fallSilent() {
    silent = true;
  }

  /** The title of a chapter, with a sentence on what it is about. */
  void chapter(String title, String about) {
    say("");
    print(paint(BOLD, "== " + title + " " + "=".repeat(Math.max(0, WIDTH - title.length() - 4))));
    say(about);
  }

  /** A sentence, broken into lines where it is too long. */
  synchronized void say(String text) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > WIDTH) {
        print(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    print(line.toString());
  }

  /** Lines as they are, to be pasted or read as a table. */
  synchronized void lines(List<String> lines) {
    lines.forEach(this::print);
  }

  /** A scene about to be played. */
  void scene(int number, String title, String partner) {
    print("  %s %s".formatted(label(number), Table.cut(title + ": " + partner, WIDTH - 6)));
  }

  /** An entry of a payout's history, as soon as it is there. */
  void change(int number, JsonNode entry) {
    Instant at = Instant.parse(entry.path("recorded_at").asText());
    String states = Words.states(entry);
    String padded = states + " ".repeat(Math.max(0, STATES - states.length()));
    String happened = Table.cut(Words.happened(entry), WIDTH - 12 - 2 - 2 - 2 - STATES - 2 - 2);
    String state = entry.path("applied").asBoolean() ? entry.path("to").asText() : "refused";
    print(
        "  %s %s  %s  %s"
            .formatted(
                paint(FAINT, clock(at)), label(number), paint(colourOf(state), padded), happened));
  }

  /** Something that the story itself did or saw about a scene. */
  void note(int number, String text) {
    print(
        "  %s %s  %s"
            .formatted(" ".repeat(12), label(number), paint(FAINT, Table.cut(text, WIDTH - 20))));
  }

  /** The end of a scene. */
  void done(int number, String state, int done, int all) {
    note(number, "= " + state + " [" + done + " of " + all + "]");
  }

  /** Something that should not be. */
  void trouble(String text) {
    print(paint(RED, text));
  }

  /** Good news. */
  void good(String text) {
    print(paint(GREEN, text));
  }

  /** A moment, as clocks here show it. */
  String clock(Instant at) {
    return CLOCK.format(at.atZone(zone));
  }

  private static String label(int number) {
    return "%02d".formatted(number);
  }

  private static String colourOf(String state) {
    return switch (state) {
      case "paid" -> GREEN;
      case "failed", "returned", "held", "cancelled", "submission_unknown", "refused" -> YELLOW;
      default -> "0";
    };
  }

  private String paint(String colour, String text) {
    return colours ? "\033[" + colour + "m" + text + "\033[0m" : text;
  }

  private synchronized void print(String line) {
    if (!silent) {
      out.println(line);
      out.flush();
    }
  }
}
