// Keeps what comes over a connection from being taken for another request's answer.
package dev.semel.provider.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.io.IOException;

/**
 * Stands between the decoder of one connection and the client. An informational answer (1xx) is not
 * the answer: the client would take most of them for it, give the connection to the next request,
 * and hand that one the answer of this. They are passed over here, whatever their number. And a
 * connection on which an answer came before the whole request was written is closed after it: what
 * is left of the request must not stand before the next. Used by one event loop only.
 */
final class AnswerGuard extends ChannelDuplexHandler {
  private boolean passingOver;
  private boolean writing;
  private boolean early;

  private AnswerGuard() {}

  /** Watches a new connection, before its first request. */
  static void watch(HttpConnection connection) {
    ((ConnectionBase) connection)
        .channelHandlerContext()
        .pipeline()
        .addBefore("handler", "answer-guard", new AnswerGuard());
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof HttpRequest) {
      writing = true;
    }
    ChannelPromise known = promise;
    if (message instanceof LastHttpContent) {
      known = promise.unvoid();
      var _ = known.addListener(_ -> writing = false);
    }
    var _ = context.write(message, known);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpResponse response) {
      HttpResponseStatus status = response.status();
      if (status.equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
        ReferenceCountUtil.release(message);
        context.fireExceptionCaught(new IOException("the partner changed the protocol unasked"));
        var _ = context.close();
        return;
      }
      passingOver =
          status.codeClass() == HttpStatusClass.INFORMATIONAL
              && response.decoderResult().isSuccess();
      early = !passingOver && writing;
      if (early) {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      }
    }
    if (passingOver) {
      ReferenceCountUtil.release(message);
      return;
    }
    context.fireChannelRead(message);
    if (early && message instanceof LastHttpContent) {
      var _ = context.close();
    }
  }
}
