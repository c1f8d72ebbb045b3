// A MIME entity with its bytes exactly as they came.
package dev.semel.report.as2;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentDisposition;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A MIME entity with its bytes exactly as they came: a signature is over those and no others.
 *
 * @param headers its headers
 * @param body what follows them, still encoded for transfer
 */
record MimeEntity(InternetHeaders headers, byte[] body) {
  private static final String TYPE = "Content-Type";
  private static final String OCTETS = "application/octet-stream";

  /** What an entity is. */
  enum Kind {
    ENCRYPTED,
    COMPRESSED,
    SIGNED,
    /** A receipt: never a report. */
    RECEIPT,
    /** Something wrapped in a way that nobody agreed on. */
    STRANGE,
    PLAIN
  }

  /** Reads an entity: headers, an empty line, and the rest. */
  static MimeEntity parse(byte[] whole) {
    InternetHeaders headers = new InternetHeaders();
    int at = 0;
    while (at < whole.length) {
      int end = at;
      while (end < whole.length && whole[end] != '\n') {
        end++;
      }
      int stop = end > at && whole[end - 1] == '\r' ? end - 1 : end;
      String line = new String(whole, at, stop - at, StandardCharsets.ISO_8859_1);
      at = Math.min(end + 1, whole.length);
      if (line.isEmpty()) {
        break;
      }
      headers.addHeaderLine(line);
    }
    return new MimeEntity(headers, Arrays.copyOfRange(whole, at, whole.length));
  }

  /** One that came over HTTP, whose headers are those of the request. */
  static MimeEntity of(byte[] body, @Nullable String type, @Nullable String transferEncoding) {
    InternetHeaders headers = new InternetHeaders();
    if (type != null) {
      headers.setHeader(TYPE, type);
    }
    if (transferEncoding != null) {
      headers.setHeader("Content-Transfer-Encoding", transferEncoding);
    }
    return new MimeEntity(headers, body);
  }

  ContentType type() throws MessagingException {
    String type = headers.getHeader(TYPE, null);
    return new ContentType(type == null || type.isBlank() ? OCTETS : type);
  }

  Kind kind() throws MessagingException {
    ContentType type = type();
    return switch (type.getBaseType().toLowerCase(Locale.ROOT)) {
      case "application/pkcs7-mime", "application/x-pkcs7-mime" ->
          switch (String.valueOf(type.getParameter("smime-type")).toLowerCase(Locale.ROOT)) {
            case "enveloped-data", "null" -> Kind.ENCRYPTED;
            case "compressed-data" -> Kind.COMPRESSED;
            default -> Kind.STRANGE;
          };
      case "multipart/signed" -> Kind.SIGNED;
      case "multipart/report" -> Kind.RECEIPT;
      default -> Kind.PLAIN;
    };
  }

  /** The body as it was before it was encoded for transfer. */
  byte[] content() throws MessagingException, IOException {
    String named = headers.getHeader("Content-Transfer-Encoding", null);
    String encoding = named == null ? "binary" : named.strip().toLowerCase(Locale.ROOT);
    return switch (encoding) {
      case "", "binary", "7bit", "8bit" -> body;
      case "base64" -> Base64.getMimeDecoder().decode(body);
      default -> MimeUtility.decode(new ByteArrayInputStream(body), encoding).readAllBytes();
    };
  }

  /** What the sender calls it; empty when nothing. */
  String fileName() throws MessagingException {
    String disposition = headers.getHeader("Content-Disposition", null);
    String name =
        disposition == null ? null : new ContentDisposition(disposition).getParameter("filename");
    String other = type().getParameter("name");
    return name != null ? name : other == null ? "" : other;
  }

  /**
   * The two parts of a signed entity, byte for byte: what is signed, and the signature.
   *
   * @throws MessagingException when there are not two
   */
  List<byte[]> signedParts() throws MessagingException {
    String boundary = type().getParameter("boundary");
    if (boundary == null || boundary.isEmpty()) {
      throw new MessagingException("there is no boundary");
    }
    byte[] delimiter = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    int first = find(delimiter, 0);
    int second = find(delimiter, first + delimiter.length);
    int third = find(delimiter, second + delimiter.length);
    return List.of(
        between(first + delimiter.length, second), between(second + delimiter.length, third));
  }

  /**
   * A part whose lines end as those of mail do. Some sign it so and send it with single line feeds.
   */
  static byte[] withLineEnds(byte[] part) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(part.length);
    for (int i = 0; i < part.length; i++) {
      if (part[i] == '\n' && (i == 0 || part[i - 1] != '\r')) {
        out.write('\r');
      }
      out.write(part[i]);
    }
    return out.toByteArray();
  }

  /** Where a line begins with a delimiter. */
  private int find(byte[] delimiter, int from) throws MessagingException {
    for (int at = from; at <= body.length - delimiter.length; at++) {
      boolean begins = at == 0 || body[at - 1] == '\n';
      if (begins
          && Arrays.equals(body, at, at + delimiter.length, delimiter, 0, delimiter.length)) {
        return at;
      }
    }
    throw new MessagingException("a part is missing");
  }

  /** The lines between two delimiters, without the line end that belongs to the second. */
  private byte[] between(int from, int to) throws MessagingException {
    int begin = from;
    while (begin < to && body[begin] != '\n') {
      begin++;
    }
    int end = to - 1;
    if (end > begin && body[end - 1] == '\r') {
      end--;
    }
    if (begin + 1 > end) {
      throw new MessagingException("a part is empty");
    }
    return Arrays.copyOfRange(body, begin + 1, end);
  }
}
