// One HTTP exchange, with the phase of every failure known.
package dev.semel.provider.http;

import dev.semel.provider.file.ProviderFile.Timeouts;
import io.vertx.core.Context;
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
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.SSLOptions;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Makes requests, each at most once. Up to the moment at which a connection is ours a failure means
 * that nothing was written; from the moment at which the request is handed to it, everything but a
 * whole answer means that it may have been. Nothing is retried, no redirect is followed, and no
 * request waits on a connection behind another.
 */
final class Exchange implements AutoCloseable {
  private static final int LARGEST_HEAD = 64 * 1024;
  private static final int LONGEST_LINE = 16 * 1024;
  private static final int KEEP_ALIVE_SECONDS = 10;
  private static final Duration FOR_A_CERTIFICATE = Duration.ofSeconds(10);

  /** Connections beyond those of submissions, so that questions are never shut out. */
  static final int CONNECTIONS_FOR_QUESTIONS = 8;

  private final HttpClient client;
  private final Timeouts timeouts;
  private final HttpClientOptions options;
  private final AtomicInteger running = new AtomicInteger();

  Exchange(Vertx vertx, Timeouts timeouts, int connections) {
    this(vertx, timeouts, connections, options(timeouts));
  }

  /**
   * The same with other options than {@link #options} gives, for partners of a private authority.
   */
  Exchange(Vertx vertx, Timeouts timeouts, int connections, HttpClientOptions options) {
    this.timeouts = timeouts;
    this.options = options;
    this.client =
        vertx
            .httpClientBuilder()
            .with(options)
            .with(new PoolOptions().setHttp1MaxSize(connections))
            .withConnectHandler(AnswerGuard::watch)
            .build();
  }

  static HttpClientOptions options(Timeouts timeouts) {
    int connectMillis = Math.clamp(timeouts.connect().toMillis(), 1, Integer.MAX_VALUE);
    return new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setKeepAlive(true)
        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
        .setPipelining(false)
        .setConnectTimeout(connectMillis)
        .setSslHandshakeTimeout(connectMillis)
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setMaxHeaderSize(LARGEST_HEAD)
        .setMaxInitialLineLength(LONGEST_LINE)
        .setVerifyHost(true)
        .setTcpNoDelay(true);
  }

  /**
   * From the next connection on, this certificate of ours is shown where a partner asks for one.
   * Exchanges that run keep their connections.
   *
   * @throws IllegalStateException when it can't be used; the one before stays
   */
  void show(KeyCertOptions certificate) {
    SSLOptions ssl = new SSLOptions(options.getSslOptions()).setKeyCertOptions(certificate);
    try {
      await(client.updateSSLOptions(ssl), FOR_A_CERTIFICATE);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the client certificate can't be used", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a client certificate was made ready", e);
    }
  }

  /**
   * Makes a request and waits for how it ends, never longer than the total timeout.
   *
   * @param mayWrite asked once, when everything else is ready: whatever had to be waited for, the
   *     answer is as young as it can be
   */
  Transfer make(OutboundRequest request, BooleanSupplier mayWrite) {
    running.incrementAndGet();
    try {
      return exchange(request, mayWrite);
    } finally {
      running.decrementAndGet();
    }
  }

  /** Whether nothing is under way. */
  boolean isIdle() {
    return running.get() == 0;
  }

  private Transfer exchange(OutboundRequest request, BooleanSupplier mayWrite) {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("a provider must not be waited for on an event loop");
    }
    long started = System.nanoTime();
    // A failure comes by the answer that is waited for: without a handler it would be logged
    // besides.
    Future<HttpClientRequest> connecting =
        client.request(optionsOf(request)).onSuccess(ours -> ours.exceptionHandler(_ -> {}));
    Duration forConnecting = shorter(timeouts.connect(), timeouts.total());
    HttpClientRequest connected;
    try {
      connected = await(connecting, forConnecting);
    } catch (ExecutionException e) {
      return new Transfer.NotConnected(Reasons.ofConnecting(e.getCause()));
    } catch (TimeoutException e) {
      giveBack(connecting);
      return new Transfer.NotConnected("no connection within " + forConnecting);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      giveBack(connecting);
      return new Transfer.NotConnected("interrupted while connecting");
    }
    if (!mayWrite.getAsBoolean()) {
      connected.reset();
      return new Transfer.Withheld("by the time it could be written it was too late to be sent");
    }
    return handOver(connected, request, started);
  }

  private Transfer handOver(HttpClientRequest connected, OutboundRequest request, long started) {
    AnswerCollector collector = new AnswerCollector(connected, request.largestAnswer());
    Duration left = timeouts.total().minusNanos(System.nanoTime() - started);
    try {
      // Who collects has to be there before the request goes out: an answer does not wait for it.
      Future<Transfer> answered = connected.response().compose(collector::collect);
      if (request.body().length == 0 && request.method().equals("GET")) {
        connected.send();
      } else {
        connected.send(Buffer.buffer(request.body()));
      }
      return await(answered, left);
    } catch (ExecutionException e) {
      return new Transfer.NoAnswer(Reasons.ofWaiting(e.getCause()));
    } catch (TimeoutException e) {
      connected.reset();
      return new Transfer.NoAnswer("no complete answer within " + timeouts.total());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      connected.reset();
      return new Transfer.NoAnswer("interrupted while waiting for the answer");
    } catch (RuntimeException e) {
      connected.reset();
      return new Transfer.NoAnswer("the request could not be written: " + Reasons.kind(e));
    }
  }

  private static void giveBack(Future<HttpClientRequest> late) {
    late.onSuccess(HttpClientRequest::reset);
  }

  private static <T> T await(Future<T> future, Duration longest)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future
        .toCompletionStage()
        .toCompletableFuture()
        .get(Math.max(0, longest.toNanos()), TimeUnit.NANOSECONDS);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static RequestOptions optionsOf(OutboundRequest request) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(request.method()))
            .setAbsoluteURI(request.url().toString())
            .setFollowRedirects(false);
    request.headers().forEach((name, values) -> values.forEach(v -> options.addHeader(name, v)));
    return options;
  }

  /** Closes idle connections. */
  @Override
  public void close() {
    client.close();
  }
}
