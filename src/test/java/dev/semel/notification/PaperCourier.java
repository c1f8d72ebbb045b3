// A courier that keeps what it is given, and answers as a test wants.
package dev.semel.notification;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Keeps every message, and gives the replies that it was told in order; then 200. */
final class PaperCourier implements Courier {
  /** One message as it went out. */
  record Sent(String url, Map<String, String> headers, String body) {
    String id() {
      return header("webhook-id");
    }

    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private final List<Sent> sent = new ArrayList<>();
  private final Deque<Reply> replies = new ArrayDeque<>();

  /** The next reply is an answer with this status. */
  PaperCourier answer(int status, String... headers) {
    return reply(answered(status, headers));
  }

  PaperCourier reply(Reply reply) {
    replies.add(reply);
    return this;
  }

  /**
   * An answer.
   *
   * @param headers name, value, name, value
   */
  static Reply answered(int status, String... headers) {
    Map<String, List<String>> all =
        headers.length == 0 ? Map.of() : Map.of(headers[0], List.of(headers[1]));
    return new Reply.Answered("203.0.113.9", status, all, new byte[0], false);
  }

  List<Sent> sent() {
    return List.copyOf(sent);
  }

  @Override
  public Reply post(String tenantId, URI url, SignedMessage message, Duration longest) {
    sent.add(
        new Sent(
            url.toString(), message.headers(), new String(message.body(), StandardCharsets.UTF_8)));
    return replies.isEmpty() ? answered(200) : replies.remove();
  }
}
