package dev.semel.provider.http;

import dev.semel.provider.ProviderCallLog;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What connectors work with.
 *
 * @param vertx runs the connections
 * @param log keeps every exchange
 * @param clock this node's clock: for the log, Retry-After and breakers
 * @param callIds a new id for each entry of the log
 */
public record ConnectorTools(
    Vertx vertx, ProviderCallLog log, InstantSource clock, Supplier<String> callIds) {}
