package dev.semel.provider.http;

import dev.semel.provider.ProviderCallLog;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What connectors work with.
 *
 * @param vertx runs the connections
 * @param log keeps every exchange
 * @param clock this node's clock, for stamps alone
 * @param nanos a clock that only goes forward, in nanoseconds: for breakers and the pace
 * @param callIds a new id for each entry of the log
 */
public record ConnectorTools(
    Vertx vertx,
    ProviderCallLog log,
    InstantSource clock,
    LongSupplier nanos,
    Supplier<String> callIds) {
  /** With the machine's clock that only goes forward. */
  public ConnectorTools(
      Vertx vertx, ProviderCallLog log, InstantSource clock, Supplier<String> callIds) {
    this(vertx, log, clock, System::nanoTime, callIds);
  }

  /** This node's time, to stamp with and never to decide by. */
  Instant now() {
    return clock.instant();
  }
}
