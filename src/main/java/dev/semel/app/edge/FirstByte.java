// Notices the bytes of a connection before they are decoded.
package dev.semel.app.edge;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The first handler of a connection. It puts the guard behind the decoder as soon as that is there,
 * and tells it of every byte that comes: a head that trickles in makes no request yet, so nobody
 * else would notice it.
 */
final class FirstByte extends ChannelInboundHandlerAdapter {

  /** What Vert.x calls the handler that takes decoded requests, and the decoder before it. */
  private static final String REQUESTS = "handler";

  private static final String DECODER = "httpDecoder";

  private final Duration patience;
  private final RequestIds ids;
  private @Nullable ConnectionGuard guard;

  FirstByte(Duration patience, RequestIds ids) {
    this.patience = patience;
    this.ids = ids;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    ConnectionGuard present = guard == null ? place(context) : guard;
    if (present != null) {
      present.bytesCame();
    }
    context.fireChannelRead(bytes);
  }

  /** With TLS both handlers come only after the handshake, which has a bound of its own. */
  private @Nullable ConnectionGuard place(ChannelHandlerContext context) {
    if (context.pipeline().get(DECODER) == null || context.pipeline().get(REQUESTS) == null) {
      return null;
    }
    ConnectionGuard placed = new ConnectionGuard(patience, ids);
    context.pipeline().addBefore(REQUESTS, "guard", placed);
    guard = placed;
    return placed;
  }
}
