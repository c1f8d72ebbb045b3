// What of an attempt is kept.
package dev.semel.notification;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.json.Shortened;
import dev.semel.notification.Attempt.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What of an attempt is kept: bounded, readable in any log, and without what proves who anybody is.
 */
final class AttemptLog {
  private static final int MOST_HEADERS = 50;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_VALUE = 500;
  private static final int SUCCESS = 2;
  private static final int HUNDRED = 100;

  private static final Pattern SECRET_NAMES =
      Pattern.compile(".*(cookie|auth|token|secret|password|api-?key|signature|credential).*");
  private static final Pattern SECRETS =
      Pattern.compile("(whsec_|whsk_|sm_[0-9A-Za-z.-]{1,64}_|Bearer )[0-9A-Za-z+/=._~-]{8,}");

  /** What could write a line of its own, act on a terminal, or not be kept at all. */
  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cntrl}&&[^\\n\\r\\t]]");

  private static final String HIDDEN = "…";

  private AttemptLog() {}

  /** The attempt that ended with a reply. */
  static Attempt of(
      DueDelivery due, Map<String, String> sent, Reply.Tried reply, Duration duration) {
    return new Attempt(
        due.attempt(),
        outcome(reply),
        reason(reply),
        due.at(),
        Optional.of(duration.toMillis()),
        due.url(),
        address(reply),
        requestHeaders(sent),
        reply instanceof Reply.Answered answered
            ? Optional.of(answer(answered))
            : Optional.empty());
  }

  private static Outcome outcome(Reply.Tried reply) {
    return switch (reply) {
      case Reply.Answered answered -> isSuccess(answered) ? Outcome.DELIVERED : Outcome.REFUSED;
      case Reply.AddressRefused _ -> Outcome.ADDRESS_REFUSED;
      case Reply.NotConnected _ -> Outcome.NOT_CONNECTED;
      case Reply.NoAnswer _ -> Outcome.NO_ANSWER;
      case Reply.NotSigned _ -> Outcome.NOT_SIGNED;
      case Reply.Interrupted _ -> Outcome.INTERRUPTED;
    };
  }

  static boolean isSuccess(Reply.Answered answered) {
    return answered.status() / HUNDRED == SUCCESS;
  }

  private static Optional<String> reason(Reply.Tried reply) {
    return switch (reply) {
      case Reply.Answered answered ->
          isSuccess(answered)
              ? Optional.empty()
              : Optional.of("The receiver answered " + answered.status() + " instead of 2xx.");
      case Reply.AddressRefused refused -> Optional.of(refused.reason());
      case Reply.NotConnected none -> Optional.of(none.reason());
      case Reply.NoAnswer none -> Optional.of(none.reason());
      case Reply.NotSigned none -> Optional.of(none.reason());
      case Reply.Interrupted _ ->
          Optional.of("The server was stopped in the midst of it. The receiver may have got it.");
    };
  }

  private static Optional<String> address(Reply.Tried reply) {
    return switch (reply) {
      case Reply.Answered answered -> Optional.of(answered.address());
      case Reply.NotConnected none -> none.address();
      case Reply.NoAnswer none -> none.address();
      case Reply.AddressRefused _, Reply.NotSigned _, Reply.Interrupted _ -> Optional.empty();
    };
  }

  private static Attempt.Answer answer(Reply.Answered answered) {
    ArrayNode headers = JsonNodeFactory.instance.arrayNode();
    answered.headers().entrySet().stream()
        .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
        .limit(MOST_HEADERS)
        .forEach(
            header -> header.getValue().forEach(value -> add(headers, header.getKey(), value)));
    String body = new String(answered.body(), StandardCharsets.UTF_8);
    return new Attempt.Answer(
        answered.status(), headers.toString(), clean(body), answered.truncated());
  }

  private static String requestHeaders(Map<String, String> sent) {
    ArrayNode headers = JsonNodeFactory.instance.arrayNode();
    sent.forEach((name, value) -> add(headers, name, value));
    return headers.toString();
  }

  private static void add(ArrayNode headers, String name, String value) {
    String shown = SECRET_NAMES.matcher(name).matches() ? hidden(name, value) : clean(value);
    headers
        .addObject()
        .put("name", Shortened.to(clean(name), LONGEST_NAME))
        .put("value", Shortened.to(shown, LONGEST_VALUE));
  }

  /** Of a signature one sees which kinds there are. */
  private static String hidden(String name, String value) {
    return name.equals(SignedMessage.SIGNATURE)
        ? String.join(
            " ", List.of(value.split(" ", -1)).stream().map(AttemptLog::kindOnly).toList())
        : HIDDEN;
  }

  private static String kindOnly(String signature) {
    return signature.replaceFirst(",.*", ",") + HIDDEN;
  }

  private static String clean(String text) {
    String seen = UNSEEN.matcher(text).replaceAll("\uFFFD");
    return SECRETS.matcher(seen).replaceAll("$1" + HIDDEN);
  }
}
