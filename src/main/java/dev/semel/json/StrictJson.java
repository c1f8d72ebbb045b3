// From raw bytes to a JSON tree in which nothing is doubtful.
package dev.semel.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a request's body strictly. Whatever two readers might understand differently is refused:
 * bytes that are not UTF-8, a member that is there twice, content after the end, deep nesting.
 * Numbers keep their exact decimal value; nothing passes through floating point. A detail says
 * where reading stopped and never repeats what was sent.
 */
public final class StrictJson {

  /** The largest body that is read where nothing else is said, in bytes. */
  public static final int MAX_BYTES = 1_048_576;

  /**
   * How many values and names a body may hold, which bounds the memory of its tree whatever it is
   * made of. The largest batch has half as many.
   */
  static final int MAX_VALUES = 200_000;

  /** How many objects and arrays may be open at once. */
  public static final int MAX_NESTING = 32;

  /** How many characters a member's name may have. */
  static final int MAX_NAME = 1_000;

  /** How many characters a number may have. */
  static final int MAX_NUMBER = 100;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_NESTING)
                  .maxNameLength(MAX_NAME)
                  .maxNumberLength(MAX_NUMBER)
                  // A text is no longer than its body, whose size is checked.
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private StrictJson() {}

  /**
   * Reads a body that has to be a JSON object.
   *
   * @throws ProblemException {@code content-too-large}, {@code malformed-json}, or {@code
   *     validation-failed} when it is another value or holds characters that can't be kept
   */
  public static ObjectNode parseObject(byte[] body) {
    return parseObject(body, MAX_BYTES);
  }

  /** The same for a body that may be larger than usual. */
  static ObjectNode parseObject(byte[] body, int mostBytes) {
    if (parse(body, mostBytes) instanceof ObjectNode object) {
      return object;
    }
    throw ProblemException.invalid(
        List.of(FieldError.at("", FieldErrorCode.TYPE, "Send a JSON object.")));
  }

  /**
   * Reads a body that is any one JSON value.
   *
   * @throws ProblemException {@code content-too-large}, {@code malformed-json}, or {@code
   *     validation-failed} when it holds characters or numbers that can't be kept
   */
  public static JsonNode parse(byte[] body) {
    return parse(body, MAX_BYTES);
  }

  private static JsonNode parse(byte[] body, int mostBytes) {
    if (body.length > mostBytes) {
      throw tooLarge(mostBytes);
    }
    if (startsWithByteOrderMark(body)) {
      throw malformed("The body begins with a byte order mark. Leave it out.");
    }
    if (isBlank(body)) {
      throw malformed("The body is empty.");
    }
    // Decoded piece by piece: the text as a whole is never in memory.
    try (JsonParser parser = FACTORY.createParser(decoded(body))) {
      return new TreeReader(parser).read();
    } catch (JsonProcessingException e) {
      throw malformed("The body is not well-formed JSON" + TreeReader.place(e) + ".");
    } catch (CharacterCodingException e) {
      throw malformed("The body is not UTF-8.");
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory failed", e);
    }
  }

  /** The refusal of a body that has more bytes than are read. */
  public static ProblemException tooLarge(long mostBytes) {
    return new ProblemException(
        ProblemType.CONTENT_TOO_LARGE,
        "The body is larger than " + mostBytes + " bytes. Send a smaller one.");
  }

  static ProblemException malformed(String what) {
    return new ProblemException(
        ProblemType.MALFORMED_JSON, what + " Send one well-formed JSON object in UTF-8.");
  }

  private static boolean startsWithByteOrderMark(byte[] body) {
    int length = BYTE_ORDER_MARK.length;
    return body.length >= length && Arrays.equals(body, 0, length, BYTE_ORDER_MARK, 0, length);
  }

  private static boolean isBlank(byte[] body) {
    for (byte b : body) {
      if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
        return false;
      }
    }
    return true;
  }

  private static Reader decoded(byte[] body) {
    return new InputStreamReader(
        new ByteArrayInputStream(body),
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }
}
