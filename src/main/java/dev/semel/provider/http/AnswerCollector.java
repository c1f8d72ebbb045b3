package dev.semel.provider.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects an answer until its end, but no more than is sensible. Runs on one event loop. */
final class AnswerCollector {
  private static final int MIB = 1024 * 1024;

  private final HttpClientRequest request;
  private final int largest;
  private final Buffer body = Buffer.buffer();
  private final Promise<Transfer> done = Promise.promise();

  /**
   * Collects the answer to a request.
   *
   * @param largest how many bytes its body may have
   */
  AnswerCollector(HttpClientRequest request, int largest) {
    this.request = request;
    this.largest = largest;
  }

  Future<Transfer> collect(HttpClientResponse response) {
    response.exceptionHandler(done::tryFail);
    response.handler(this::add);
    response.endHandler(
        _ -> {
          Map<String, List<String>> headers = headersOf(response);
          done.tryComplete(
              new Transfer.Answered(
                  response.statusCode(), headers, body.getBytes(), endMarked(response, headers)));
        });
    return done.future();
  }

  private void add(Buffer piece) {
    if (body.length() + piece.length() > largest) {
      done.tryComplete(
          new Transfer.NoAnswer("the answer is larger than " + largest / MIB + " MiB"));
      request.reset();
      return;
    }
    body.appendBuffer(piece);
  }

  private static boolean endMarked(HttpClientResponse response, Map<String, List<String>> headers) {
    boolean neverHasBody = response.statusCode() == 204 || response.statusCode() == 304;
    return neverHasBody
        || headers.containsKey("content-length")
        || headers.getOrDefault("transfer-encoding", List.of()).contains("chunked");
  }

  private static Map<String, List<String>> headersOf(HttpClientResponse response) {
    Map<String, List<String>> headers = new HashMap<>();
    for (String name : response.headers().names()) {
      headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(response.headers().getAll(name)));
    }
    return headers;
  }
}
