// The body of a partner's message as a tree, whatever it was written in.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.UnreadableMessageException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the body of a message as its file says: unpacked where it was compressed, in the charset
 * that its Content-Type names, as JSON, a form or XML.
 */
public final class MessageBody {
  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

  private MessageBody() {}

  /**
   * The body as a tree.
   *
   * @throws UnreadableMessageException when it is not what the file says, or too much
   */
  public static JsonNode read(WebhookTerms.Format format, InboundMessage message)
      throws UnreadableMessageException {
    byte[] body = Unpacked.of(message);
    Optional<Charset> charset = charset(message);
    return switch (format) {
      case JSON -> json(body, charset);
      case FORM -> FormText.tree(text(body, charset.orElse(StandardCharsets.UTF_8)), charset);
      case XML -> XmlTree.read(body, charset);
    };
  }

  private static JsonNode json(byte[] body, Optional<Charset> charset)
      throws UnreadableMessageException {
    byte[] utf8 =
        charset.isEmpty() ? body : text(body, charset.get()).getBytes(StandardCharsets.UTF_8);
    if (!(Answer.parse(utf8) instanceof Answer.Body.Json(JsonNode value))) {
      throw new UnreadableMessageException("the body is not JSON");
    }
    return value;
  }

  /** What is not written in its charset is not guessed: a name must not change. */
  private static String text(byte[] body, Charset charset) throws UnreadableMessageException {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new UnreadableMessageException("the body is not in the charset that it names");
    }
  }

  private static Optional<Charset> charset(InboundMessage message)
      throws UnreadableMessageException {
    List<String> types = message.headers().getOrDefault("content-type", List.of());
    Matcher named = CHARSET.matcher(types.isEmpty() ? "" : types.getFirst());
    if (!named.find()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Charset.forName(named.group(1)));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new UnreadableMessageException("the body names a charset that is not known");
    }
  }
}
