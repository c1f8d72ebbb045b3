// From a JSON object to values, with every fault collected, so that a client learns of all at once.
package dev.semel.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object, member by member. A fault does not stop the reading: it is collected, and
 * the method returns a harmless value that must not be used before {@link #throwIfInvalid()} has
 * passed. Members that nobody asked for are faults too. Null counts as absent. Lengths are in
 * characters (code points). Readers of objects inside collect into the same list. Texts come out in
 * NFC, so that two spellings of the same characters are the same.
 *
 * <pre>{@code
 * BodyReader body = BodyReader.of(bytes);
 * String reason = body.requiredReason();
 * body.throwIfInvalid();
 * }</pre>
 */
public final class BodyReader {
  private static final int LONGEST_REASON = 500;

  private final ObjectNode object;
  private final FieldFaults faults;
  private final Set<String> known = new HashSet<>();
  private final List<BodyReader> inner = new ArrayList<>();

  private BodyReader(ObjectNode object, FieldFaults faults) {
    this.object = object;
    this.faults = faults;
  }

  /** Reads a raw body, strictly: see {@link StrictJson#parseObject}. */
  public static BodyReader of(byte[] body) {
    return of(StrictJson.parseObject(body));
  }

  /** Reads a raw body that may be larger than usual. */
  public static BodyReader of(byte[] body, int mostBytes) {
    return of(StrictJson.parseObject(body, mostBytes));
  }

  /** Reads an object that was parsed already. */
  public static BodyReader of(ObjectNode object) {
    return new BodyReader(object, FieldFaults.ofBody());
  }

  // ---- members ----

  /** Whether the member is there and not null. */
  public boolean has(String name) {
    return node(name) != null;
  }

  /** Whether the member is there and null: where that means something else than its absence. */
  public boolean isNull(String name) {
    known.add(name);
    JsonNode node = object.get(name);
    return node != null && node.isNull();
  }

  /**
   * The member as it was sent, or null when it is absent or null. It counts as known from now on.
   */
  public @Nullable JsonNode node(String name) {
    known.add(name);
    JsonNode node = object.get(name);
    return node == null || node.isNull() ? null : node;
  }

  /** A text that has to be there; empty text on a fault. Blank text counts as too short. */
  public String requiredText(String name, int min, int max) {
    return required(name, optionalText(name, min, max), "Send a text.").orElse("");
  }

  /** A text that may be left out; empty when it is, or on a fault. */
  public Optional<String> optionalText(String name, int min, int max) {
    return text(name).filter(text -> fits(name, text, min, max)).map(BodyReader::nfc);
  }

  /** Why a person wants something, which has to be told: goes into histories and the audit log. */
  public String requiredReason() {
    return requiredText("reason", 1, LONGEST_REASON);
  }

  /** Why a person wants something; empty when it is left out, or on a fault. */
  public Optional<String> optionalReason() {
    return optionalText("reason", 1, LONGEST_REASON);
  }

  /**
   * A name, a reference or another text of one line that has to be there; empty text on a fault.
   * Characters that can't be seen and change what is are refused.
   */
  public String requiredLine(String name, int min, int max) {
    return required(name, optionalLine(name, min, max), "Send a text.").orElse("");
  }

  /** A text of one line that may be left out; empty when it is, or on a fault. */
  public Optional<String> optionalLine(String name, int min, int max) {
    return optionalText(name, min, max)
        .filter(
            text ->
                PlainLine.isOne(text)
                    || faults.add(
                        name,
                        FieldErrorCode.BAD_CHARACTER,
                        "Send one line without control characters, line breaks, invisible spaces or marks that turn its direction."));
  }

  /**
   * A text of a form that has to be there; empty text on a fault.
   *
   * @param wanted what to send, a sentence for the client
   */
  public String requiredMatch(String name, Pattern form, String wanted) {
    return required(name, optionalMatch(name, form, wanted), wanted).orElse("");
  }

  /** A text of a form that may be left out; empty when it is, or on a fault. */
  public Optional<String> optionalMatch(String name, Pattern form, String wanted) {
    return text(name)
        .filter(
            text ->
                form.matcher(text).matches() || faults.add(name, FieldErrorCode.FORMAT, wanted));
  }

  /** One of a few words that has to be there; empty text on a fault. */
  public String requiredChoice(String name, Collection<String> allowed) {
    return required(name, optionalChoice(name, allowed), oneOf(allowed)).orElse("");
  }

  /** One of a few words that may be left out; empty when it is, or on a fault. */
  public Optional<String> optionalChoice(String name, Collection<String> allowed) {
    return text(name)
        .filter(
            text ->
                allowed.contains(text)
                    || faults.add(name, FieldErrorCode.NOT_ALLOWED, oneOf(allowed)));
  }

  /** An RFC 3339 instant that has to be there; the epoch on a fault. */
  public Instant requiredInstant(String name) {
    return required(name, optionalInstant(name), TimeTexts.WANTED_INSTANT).orElse(Instant.EPOCH);
  }

  /**
   * An RFC 3339 instant, with any offset, to the microsecond; empty when left out or on a fault.
   */
  public Optional<Instant> optionalInstant(String name) {
    return read(name, TimeTexts::instant, TimeTexts.WANTED_INSTANT);
  }

  /** An ISO 8601 date that has to be there; the epoch's on a fault. */
  public LocalDate requiredDate(String name) {
    return required(name, read(name, TimeTexts::date, TimeTexts.WANTED_DATE), TimeTexts.WANTED_DATE)
        .orElse(LocalDate.EPOCH);
  }

  /** An ISO 8601 duration within bounds; empty when left out or on a fault. */
  public Optional<Duration> optionalDuration(String name, Duration least, Duration most) {
    return read(name, TimeTexts::duration, TimeTexts.WANTED_DURATION)
        .filter(
            duration ->
                (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0)
                    || faults.add(
                        name,
                        FieldErrorCode.OUT_OF_RANGE,
                        "Send a duration from " + least + " to " + most + "."));
  }

  /** A whole number within bounds; empty when left out or on a fault. */
  public Optional<Integer> optionalInteger(String name, int least, int most) {
    JsonNode node = node(name);
    if (node == null) {
      return Optional.empty();
    }
    if (!node.isIntegralNumber()) {
      faults.add(name, FieldErrorCode.TYPE, "Send a whole number.");
      return Optional.empty();
    }
    return Optional.of(node)
        .filter(
            number ->
                (number.canConvertToInt()
                        && number.intValue() >= least
                        && number.intValue() <= most)
                    || faults.add(
                        name,
                        FieldErrorCode.OUT_OF_RANGE,
                        "Send a number from " + least + " to " + most + "."))
        .map(JsonNode::intValue);
  }

  /** True or false; the fallback when left out or on a fault. */
  public boolean optionalBoolean(String name, boolean fallback) {
    JsonNode node = node(name);
    if (node == null) {
      return fallback;
    }
    return node.isBoolean()
        ? node.booleanValue()
        : faults.add(name, FieldErrorCode.TYPE, "Send true or false.") || fallback;
  }

  /**
   * An object that has to be there. When it is absent that is one fault, and the reader that comes
   * back collects none of its own.
   */
  public BodyReader requiredObject(String name) {
    return required(name, optionalObject(name), "Send an object.").orElseGet(this::ignored);
  }

  /** An object that may be left out; empty when it is, or on a fault. */
  public Optional<BodyReader> optionalObject(String name) {
    JsonNode node = node(name);
    if (node == null) {
      return Optional.empty();
    }
    if (node instanceof ObjectNode child) {
      return Optional.of(inside(child, name, pointer(name)));
    }
    return nothing(name, FieldErrorCode.TYPE, "Send an object.");
  }

  /** An array of objects that has to be there, with a reader for each; empty on a fault. */
  public List<BodyReader> requiredObjects(String name, int min, int max) {
    List<BodyReader> readers = new ArrayList<>();
    for (JsonNode item : items(name, min, max)) {
      String at = JsonPointers.item(pointer(name), readers.size());
      if (item instanceof ObjectNode child) {
        readers.add(inside(child, name, at));
      } else {
        faults.addAt(name, at, FieldErrorCode.TYPE, "Send an object.");
        readers.add(ignored());
      }
    }
    return readers;
  }

  /** An array of different words that has to be there; empty on a fault. */
  public List<String> requiredChoices(String name, int min, int max, Collection<String> allowed) {
    List<String> words = new ArrayList<>();
    int index = 0;
    for (JsonNode item : items(name, min, max)) {
      String at = JsonPointers.item(pointer(name), index++);
      if (!item.isTextual()) {
        faults.addAt(name, at, FieldErrorCode.TYPE, "Send a text.");
      } else if (!allowed.contains(item.textValue())) {
        faults.addAt(name, at, FieldErrorCode.NOT_ALLOWED, oneOf(allowed));
      } else if (words.contains(item.textValue())) {
        faults.addAt(name, at, FieldErrorCode.CONFLICT, "Send each value once.");
      } else {
        words.add(item.textValue());
      }
    }
    return words;
  }

  /**
   * An object of text pairs, in the order in which they were sent; empty when left out or on a
   * fault.
   *
   * @param entries how many pairs at most
   * @param nameLength how long a name may be; 1 at least
   * @param valueLength how long a value may be
   */
  public Map<String, String> textMap(String name, int entries, int nameLength, int valueLength) {
    JsonNode node = node(name);
    Map<String, String> pairs = new LinkedHashMap<>();
    if (node == null) {
      return pairs;
    }
    if (!(node instanceof ObjectNode map)) {
      faults.add(name, FieldErrorCode.TYPE, "Send an object of texts.");
      return pairs;
    }
    if (map.size() > entries) {
      faults.add(name, FieldErrorCode.TOO_MANY, "Send " + entries + " pairs at most.");
      return pairs;
    }
    BodyReader reader = inside(map, name, pointer(name));
    for (Map.Entry<String, JsonNode> pair : map.properties()) {
      String key = pair.getKey();
      reader.known.add(key);
      if (!pair.getValue().isTextual()) {
        reader.faults.add(key, FieldErrorCode.TYPE, "Send a text.");
      } else if (reader.fits(key, pair.getValue().textValue(), 0, valueLength)
          && reader.named(key, nameLength)) {
        pairs.put(key, pair.getValue().textValue());
      }
    }
    return pairs;
  }

  // ---- faults ----

  /** The JSON Pointer of a member. */
  public String pointer(String name) {
    return faults.pointer(name);
  }

  /** Adds a fault of a member, for rules that only the caller knows. */
  public void error(String name, FieldErrorCode code, String detail) {
    faults.add(name, code, detail);
  }

  /** Whether no fault has been found at the member or inside it so far. */
  public boolean isValid(String name) {
    return faults.isValid(name);
  }

  /**
   * Ends the reading of the whole body: members that nobody asked for, here and in the objects
   * inside, become faults, and when there is any fault all of them are thrown. Call it on the
   * outermost reader.
   *
   * @throws ProblemException {@code validation-failed}
   */
  public void throwIfInvalid() {
    findUnknown();
    faults.throwIfAny();
  }

  private void findUnknown() {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      // Known from now on: asking twice must not report twice.
      if (known.add(member.getKey())) {
        faults.add(
            member.getKey(),
            FieldErrorCode.UNKNOWN_MEMBER,
            "Leave it out: there is no such member.");
      }
    }
    inner.forEach(BodyReader::findUnknown);
  }

  private BodyReader inside(ObjectNode child, String name, String pointer) {
    BodyReader reader = new BodyReader(child, faults.inside(name, pointer));
    inner.add(reader);
    return reader;
  }

  /** A reader of nothing, whose faults nobody sees: the fault above it was reported already. */
  private BodyReader ignored() {
    return new BodyReader(JsonNodeFactory.instance.objectNode(), faults.ignored());
  }

  private Optional<String> text(String name) {
    JsonNode node = node(name);
    if (node == null) {
      return Optional.empty();
    }
    return node.isTextual()
        ? Optional.of(node.textValue())
        : nothing(name, FieldErrorCode.TYPE, "Send a text.");
  }

  private <T> Optional<T> read(String name, Function<String, Optional<T>> form, String wanted) {
    Optional<String> text = text(name);
    Optional<T> value = text.flatMap(form);
    if (text.isPresent() && value.isEmpty()) {
      faults.add(name, FieldErrorCode.FORMAT, wanted);
    }
    return value;
  }

  private List<JsonNode> items(String name, int min, int max) {
    JsonNode node = node(name);
    List<JsonNode> items = new ArrayList<>();
    if (node == null) {
      faults.add(name, FieldErrorCode.REQUIRED, "Send an array.");
    } else if (!node.isArray()) {
      faults.add(name, FieldErrorCode.TYPE, "Send an array.");
    } else if (node.size() < min) {
      faults.add(name, FieldErrorCode.TOO_SHORT, "Send " + min + " items at least.");
    } else if (node.size() > max) {
      faults.add(name, FieldErrorCode.TOO_MANY, "Send " + max + " items at most.");
    } else {
      node.forEach(items::add);
    }
    return items;
  }

  private boolean fits(String name, String text, int min, int max) {
    int length = text.codePointCount(0, text.length());
    if (Math.max(length, lengthInNfc(text)) > max) {
      return faults.add(name, FieldErrorCode.TOO_LONG, "Send " + max + " characters at most.");
    }
    if (length < min || (min > 0 && PlainLine.showsNothing(text))) {
      return faults.add(
          name, FieldErrorCode.TOO_SHORT, "Send " + min + " characters at least, not only spaces.");
    }
    return true;
  }

  /** Texts are kept in NFC, which is longer than what was sent for a few characters. */
  private static int lengthInNfc(String text) {
    String normal = nfc(text);
    return normal.codePointCount(0, normal.length());
  }

  private static String nfc(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  private boolean named(String key, int max) {
    if (key.isEmpty()) {
      return faults.add(key, FieldErrorCode.TOO_SHORT, "Give it a name.");
    }
    return key.codePointCount(0, key.length()) <= max
        || faults.add(
            key, FieldErrorCode.TOO_LONG, "Give it a name of " + max + " characters at most.");
  }

  private <T> Optional<T> required(String name, Optional<T> value, String wanted) {
    if (!has(name)) {
      faults.add(name, FieldErrorCode.REQUIRED, wanted);
    }
    return value;
  }

  private <T> Optional<T> nothing(String name, FieldErrorCode code, String detail) {
    faults.add(name, code, detail);
    return Optional.empty();
  }

  private static String oneOf(Collection<String> allowed) {
    return "Send one of: " + String.join(", ", allowed) + ".";
  }
}
