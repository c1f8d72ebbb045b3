// The client's key, and within what it is unique.
package dev.semel.idempotency;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client's idempotency key within its scope. Two credentials, or two operations, never see each
 * other's keys.
 *
 * @param credentialId who sent it
 * @param operation the operation's id in the contract
 * @param key 1 to 255 visible ASCII characters
 */
public record IdempotencyKey(String credentialId, String operation, String key) {
  /** The header that carries the key. */
  public static final String HEADER = "Idempotency-Key";

  private static final Pattern BARE = Pattern.compile("[\\x21-\\x7e&&[^\",\\\\]]{1,255}");
  // RFC 8941's string: printable ASCII, in which only the quote and the backslash are escaped. A
  // space is printable but not visible, and is refused below.
  private static final Pattern QUOTED =
      Pattern.compile("\"((?:[\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\"\\\\])*)\"");
  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");
  private static final int MOST_CHARACTERS = 255;
  // In quotes, and every character escaped. The pattern above takes one frame for each character:
  // what is longer is refused before it is matched.
  private static final int LONGEST_SPELLING = 2 + 2 * MOST_CHARACTERS;

  /**
   * Reads the key from its header lines. Bare and quoted spellings of the same characters are the
   * same key.
   *
   * @throws ProblemException when it is missing, there are several, or it has not the form of a key
   */
  public static IdempotencyKey of(String credentialId, String operation, List<String> headerLines) {
    if (headerLines.isEmpty()) {
      throw new ProblemException(
          ProblemType.IDEMPOTENCY_KEY_MISSING,
          "Send an 'Idempotency-Key' header: make the key once, keep it with the action, and send the same key with every repeat.");
    }
    if (headerLines.size() > 1) {
      throw invalid("Send exactly one 'Idempotency-Key' header.");
    }
    return new IdempotencyKey(credentialId, operation, parse(headerLines.getFirst().strip()));
  }

  private static String parse(String text) {
    if (text.length() > LONGEST_SPELLING) {
      throw invalid("A key is at most 255 characters. A random UUID is a good one.");
    }
    if (BARE.matcher(text).matches()) {
      return text;
    }
    Matcher quoted = QUOTED.matcher(text);
    if (quoted.matches()) {
      String key = ESCAPED.matcher(quoted.group(1)).replaceAll("$1");
      if (!key.isEmpty() && key.length() <= MOST_CHARACTERS) {
        return key;
      }
    }
    throw invalid(
        "A key is 1 to 255 visible ASCII characters, bare or in double quotes; a random UUID is a good one.");
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(ProblemType.IDEMPOTENCY_KEY_INVALID, detail);
  }
}
