// Watches one connection, from its bytes to its requests.
package dev.semel.app.edge;

import dev.semel.json.StrictJson;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the decoder of HTTP and the server. It refuses what is no well-formed request,
 * bodies that grow over their limit, and requests that don't come whole in time, each with a
 * problem where an answer is still possible, and then closes the connection: what follows on it
 * can't be told from the rest of what was refused. Used by one event loop only.
 */
final class ConnectionGuard extends ChannelDuplexHandler {

  /** How long a refused client may take to read why before the connection is closed. */
  private static final long LINGER_MILLIS = 1_000;

  private final Duration patience;
  private final RequestIds ids;

  private @Nullable ChannelHandlerContext place;
  private @Nullable ScheduledFuture<?> deadline;
  private @Nullable HttpRequest current;
  private long limit = BodyLimits.USUAL;
  private long bodyBytes;
  private boolean receiving;
  private boolean handedOn;
  private boolean answering;
  private boolean refused;
  private int unanswered;

  /**
   * A guard for one connection.
   *
   * @param patience how long a request may take to come whole, from its first byte
   */
  ConnectionGuard(Duration patience, RequestIds ids) {
    this.patience = patience;
    this.ids = ids;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    place = added;
  }

  /** Takes the time of a request from its first byte, before anything of it can be read. */
  void bytesCame() {
    ChannelHandlerContext here = place;
    if (!receiving && !refused && here != null) {
      receiving = true;
      deadline =
          here.executor().schedule(() -> tooSlow(here), patience.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (refused) {
      ReferenceCountUtil.release(message);
      return;
    }
    Optional<ProblemException> fault = faultOf(message);
    if (fault.isPresent()) {
      refuse(context, fault.get());
      ReferenceCountUtil.release(message);
      return;
    }
    if (message instanceof HttpRequest) {
      handedOn = true;
      unanswered++;
    }
    if (message instanceof LastHttpContent) {
      received();
    }
    context.fireChannelRead(message);
  }

  private Optional<ProblemException> faultOf(Object message) {
    if (message instanceof HttpRequest request) {
      current = request;
      bodyBytes = 0;
      Optional<ProblemException> fault = RequestForm.fault(request);
      if (fault.isPresent()) {
        return fault;
      }
      limit = BodyLimits.of(RequestForm.path(request.uri()));
    }
    if (message instanceof HttpContent content) {
      if (content.decoderResult().isFailure()) {
        return Optional.of(RequestForm.malformed("Its body can't be told from what follows it."));
      }
      bodyBytes += content.content().readableBytes();
      if (bodyBytes > limit) {
        return Optional.of(StrictJson.tooLarge(limit));
      }
    }
    return Optional.empty();
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (refused) {
      ReferenceCountUtil.release(message);
      promise.tryFailure(new ClosedChannelException());
      return;
    }
    if (message instanceof HttpResponse response
        && response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
      answering = true;
    }
    if (answering && message instanceof LastHttpContent) {
      answering = false;
      unanswered--;
    }
    var _ = context.write(message, promise);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    received();
    context.fireChannelInactive();
  }

  private void received() {
    receiving = false;
    handedOn = false;
    current = null;
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  private void tooSlow(ChannelHandlerContext context) {
    if (receiving && !refused) {
      refuse(
          context,
          new ProblemException(
              ProblemType.REQUEST_TIMEOUT,
              "The request did not come whole within "
                  + patience
                  + ". Nothing was done; send it again, faster."));
    }
  }

  private void refuse(ChannelHandlerContext context, ProblemException problem) {
    @Nullable HttpRequest request = current;
    boolean answerable = !answering && unanswered == (handedOn ? 1 : 0);
    received();
    refused = true;
    if (!answerable) {
      var _ = context.close();
      return;
    }
    var _ = context.writeAndFlush(ProblemAnswer.to(request, problem, ids));
    // Closing at once would reset the connection under a client that still sends, and take the
    // answer from it: what comes is read and thrown away for a moment.
    context.channel().config().setAutoRead(true);
    Runnable close =
        () -> {
          var _ = context.close();
        };
    var _ = context.executor().schedule(close, LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }
}
