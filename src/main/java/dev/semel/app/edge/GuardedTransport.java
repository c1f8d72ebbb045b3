// Puts a guard on every connection that the server accepts.
package dev.semel.app.edge;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.transports.JDKTransport;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.VertxServiceProvider;
import java.security.SecureRandom;
import java.time.Duration;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Vert.x's own transport, with {@link FirstByte} on every accepted connection. Neither Quarkus nor
 * Vert.x bounds the time of a whole request, and both answer what can't be decoded without a body;
 * this is the one place of theirs that sees connections before they are read. Vert.x finds it as a
 * service ({@code META-INF/services}).
 */
public final class GuardedTransport extends JDKTransport implements VertxServiceProvider {

  /** How long a request may take to come whole: {@code SEMEL_HTTP_RECEIVE_TIMEOUT}. */
  static final String PATIENCE = "semel.http.receive-timeout";

  private static final Duration DEFAULT = Duration.ofSeconds(30);

  @Override
  public void init(VertxBuilder builder) {
    builder.findTransport(this);
  }

  @Override
  public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
    super.configure(options, domainSocket, bootstrap);
    bootstrap.handler(new AcceptedConnections(patience()));
  }

  private static Duration patience() {
    Duration patience =
        ConfigProvider.getConfig().getOptionalValue(PATIENCE, Duration.class).orElse(DEFAULT);
    if (patience.toMillis() < 1) {
      throw new IllegalStateException(
          "SEMEL_HTTP_RECEIVE_TIMEOUT is " + patience + ", but a request needs some time to come");
    }
    return patience;
  }

  /** Sits on the listening channel, where each accepted connection passes as a message. */
  private static final class AcceptedConnections extends ChannelInboundHandlerAdapter {
    private final Duration patience;
    private final RequestIds ids = new RequestIds(new SecureRandom());

    AcceptedConnections(Duration patience) {
      this.patience = patience;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object connection) {
      if (connection instanceof Channel channel) {
        channel.pipeline().addFirst(new FirstByte(patience, ids));
      }
      context.fireChannelRead(connection);
    }
  }
}
