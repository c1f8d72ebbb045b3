// The partner's open port, which can refuse connections for a while and come back as it was.
package dev.semel.simulator;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Listens on one port all its life, save during an outage. Used by the event loop alone. */
final class PartnerListener {

  private static final long TRY_AGAIN_MS = 50;

  private final Vertx vertx;
  private final String host;
  private final Handler<HttpServerRequest> handler;
  private int port;
  private int outages;
  private @Nullable HttpServer server;

  PartnerListener(Vertx vertx, String host, int port, Handler<HttpServerRequest> handler) {
    this.vertx = vertx;
    this.host = host;
    this.port = port;
    this.handler = handler;
  }

  /** Opens the port; a port of 0 becomes the one that was free. */
  Future<Void> open() {
    // HTTP/1.1 only: a reset has to concern one request, not all that share a connection.
    HttpServerOptions options =
        new HttpServerOptions().setHost(host).setPort(port).setHttp2ClearTextEnabled(false);
    return vertx
        .createHttpServer(options)
        .requestHandler(handler)
        .listen()
        .map(
            listening -> {
              server = listening;
              port = listening.actualPort();
              return null;
            });
  }

  int port() {
    return port;
  }

  boolean isOpen() {
    return server != null;
  }

  /**
   * Refuses connections for this long and ends those that are open. A second outage during the
   * first decides when it ends.
   *
   * @return completes when connections are refused
   */
  Future<Void> refuseFor(Duration lasting) {
    int thisOne = ++outages;
    HttpServer open = server;
    server = null;
    Future<Void> closed = open == null ? Future.succeededFuture() : open.close();
    return closed.onComplete(
        _ -> vertx.setTimer(Math.max(1, lasting.toMillis()), _ -> comeBack(thisOne)));
  }

  private void comeBack(int outage) {
    if (outage == outages && server == null) {
      open().onFailure(_ -> vertx.setTimer(TRY_AGAIN_MS, _ -> comeBack(outage)));
    }
  }

  @Override
  public String toString() {
    return "PartnerListener[port=%d, open=%s]".formatted(port, Objects.nonNull(server));
  }
}
