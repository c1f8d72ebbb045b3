// Collects a receiver's answer, no more of it than is sensible.
package dev.semel.notification;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects a receiver's answer. Its status decides; of its body the beginning is kept, and a long
 * one is not read to its end. Filled on one event loop, read by whoever waits.
 */
final class ReplyCollector {
  private static final int LOWEST_STATUS = 100;
  private static final int HIGHEST_STATUS = 599;
  private static final int KEPT = 4 * 1024;
  private static final int LONGEST = 64 * 1024;

  private final HttpClientRequest request;
  private final String address;
  private final Promise<Reply> done = Promise.promise();
  private @Nullable HttpClientResponse head;
  private Buffer kept = Buffer.buffer();
  private int length;

  ReplyCollector(HttpClientRequest request, String address) {
    this.request = request;
    this.address = address;
  }

  synchronized Future<Reply> collect(HttpClientResponse response) {
    head = response;
    response.exceptionHandler(done::tryFail);
    response.handler(this::add);
    response.endHandler(_ -> done.tryComplete(answered(response, length > KEPT)));
    return done.future();
  }

  private synchronized void add(Buffer piece) {
    length += piece.length();
    if (kept.length() < KEPT) {
      kept = kept.appendBuffer(piece, 0, Math.min(piece.length(), KEPT - kept.length()));
    }
    if (length > LONGEST && head != null && done.tryComplete(answered(head, true))) {
      request.reset();
    }
  }

  /** What there is when the end of an answer did not come. */
  synchronized Reply cut(String reason) {
    return head == null ? new Reply.NoAnswer(Optional.of(address), reason) : answered(head, true);
  }

  private synchronized Reply answered(HttpClientResponse response, boolean truncated) {
    if (response.statusCode() < LOWEST_STATUS || response.statusCode() > HIGHEST_STATUS) {
      return new Reply.NoAnswer(
          Optional.of(address), "It answered with a status that HTTP does not have.");
    }
    Map<String, List<String>> headers = new HashMap<>();
    for (String name : response.headers().names()) {
      headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(response.headers().getAll(name)));
    }
    return new Reply.Answered(address, response.statusCode(), headers, kept.getBytes(), truncated);
  }
}
