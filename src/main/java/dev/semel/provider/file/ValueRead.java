package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Where a value is in an answer, and how it is written.
 *
 * @param at where
 * @param as how
 * @param optional whether it may be missing; what may not is promised by the file
 * @param zone whose clock a time without an offset is of
 * @param pick which element it is in, where there is an array of named values
 * @param fixed the value itself, where the partner does not say it because it is always the same
 */
public record ValueRead(
    JsonPointer at,
    As as,
    boolean optional,
    Optional<ZoneId> zone,
    Optional<Pick> pick,
    Optional<String> fixed) {

  /** A value that is always there, as itself. */
  static ValueRead plain(JsonPointer at) {
    return new ValueRead(at, As.PLAIN, false, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same, and nobody promises that it is there. */
  ValueRead mayBeMissing() {
    return new ValueRead(at, as, true, zone, pick, fixed);
  }

  /**
   * Which element of an array has a value: {@code [{"Key": "Amount", "Value": 10}]}.
   *
   * @param name where an element has its name
   * @param is the name
   * @param value where it has its value
   */
  public record Pick(JsonPointer name, ValueTest is, JsonPointer value) {
    /** The value; missing where no element has the name, or several have. */
    JsonNode in(JsonNode array) {
      List<JsonNode> named =
          array.isArray()
              ? array.valueStream().filter(element -> is.fits(element.at(name))).toList()
              : List.of();
      return named.size() == 1 ? named.getFirst().at(value) : MissingNode.getInstance();
    }
  }

  /** The value in what is read; a missing node where it is not there. */
  public JsonNode in(JsonNode payout) {
    if (fixed.isPresent()) {
      return TextNode.valueOf(fixed.get());
    }
    JsonNode there = payout.at(at);
    return pick.map(one -> one.in(there)).orElse(there);
  }

  /** How a value is written. */
  public enum As {
    /** As itself: a decimal number, an RFC 3339 time, a text. */
    PLAIN,
    /** An amount as a whole number of minor units. */
    MINOR_UNITS,
    /** A time in seconds since 1970. */
    UNIX,
    /** A time in milliseconds since 1970. */
    UNIX_MS,
    /** A date with a time of day and no offset, such as 2026-11-30T10:00:00. */
    LOCAL_TIME,
    /** A date alone, such as 2026-11-30: some moment of that day. */
    DATE
  }
}
