// Which files of a folder are reports, and of which day.
package dev.semel.provider;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which files of a folder are reports, by their names, and of which day: {@code
 * settlement-{date:yyyyMMdd}*.csv}. A star stands for any characters, also none. The date is the
 * business date; where the name has none, the day is told by when the file was found.
 */
public final class FileNamePattern {
  private static final Pattern DATE = Pattern.compile("\\{date(?::([^{}]*))?}");
  private static final Pattern FORM =
      Pattern.compile("yyyy[-._]?(?:MM[-._]?dd|DDD)|dd[-._]?MM[-._]?yyyy|yyMMdd|ddMMyy");
  private static final String ISO = "yyyy-MM-dd";

  private final String text;
  private final Pattern name;
  private final @Nullable DateTimeFormatter date;

  private FileNamePattern(String text, Pattern name, @Nullable DateTimeFormatter date) {
    this.text = text;
    this.name = name;
    this.date = date;
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException when it can't be one; the message is a sentence
   */
  public static FileNamePattern parse(String text) {
    if (text.isBlank() || text.contains("/") || text.contains("\\")) {
      throw new IllegalArgumentException(
          "This is the name of a file in the directory: write it without slashes.");
    }
    Matcher found = DATE.matcher(text);
    if (!found.find()) {
      return new FileNamePattern(text, Pattern.compile(literally(text)), null);
    }
    String form = found.group(1) == null ? ISO : found.group(1);
    String rest = text.substring(found.end());
    if (!FORM.matcher(form).matches() || DATE.matcher(rest).find()) {
      throw new IllegalArgumentException(
          "The date stands once, and is written like {date:yyyyMMdd}, {date:yyyy-MM-dd},"
              + " {date:ddMMyyyy} or {date:yyMMdd}.");
    }
    return new FileNamePattern(
        text,
        Pattern.compile(
            literally(text.substring(0, found.start()))
                + "("
                + digits(form)
                + ")"
                + literally(rest),
            Pattern.DOTALL),
        DateTimeFormatter.ofPattern(form.replace("yy", "uu"), Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT));
  }

  private static String literally(String part) {
    StringBuilder regex = new StringBuilder();
    for (String piece : part.split("((?<=\\*)|(?=\\*))", -1)) {
      regex.append(piece.equals("*") ? ".*" : Pattern.quote(piece));
    }
    return regex.toString();
  }

  private static String digits(String form) {
    return form.replaceAll("[yMdD]", "[0-9]").replace(".", "\\.");
  }

  /** Whether the names of files say of which day they are. */
  public boolean isDated() {
    return date != null;
  }

  /**
   * A name that is a report's.
   *
   * @param day the business date, where the name says it
   */
  public record Match(Optional<LocalDate> day) {}

  /** What a name says; empty where it is not a report's, or its date is no day of the calendar. */
  public Optional<Match> match(String fileName) {
    Matcher matcher = name.matcher(fileName);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    if (date == null) {
      return Optional.of(new Match(Optional.empty()));
    }
    try {
      return Optional.of(new Match(Optional.of(LocalDate.parse(matcher.group(1), date))));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
