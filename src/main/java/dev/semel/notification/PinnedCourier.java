// Takes messages to receivers over HTTP, to addresses that were checked.
package dev.semel.notification;

import dev.semel.notification.ReceiverAddresses.Found;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages to receivers over HTTP. A name is resolved once and checked; the connection goes
 * to exactly such an address, while TLS and the host's header speak of the name. Every message has
 * a connection of its own, so that no answer is taken for another's. No redirect is followed, no
 * proxy asked, and everything is bounded in time and size.
 */
@Singleton
final class PinnedCourier implements Courier {
  /** Names with many addresses take no more time than others. */
  private static final int MOST_ADDRESSES = 3;

  private static final int CONNECT_MILLIS = 5_000;
  private static final int LARGEST_HEAD = 32 * 1024;
  private static final int LONGEST_LINE = 8 * 1024;

  /** More than deliveries that are made at once, so that none waits for another's connection. */
  private static final int CONNECTIONS = 4_096;

  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private final HttpClient client;
  private final ReceiverAddresses addresses;
  private final LongSupplier nanoTime;

  @Inject
  PinnedCourier(Vertx vertx, ReceiverAddresses addresses, LongSupplier nanoTime) {
    this(vertx, addresses, nanoTime, options());
  }

  /** The same with other options than {@link #options} gives, for a private authority. */
  PinnedCourier(
      Vertx vertx, ReceiverAddresses addresses, LongSupplier nanoTime, HttpClientOptions options) {
    this.addresses = addresses;
    this.nanoTime = nanoTime;
    this.client =
        vertx
            .httpClientBuilder()
            .with(options)
            .with(new PoolOptions().setHttp1MaxSize(CONNECTIONS))
            .build();
  }

  static HttpClientOptions options() {
    return new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setKeepAlive(false)
        .setPipelining(false)
        .setConnectTimeout(CONNECT_MILLIS)
        .setSslHandshakeTimeout(CONNECT_MILLIS)
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setMaxHeaderSize(LARGEST_HEAD)
        .setMaxInitialLineLength(LONGEST_LINE)
        .setVerifyHost(true)
        .setTcpNoDelay(true);
  }

  @Override
  public Reply post(String tenantId, URI url, SignedMessage message, Duration longest) {
    long end = nanoTime.getAsLong() + longest.toNanos();
    Names.Asker asker = new Names.Asker(Names.Occasion.DELIVERY, tenantId);
    return switch (addresses.of(asker, url, longest)) {
      case Found.NoTurn _ -> new Reply.NoTurn();
      case Found.Refused refused -> new Reply.AddressRefused(refused.reason());
      case Found.None none -> new Reply.NotConnected(Optional.empty(), none.reason());
      case Found.Allowed allowed -> postToFirst(allowed.addresses(), url, message, end);
    };
  }

  /** An address where no connection comes about has got nothing: the next one may be tried. */
  private Reply postToFirst(List<InetAddress> all, URI url, SignedMessage message, long end) {
    Reply reply = new Reply.NotConnected(Optional.empty(), "There was no time left to connect.");
    for (InetAddress address : all.subList(0, Math.min(all.size(), MOST_ADDRESSES))) {
      if (reply instanceof Reply.NotConnected && end - nanoTime.getAsLong() > 0) {
        reply = postTo(address, url, message, end);
      }
    }
    return reply;
  }

  private Reply postTo(InetAddress address, URI url, SignedMessage message, long end) {
    Optional<String> shown = Optional.of(address.getHostAddress());
    Future<HttpClientRequest> connecting =
        client
            .request(request(address, url, message))
            .onSuccess(ours -> ours.exceptionHandler(_ -> {}));
    HttpClientRequest connected;
    try {
      connected = await(connecting, end);
    } catch (ExecutionException e) {
      return new Reply.NotConnected(shown, whyNotConnected(e.getCause()));
    } catch (TimeoutException e) {
      connecting.onSuccess(HttpClientRequest::reset);
      return new Reply.NotConnected(shown, "Connecting took too long.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      connecting.onSuccess(HttpClientRequest::reset);
      return new Reply.Interrupted();
    }
    return handOver(connected, message, address.getHostAddress(), end);
  }

  private Reply handOver(
      HttpClientRequest connected, SignedMessage message, String address, long end) {
    ReplyCollector collector = new ReplyCollector(connected, address);
    try {
      // Who collects has to be there before the request goes out: an answer does not wait for it.
      Future<Reply> answered = connected.response().compose(collector::collect);
      connected.send(Buffer.buffer(message.body()));
      return await(answered, end);
    } catch (ExecutionException e) {
      return collector.cut("The connection ended before an answer was there.");
    } catch (TimeoutException e) {
      connected.reset();
      return collector.cut("No answer came in time.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      connected.reset();
      return new Reply.Interrupted();
    }
  }

  private static RequestOptions request(InetAddress address, URI url, SignedMessage message) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(url.toString())
            .setServer(SocketAddress.inetSocketAddress(pinned(address, url)))
            .setFollowRedirects(false);
    message.headers().forEach(options::addHeader);
    return options;
  }

  /** The address without any name, so that nothing is left to resolve. */
  private static InetSocketAddress pinned(InetAddress address, URI url) {
    int usual = "https".equalsIgnoreCase(url.getScheme()) ? HTTPS_PORT : HTTP_PORT;
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress(address.getAddress()),
          url.getPort() < 0 ? usual : url.getPort());
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException("an address has four bytes or sixteen", impossible);
    }
  }

  private static String whyNotConnected(@Nullable Throwable cause) {
    return cause instanceof SSLException
        ? "TLS did not come about: the certificate may be none for this name, or nobody vouches for it."
        : "No connection came about.";
  }

  private <T> T await(Future<T> future, long end)
      throws ExecutionException, TimeoutException, InterruptedException {
    long left = Math.max(0, end - nanoTime.getAsLong());
    return future.toCompletionStage().toCompletableFuture().get(left, TimeUnit.NANOSECONDS);
  }
}
