// Reads the query of a list, with every fault collected.
package dev.semel.json;

import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the query of a list, parameter by parameter. Faults are collected, and parameters that
 * nobody asked for are faults too: a filter that is misspelled must not answer with everything.
 */
public final class QueryReader {
  private static final int DEFAULT_LIMIT = 25;
  private static final int MOST_ROWS = 100;
  private static final Pattern LIMIT = Pattern.compile("[0-9]{1,3}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
  private static final Pattern PROVIDER = Pattern.compile("[a-z0-9-]{2,32}");
  private static final String WANTED_CURSOR =
      "Send the next_cursor of the page before as it was, or leave it out to start at the first page.";
  private static final Pattern POSITION = Pattern.compile("[0-9A-Za-z_.-]{1,80}");

  private final MultivaluedMap<String, String> query;
  private final Set<String> known = new HashSet<>();
  private final List<FieldError> errors = new ArrayList<>();

  /** A reader of a request's query. */
  public QueryReader(UriInfo uri) {
    query = uri.getQueryParameters();
  }

  /** How many rows are wanted: 1 to 100, 25 when nothing is said. */
  public int limit() {
    Optional<String> text = one("limit");
    if (text.isEmpty()) {
      return DEFAULT_LIMIT;
    }
    int limit = LIMIT.matcher(text.get()).matches() ? Integer.parseInt(text.get()) : 0;
    if (limit < 1 || limit > MOST_ROWS) {
      fault("limit", FieldErrorCode.OUT_OF_RANGE, "Send a whole number from 1 to 100.");
      return DEFAULT_LIMIT;
    }
    return limit;
  }

  /**
   * Where the page starts: the position that the page before ended with, as {@link Page} wrote it.
   */
  public Optional<String> cursor() {
    return one("cursor").flatMap(this::position);
  }

  /** Where the page starts in a list whose positions are numbers; 0 for its beginning. */
  public int numericCursor() {
    Optional<String> position = cursor();
    if (position.isPresent() && !NUMBER.matcher(position.get()).matches()) {
      fault("cursor", FieldErrorCode.FORMAT, WANTED_CURSOR);
      return 0;
    }
    return position.map(Integer::valueOf).orElse(0);
  }

  private Optional<String> position(String cursor) {
    try {
      String position = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (POSITION.matcher(position).matches()) {
        return Optional.of(position);
      }
    } catch (IllegalArgumentException notBase64) {
      // Reported below like every other cursor that is not ours.
    }
    fault("cursor", FieldErrorCode.FORMAT, WANTED_CURSOR);
    return Optional.empty();
  }

  /** A text of at most so many characters. */
  public Optional<String> text(String name, int max) {
    Optional<String> text = one(name);
    if (text.isPresent()
        && (text.get().isBlank() || text.get().codePointCount(0, text.get().length()) > max)) {
      fault(name, FieldErrorCode.TOO_LONG, "Send 1 to " + max + " characters, or leave it out.");
      return Optional.empty();
    }
    if (text.isPresent() && text.get().indexOf('\0') >= 0) {
      fault(name, FieldErrorCode.BAD_CHARACTER, "Leave out the NUL character.");
      return Optional.empty();
    }
    return text;
  }

  /**
   * A text of a form.
   *
   * @param wanted what to send, a sentence for the client
   */
  public Optional<String> match(String name, Pattern form, String wanted) {
    Optional<String> text = one(name);
    if (text.isPresent() && !form.matcher(text.get()).matches()) {
      fault(name, FieldErrorCode.FORMAT, wanted);
      return Optional.empty();
    }
    return text;
  }

  /** The name of a provider, in {@code provider}. */
  public Optional<String> provider() {
    return match(
        "provider", PROVIDER, "Send a provider's name, such as simulator, or leave it out.");
  }

  /** One of a few words. */
  public Optional<String> choice(String name, Collection<String> allowed) {
    Optional<String> text = one(name);
    if (text.isPresent() && !allowed.contains(text.get())) {
      fault(
          name,
          FieldErrorCode.NOT_ALLOWED,
          "Send one of " + String.join(", ", allowed) + ", or leave it out.");
      return Optional.empty();
    }
    return text;
  }

  /** True or false; false when nothing is said. */
  public boolean flag(String name) {
    return choice(name, List.of("true", "false")).equals(Optional.of("true"));
  }

  /** An ISO 8601 date. */
  public Optional<LocalDate> date(String name) {
    Optional<String> text = one(name);
    Optional<LocalDate> date = text.flatMap(TimeTexts::date);
    if (text.isPresent() && date.isEmpty()) {
      fault(name, FieldErrorCode.FORMAT, TimeTexts.WANTED_DATE);
    }
    return date;
  }

  /** An RFC 3339 instant. */
  public Optional<Instant> instant(String name) {
    Optional<String> text = one(name);
    Optional<Instant> instant = text.flatMap(TimeTexts::instant);
    if (text.isPresent() && instant.isEmpty()) {
      fault(name, FieldErrorCode.FORMAT, TimeTexts.WANTED_INSTANT);
    }
    return instant;
  }

  /** A value that has to be there, as it was read. */
  public <T> Optional<T> required(String name, Optional<T> value) {
    if (!query.containsKey(name)) {
      fault(name, FieldErrorCode.REQUIRED, "Send it: this operation needs to know it.");
    }
    return value;
  }

  /** Says that a value does not fit the others. */
  public void outOfRange(String name, String detail) {
    fault(name, FieldErrorCode.OUT_OF_RANGE, detail);
  }

  /**
   * Ends the reading.
   *
   * @throws ProblemException {@code validation-failed} with every fault
   */
  public void throwIfInvalid() {
    query.keySet().stream()
        .filter(name -> !known.contains(name))
        .sorted()
        .forEach(
            name ->
                fault(
                    name,
                    FieldErrorCode.UNKNOWN_MEMBER,
                    "This operation has no such parameter. Leave it out."));
    if (!errors.isEmpty()) {
      throw ProblemException.invalid(errors);
    }
  }

  private Optional<String> one(String name) {
    known.add(name);
    List<String> values = query.getOrDefault(name, List.of());
    if (values.size() > 1) {
      fault(name, FieldErrorCode.TOO_MANY, "Send it once.");
      return Optional.empty();
    }
    return values.stream().findFirst();
  }

  private void fault(String name, FieldErrorCode code, String detail) {
    errors.add(FieldError.ofParameter(name, code, detail));
  }
}
