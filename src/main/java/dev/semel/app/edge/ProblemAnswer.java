// A problem as it goes out when nobody behind the decoder may answer.
package dev.semel.app.edge;

import dev.semel.problem.Problem;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the last answer on a connection out of a problem. */
final class ProblemAnswer {

  /** What the decoder names a request whose first line it could not read. */
  private static final String UNREAD_TARGET = "/bad-request";

  private static final String ROOT = "/";

  private ProblemAnswer() {}

  /**
   * The answer.
   *
   * @param request as far as it was read; null when not even its head was
   */
  static FullHttpResponse to(
      @Nullable HttpRequest request, ProblemException problem, RequestIds ids) {
    String id =
        ids.idOf(request == null ? List.of() : request.headers().getAll(ProblemMapper.REQUEST_ID));
    String instance = request == null ? ROOT : RequestForm.path(request.uri());
    ByteBuf body =
        Unpooled.wrappedBuffer(
            problem.problem(instance.equals(UNREAD_TARGET) ? ROOT : instance, id).toBytes());
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(problem.type().status()), body);
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, Problem.MEDIA_TYPE);
    headers.set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set(ProblemMapper.REQUEST_ID, id);
    problem.headers().forEach(headers::set);
    return response;
  }
}
