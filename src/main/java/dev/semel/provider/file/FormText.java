// A form-encoded body as a tree.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.provider.UnreadableMessageException;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads {@code a=1&b=2}: an object of texts. A name that is there several times is an array of its
 * values.
 */
final class FormText {
  private static final int MOST_FIELDS = 1000;

  private FormText() {}

  /**
   * The fields.
   *
   * @param charset what percent-encoded bytes stand for; UTF-8 when nobody says
   * @throws UnreadableMessageException when it is no form, or has too many fields
   */
  static ObjectNode tree(String text, Optional<Charset> charset) throws UnreadableMessageException {
    String[] fields = text.strip().split("&", MOST_FIELDS + 1);
    if (fields.length > MOST_FIELDS) {
      throw new UnreadableMessageException("the body has more than " + MOST_FIELDS + " fields");
    }
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    Charset of = charset.orElse(StandardCharsets.UTF_8);
    for (String field : fields) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        Siblings.add(
            tree,
            decoded(field.substring(0, equals), of),
            JsonNodeFactory.instance.textNode(decoded(field.substring(equals + 1), of)));
      } else if (!field.isEmpty()) {
        throw new UnreadableMessageException("the body is no form");
      }
    }
    return tree;
  }

  private static String decoded(String text, Charset charset) throws UnreadableMessageException {
    try {
      String decoded = URLDecoder.decode(text, charset);
      if (decoded.indexOf('\uFFFD') >= 0) {
        throw new UnreadableMessageException("a field of the body is not in its charset");
      }
      return decoded;
    } catch (IllegalArgumentException e) {
      throw new UnreadableMessageException("a field of the body is not percent-encoded");
    }
  }
}
