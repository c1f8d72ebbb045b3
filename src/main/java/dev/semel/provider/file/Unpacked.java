// A compressed body, unpacked within bounds.
package dev.semel.provider.file;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.UnreadableMessageException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Unpacks what came compressed, after its signature was checked over the bytes as they came. Not
 * one byte more is unpacked than an uncompressed body may have, which bounds memory and time: a few
 * kilobytes may stand for gigabytes.
 */
final class Unpacked {
  /** As many bytes as a body may have that comes as it is. */
  static final int MOST_BYTES = 1_048_576;

  private static final int ZLIB = 8;

  private Unpacked() {}

  /**
   * The body as it was before it was compressed.
   *
   * @throws UnreadableMessageException when it can't be unpacked, or is too large
   */
  static byte[] of(InboundMessage message) throws UnreadableMessageException {
    List<String> codings =
        message.headers().getOrDefault("content-encoding", List.of()).stream()
            .map(coding -> coding.strip().toLowerCase(Locale.ROOT))
            .filter(coding -> !coding.isEmpty() && !coding.equals("identity"))
            .toList();
    if (codings.isEmpty()) {
      return message.body();
    }
    return switch (codings.size() == 1 ? codings.getFirst() : "") {
      case "gzip", "x-gzip" -> all(() -> new GZIPInputStream(bytes(message)));
      case "deflate" -> all(() -> deflated(message));
      default -> throw new UnreadableMessageException("the body is packed in a way not known here");
    };
  }

  private interface Opening {
    InputStream open() throws IOException;
  }

  private static byte[] all(Opening packed) throws UnreadableMessageException {
    try (InputStream in = packed.open()) {
      byte[] body = in.readNBytes(MOST_BYTES + 1);
      if (body.length > MOST_BYTES) {
        throw new UnreadableMessageException(
            "unpacked, the body has more than " + MOST_BYTES + " bytes");
      }
      return body;
    } catch (IOException e) {
      throw new UnreadableMessageException("the body can't be unpacked");
    }
  }

  /** What is called deflate has a zlib header by the standard, and none from many who send it. */
  private static InputStream deflated(InboundMessage message) {
    byte[] body = message.body();
    boolean zlib =
        body.length > 1
            && (body[0] & 0x0f) == ZLIB
            && ((body[0] & 0xff) * 256 + (body[1] & 0xff)) % 31 == 0;
    return new InflaterInputStream(bytes(message), new Inflater(!zlib));
  }

  private static ByteArrayInputStream bytes(InboundMessage message) {
    return new ByteArrayInputStream(message.body());
  }
}
