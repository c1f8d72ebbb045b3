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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads a request's body strictly. Whatever two readers might understand differently is refused:
 * bytes that are not UTF-8, a member that is there twice, content after the end, deep nesting.
 * Numbers keep their exact decimal value; nothing passes through floating point. A detail says
 * where reading stopped and never repeats what was sent.
 */
public final class StrictJson {

  /** The largest body that is read, in bytes. */
  public static final int MAX_BYTES = 1_048_576;

  /** How many objects and arrays may be open at once. */
  public static final int MAX_NESTING = 32;

  /** How many characters a member's name may have. */
  static final int MAX_NAME = 1_000;

  /** How many characters a number may have. */
  static final int MAX_NUMBER = 100;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_NESTING)
                  .maxNameLength(MAX_NAME)
                  .maxNumberLength(MAX_NUMBER)
                  .maxStringLength(MAX_BYTES)
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
    if (parse(body) instanceof ObjectNode object) {
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
    if (body.length > MAX_BYTES) {
      throw new ProblemException(
          ProblemType.CONTENT_TOO_LARGE,
          "The body is larger than " + MAX_BYTES + " bytes. Send a smaller one.");
    }
    String text = decode(body);
    if (text.isBlank()) {
      throw malformed("The body is empty.");
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new TreeReader(parser).read();
    } catch (JsonProcessingException e) {
      throw malformed("The body is not well-formed JSON" + TreeReader.place(e) + ".");
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory failed", e);
    }
  }

  static ProblemException malformed(String what) {
    return new ProblemException(
        ProblemType.MALFORMED_JSON, what + " Send one well-formed JSON object in UTF-8.");
  }

  private static String decode(byte[] body) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(body))
          .toString();
    } catch (CharacterCodingException e) {
      throw malformed("The body is not UTF-8.");
    }
  }
}
