// Sends answers, and loses them on the way when a fault says so.
package dev.semel.simulator;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes an answer to the connection it belongs to, in one of the ways of {@link Delivery}. */
final class AnswerWriter {

  private static final byte[] GATEWAY_PAGE =
      "<html><head><title>504 Gateway Time-out</title></head><body><h1>504</h1></body></html>"
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] WELCOME_PAGE =
      "<!doctype html><html><body><p>Your session has expired.</p></body></html>"
          .getBytes(StandardCharsets.UTF_8);

  private final Vertx vertx;
  private final Timings timings;

  AnswerWriter(Vertx vertx, Timings timings) {
    this.vertx = vertx;
    this.timings = timings;
  }

  /** Completes when the answer was handed to the connection; never when it is not meant to be. */
  Future<Void> send(
      HttpServerRequest request, Answer answer, Delivery delivery, FaultParams params) {
    return switch (delivery) {
      case PLAINLY -> plainly(request, answer);
      case SLOWLY ->
          vertx
              .timer(Math.max(1, params.time(timings.slowAnswer()).toMillis()))
              .compose(_ -> plainly(request, answer));
      case NEVER -> {
        long timer =
            vertx.setTimer(
                Math.max(1, params.time(timings.neverAnswers()).toMillis()), _ -> reset(request));
        request.connection().closeHandler(_ -> vertx.cancelTimer(timer));
        yield Future.succeededFuture();
      }
      case GATEWAY_TIMEOUT -> page(request, 504, GATEWAY_PAGE);
      case RESET -> {
        reset(request);
        yield Future.succeededFuture();
      }
      case HTML -> page(request, 200, WELCOME_PAGE);
      case HALF_A_BODY -> half(request, answer);
    };
  }

  /** Ends the connection with a TCP reset: what the client still waits for will never come. */
  static void reset(HttpServerRequest request) {
    Channel channel = ((ConnectionBase) request.connection()).channel();
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    ChannelFuture _ = channel.close();
  }

  private static Future<Void> plainly(HttpServerRequest request, Answer answer) {
    HttpServerResponse response = begin(request, answer.status(), "application/json");
    for (Map.Entry<String, String> header : answer.headers().entrySet()) {
      response.putHeader(header.getKey(), header.getValue());
    }
    return response.end(Buffer.buffer(answer.body()));
  }

  private static Future<Void> page(HttpServerRequest request, int status, byte[] html) {
    return begin(request, status, "text/html; charset=utf-8").end(Buffer.buffer(html));
  }

  // The header promises the whole body; the connection closes in the middle of it.
  private static Future<Void> half(HttpServerRequest request, Answer answer) {
    return begin(request, answer.status(), "application/json")
        .putHeader("Content-Length", Integer.toString(answer.body().length))
        .write(Buffer.buffer(answer.body()).slice(0, answer.body().length / 2))
        .compose(_ -> request.connection().close());
  }

  private static HttpServerResponse begin(HttpServerRequest request, int status, String type) {
    return request.response().setStatusCode(status).putHeader("Content-Type", type);
  }
}
