// What a partner answered, as the rules of its file see it.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A complete answer.
 *
 * @param status the HTTP status
 * @param headers all headers, names in lower case
 * @param body what the body is
 */
public record Answer(int status, Map<String, List<String>> headers, Body body) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  /** A body: JSON, nothing, or something that is not understood. */
  public sealed interface Body {
    /** One whole JSON value. */
    record Json(JsonNode value) implements Body {}

    /** No body. */
    record Empty() implements Body {}

    /** Not JSON: a page of a gateway, half a body, or broken text. */
    record Unreadable(String reason) implements Body {}

    /** It ended with the connection, and nothing tells that it is whole. */
    record PerhapsCut() implements Body {}
  }

  /** Reads a body. Duplicate members, trailing text and broken UTF-8 make it unreadable. */
  public static Body parse(byte[] content) {
    if (isBlank(content)) {
      return new Body.Empty();
    }
    try {
      JsonNode value = JSON.readTree(content);
      return new Body.Json(value);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      return new Body.Unreadable("the body is not JSON (line " + line + ")");
    } catch (IOException e) {
      return new Body.Unreadable("the body is not readable text");
    }
  }

  /** The JSON value; a missing node when the body is none. */
  public JsonNode json() {
    return body instanceof Body.Json json ? json.value() : MissingNode.getInstance();
  }

  boolean unreadable() {
    return body instanceof Body.Unreadable || body instanceof Body.PerhapsCut;
  }

  boolean successful() {
    return status >= 200 && status < 300;
  }

  private static boolean isBlank(byte[] content) {
    for (byte b : content) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }
}
