// Starts and stops one simulated partner.
package dev.semel.simulator;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * A running partner: its port, its control port and its journal. Several can run side by side in
 * one process, each with its own data directory. All state belongs to one event loop per instance.
 */
public final class Simulator implements AutoCloseable {

  private final SimulatorConfig config;
  private final Vertx vertx;
  private final Context loop;
  private final Journal journal;
  private final Ledger ledger = new Ledger();
  private final FaultPlan plan = new FaultPlan();
  private final WebhookSender webhooks;
  private final PayoutProgress progress;
  private final PartnerListener partner;
  private final ControlApi control;
  private volatile int controlPort;

  private Simulator(SimulatorConfig config, InstantSource clock, Supplier<UUID> ids)
      throws IOException {
    this.config = config;
    this.journal = Journal.open(config.dataDir(), ledger::apply);
    ledger.writeTo(journal::append);
    this.vertx = Vertx.vertx(options());
    this.loop = vertx.getOrCreateContext();
    this.webhooks = new WebhookSender(vertx, config, ledger, this::flushed, clock);
    this.progress = new PayoutProgress(vertx, config, ledger, webhooks, clock);
    PartnerApi api = partnerApi(clock, ids);
    this.partner = new PartnerListener(vertx, config.host(), config.port(), api::handle);
    this.control =
        new ControlApi(
            vertx, journal, ledger, plan, progress, webhooks, partner, this::flushed, ids);
  }

  /**
   * Reads the journal, takes up what was going on, and opens both ports.
   *
   * @throws UncheckedIOException when the data directory can't be used or a port is taken; the
   *     message says which
   */
  public static Simulator start(SimulatorConfig config) {
    return start(config, InstantSource.system(), UUID::randomUUID);
  }

  static Simulator start(SimulatorConfig config, InstantSource clock, Supplier<UUID> ids) {
    Simulator simulator;
    try {
      simulator = new Simulator(config, clock, ids);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure.getMessage(), failure);
    }
    try {
      simulator.onLoop(simulator::open).join();
      return simulator;
    } catch (CompletionException failure) {
      simulator.close();
      throw new UncheckedIOException(
          "The simulator can't open its ports (%d, control %d): %s"
              .formatted(config.port(), config.controlPort(), failure.getCause()),
          new IOException(failure.getCause()));
    }
  }

  /** Where clients call the partner. */
  public URI partnerUri() {
    String host = config.host().equals("0.0.0.0") ? "127.0.0.1" : config.host();
    return URI.create("http://%s:%d".formatted(host, partner.port()));
  }

  /** Where the control API is; always on loopback. */
  public URI controlUri() {
    return URI.create("http://127.0.0.1:%d".formatted(controlPort));
  }

  /** Sends webhooks there from now on, as {@code POST /webhook-target} does. */
  public void sendWebhooksTo(WebhookTarget target) {
    onLoop(
            () -> {
              webhooks.sendTo(target);
              return Future.succeededFuture();
            })
        .join();
  }

  /** What was really received, accepted and paid, as {@code GET /truth} tells it. */
  public List<Truth> truth() {
    return onLoop(() -> flushed().map(_ -> ledger.truths())).join();
  }

  /** Closes both ports, stops where it stands, and leaves the journal whole for the next start. */
  @Override
  public void close() {
    onLoop(
            () -> {
              webhooks.stop();
              return Future.succeededFuture();
            })
        .join();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    try {
      journal.close();
    } catch (IOException failure) {
      throw new UncheckedIOException("The journal could not be closed.", failure);
    }
  }

  private PartnerApi partnerApi(InstantSource clock, Supplier<UUID> ids) {
    return new PartnerApi(
        config,
        ledger,
        plan,
        new SubmitPayout(config, ledger, progress, clock, ids),
        new AnswerWriter(vertx, config.timings()),
        this::flushed,
        lasting -> this.partner.refuseFor(lasting),
        clock);
  }

  private Future<Void> open() {
    HttpServerOptions options =
        new HttpServerOptions().setHost("127.0.0.1").setPort(config.controlPort());
    return vertx
        .createHttpServer(options)
        .requestHandler(control::handle)
        .listen()
        .onSuccess((HttpServer server) -> controlPort = server.actualPort())
        .compose(_ -> partner.open())
        .onSuccess(_ -> resume());
  }

  private void resume() {
    List.copyOf(ledger.payouts()).forEach(progress::schedule);
    if (config.webhooks() != null) {
      webhooks.sendTo(config.webhooks());
    }
  }

  private Future<Void> flushed() {
    return Future.fromCompletionStage(journal.flushed(), loop);
  }

  private <T> CompletableFuture<T> onLoop(Supplier<Future<T>> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop.runOnContext(
        _ -> work.get().onSuccess(done::complete).onFailure(done::completeExceptionally));
    return done;
  }

  private static VertxOptions options() {
    return new VertxOptions()
        .setEventLoopPoolSize(1)
        .setWorkerPoolSize(2)
        .setInternalBlockingPoolSize(2)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }
}
