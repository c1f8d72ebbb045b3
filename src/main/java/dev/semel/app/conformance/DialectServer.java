// A real HTTP server that is the partner.
package dev.semel.app.conformance;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A real HTTP server on the loopback address that is the partner of one scenario after the other.
 * It can go away and come back on its port.
 */
final class DialectServer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final Vertx vertx;
  private volatile @Nullable Function<Asked, Reply> partner;
  private volatile @Nullable HttpServer server;
  private int port;

  DialectServer(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Listens; always on the port of the first time. */
  void listen() {
    HttpServer listening =
        vertx
            .createHttpServer(new HttpServerOptions().setHost(HOST).setPort(port))
            .requestHandler(this::take);
    await(listening.listen());
    port = listening.actualPort();
    server = listening;
  }

  /** Goes away: whoever connects is refused. */
  void goAway() {
    HttpServer listening = server;
    server = null;
    if (listening != null) {
      await(listening.close());
    }
  }

  boolean away() {
    return server == null;
  }

  String url() {
    return "http://" + HOST + ":" + port;
  }

  /** Is this partner from now on. */
  void be(Function<Asked, Reply> next) {
    partner = next;
  }

  private static void await(Future<?> future) {
    var _ = future.toCompletionStage().toCompletableFuture().join();
  }

  private void take(HttpServerRequest request) {
    Context context = vertx.getOrCreateContext();
    request
        .body()
        .onSuccess(
            body -> Thread.ofVirtual().start(() -> serve(request, body.getBytes(), context)));
  }

  private void serve(HttpServerRequest request, byte[] body, Context context) {
    Function<Asked, Reply> now = partner;
    if (now == null) {
      return;
    }
    Map<String, String> headers = new HashMap<>();
    request.headers().forEach(header -> headers.put(header.getKey(), header.getValue()));
    String query = request.query() == null ? "" : request.query();
    Reply reply =
        now.apply(Asked.of(request.method().name(), request.path(), query, headers, body));
    context.runOnContext(_ -> write(request, reply));
  }

  private static void write(HttpServerRequest request, Reply reply) {
    switch (reply.manner()) {
      case SILENCE -> {
        // The connection stays until the client gives up.
      }
      case RESET -> reset(request);
      case ANSWER -> {
        HttpServerResponse response = request.response().setStatusCode(reply.status());
        reply.headers().forEach(response::putHeader);
        Future<Void> _ = response.end(Buffer.buffer(reply.body()));
      }
    }
  }

  private static void reset(HttpServerRequest request) {
    Channel channel = ((ConnectionBase) request.connection()).channel();
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    ChannelFuture _ = channel.close();
  }

  @Override
  public void close() {
    goAway();
  }
}
