// What operators get who set nothing.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.notification.DeliveryConfig;
import dev.semel.payout.ApprovalConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Without a profile and without an environment, with the settings that are shipped. */
class ConfigDefaultsTest {
  private static final Path SHIPPED = Path.of("src", "main", "resources", "application.properties");

  @Test
  void the_defaults_of_the_submission_are_those_of_the_documentation() throws IOException {
    SubmissionConfig config = shipped(SubmissionConfig.class);

    assertThat(config.lease()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.pollInterval()).isEqualTo(Duration.ofMillis(250));
    assertThat(config.sweepInterval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.jobTries()).isEqualTo(5);
    assertThat(config.jobRetryBase()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.jobRetryCap()).isEqualTo(Duration.ofMinutes(5));
    assertThat(config.unservedAfter()).isEqualTo(Duration.ofMinutes(5));
    assertThat(config.stopGrace()).isEqualTo(Duration.ofSeconds(25));
    assertThat(config.retryBudget().percent()).isEqualTo(20);
    assertThat(config.retryBudget().perMinute()).isEqualTo(10);
  }

  @Test
  void the_defaults_of_approvals_are_those_of_the_documentation() throws IOException {
    ApprovalConfig config = shipped(ApprovalConfig.class);

    assertThat(config.expiry()).isEqualTo(Duration.ofHours(24));
    assertThat(config.settleWindow()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void the_defaults_of_deliveries_are_those_of_the_documentation() throws IOException {
    DeliveryConfig config = shipped(DeliveryConfig.class);

    assertThat(config.workers()).isEqualTo(64);
    assertThat(config.failingWorkers()).isEqualTo(16);
    assertThat(config.perEndpoint()).isEqualTo(4);
    assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(15));
    assertThat(config.poll()).isEqualTo(Duration.ofMillis(250));
    assertThat(config.disableAfter()).isEqualTo(Duration.ofDays(5));
    assertThat(config.stopGrace()).isEqualTo(Duration.ofSeconds(10));
  }

  private static <T> T shipped(Class<T> mapping) throws IOException {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(mapping)
            .withSources(new PropertiesConfigSource(SHIPPED.toUri().toURL()))
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .build();
    return config.getConfigMapping(mapping);
  }
}
