// Looks at the provider files again and again.
package dev.semel.app;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduler;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Looks at the provider files every {@code SEMEL_PROVIDERS_RELOAD}, unless that is 0. */
@Singleton
final class ProviderFileSchedule {
  private final Scheduler scheduler;
  private final UntilStopped untilStopped;
  private final WatchProviderFiles watchProviderFiles;
  private final Duration interval;

  ProviderFileSchedule(
      Scheduler scheduler,
      UntilStopped untilStopped,
      WatchProviderFiles watchProviderFiles,
      @ConfigProperty(name = "semel.providers.reload", defaultValue = "PT10S") Duration interval) {
    this.scheduler = scheduler;
    this.untilStopped = untilStopped;
    this.watchProviderFiles = watchProviderFiles;
    this.interval = interval;
  }

  void begin(@Observes StartupEvent event) {
    if (interval.isPositive()) {
      scheduler
          .newJob("provider-files")
          .setInterval(interval.toString())
          .setConcurrentExecution(ConcurrentExecution.SKIP)
          .setTask(_ -> untilStopped.run(watchProviderFiles::watch), true)
          .schedule();
    }
  }
}
