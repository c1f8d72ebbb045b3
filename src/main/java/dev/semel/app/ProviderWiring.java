// Connects the providers whose files are there.
package dev.semel.app;

import dev.semel.db.Ids;
import dev.semel.provider.ProviderCallLog;
import dev.semel.provider.http.ConnectorTools;
import dev.semel.provider.http.ProviderRegistry;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Connects the providers whose files and settings are there. A faulty file stops the start with all
 * faults of all files.
 */
final class ProviderWiring {
  @Produces
  @Singleton
  ProviderRegistry registry(
      Vertx vertx,
      ProviderCallLog log,
      InstantSource clock,
      LongSupplier nanoTime,
      ConfigValues values) {
    ConnectorTools tools =
        new ConnectorTools(vertx, log, clock, nanoTime, () -> Ids.next(Ids.Kind.PROVIDER_CALL));
    return ProviderRegistry.load(values::find, tools);
  }

  void close(@Disposes ProviderRegistry registry) {
    registry.close();
  }
}
