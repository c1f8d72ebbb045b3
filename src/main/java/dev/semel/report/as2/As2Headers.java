// What the headers of a message say.
package dev.semel.report.as2;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a message say.
 *
 * @param from who sends it
 * @param to whom it is for
 * @param messageId its id, by which a repetition is known
 * @param contentType its type
 * @param transferEncoding how its body is encoded for transfer
 * @param wantsReceipt whether a receipt is asked for
 * @param wantsSignature whether the receipt is to be signed
 * @param digests the digests that it is to carry, as the sender spells them, the best first
 */
record As2Headers(
    String from,
    String to,
    String messageId,
    @Nullable String contentType,
    @Nullable String transferEncoding,
    boolean wantsReceipt,
    boolean wantsSignature,
    List<String> digests) {
  private static final Pattern ID = Pattern.compile("[\\x20-\\x7E]{1,128}");
  private static final Pattern MESSAGE_ID = Pattern.compile("[\\x21-\\x7E]{1,250}");
  private static final Pattern MICALG =
      Pattern.compile("signed-receipt-micalg\\s*=\\s*([^;]*)", Pattern.CASE_INSENSITIVE);
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,40}");

  As2Headers {
    digests = List.copyOf(digests);
  }

  /**
   * Reads headers.
   *
   * @param header the first value of a header
   * @return empty where who sends it, whom it is for, or its id is missing or can't be one
   */
  static Optional<As2Headers> read(Function<String, @Nullable String> header) {
    String from = unquoted(header.apply("AS2-From"));
    String to = unquoted(header.apply("AS2-To"));
    String id = unquoted(header.apply("Message-ID"));
    if (!ID.matcher(from).matches()
        || !ID.matcher(to).matches()
        || !MESSAGE_ID.matcher(id).matches()) {
      return Optional.empty();
    }
    String options = text(header.apply("Disposition-Notification-Options"));
    return Optional.of(
        new As2Headers(
            from,
            to,
            id,
            header.apply("Content-Type"),
            header.apply("Content-Transfer-Encoding"),
            !text(header.apply("Disposition-Notification-To")).isBlank(),
            options.toLowerCase(Locale.ROOT).contains("signed-receipt-protocol"),
            digests(options)));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value.strip();
  }

  /** Values may stand in quotes. */
  private static String unquoted(@Nullable String value) {
    String text = text(value);
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted
        ? text.substring(1, text.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\")
        : text;
  }

  private static List<String> digests(String options) {
    List<String> names = new ArrayList<>();
    Matcher matcher = MICALG.matcher(options);
    if (matcher.find()) {
      for (String name : matcher.group(1).split(",", -1)) {
        String one = name.strip();
        if (NAME.matcher(one).matches()
            && !one.equalsIgnoreCase("optional")
            && !one.equalsIgnoreCase("required")) {
          names.add(one);
        }
      }
    }
    return names;
  }

  /** An id as a header has it. */
  static String quoted(String id) {
    return id.matches("[!#-\\[\\]-~]+")
        ? id
        : "\"" + id.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
