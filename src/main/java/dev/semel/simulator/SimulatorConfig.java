// What one simulator needs to know before it starts.
package dev.semel.simulator;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one instance.
 *
 * @param host the address that the partner's port binds to; the control port is always on loopback
 * @param port the partner's port, 0 for any free one
 * @param controlPort the control port, 0 for any free one
 * @param dataDir the directory of the journal; made when missing, used by one instance at a time
 * @param apiKey what a client has to present as its bearer token
 * @param duplicates what happens to a repeated submission
 * @param emptyList whether a lookup that finds nothing answers 200 with an empty list instead of
 *     404
 * @param paysAtOnce whether a payout is paid, and answered as paid, the moment it is accepted
 * @param webhookAttempts how often a webhook is sent at most before the simulator gives up
 * @param timings how long things take
 * @param webhooks where webhooks go; null until the control API says where
 */
public record SimulatorConfig(
    String host,
    int port,
    int controlPort,
    Path dataDir,
    String apiKey,
    Duplicates duplicates,
    boolean emptyList,
    boolean paysAtOnce,
    int webhookAttempts,
    Timings timings,
    @Nullable WebhookTarget webhooks) {

  /** Free ports on loopback, the demonstration's timings, and no webhooks yet. */
  public static SimulatorConfig defaults(Path dataDir, String apiKey) {
    return new SimulatorConfig(
        "127.0.0.1",
        0,
        0,
        dataDir,
        apiKey,
        Duplicates.REJECTS_DUPLICATE_REFERENCE,
        false,
        false,
        12,
        Timings.defaults(),
        null);
  }

  /** The same with the partner's port bound to this address. */
  public SimulatorConfig withHost(String address) {
    return new SimulatorConfig(
        address,
        port,
        controlPort,
        dataDir,
        apiKey,
        duplicates,
        emptyList,
        paysAtOnce,
        webhookAttempts,
        timings,
        webhooks);
  }

  /** The same on these ports. */
  public SimulatorConfig withPorts(int partner, int control) {
    return new SimulatorConfig(
        host,
        partner,
        control,
        dataDir,
        apiKey,
        duplicates,
        emptyList,
        paysAtOnce,
        webhookAttempts,
        timings,
        webhooks);
  }

  /** The same with other timings. */
  public SimulatorConfig withTimings(Timings other) {
    return new SimulatorConfig(
        host,
        port,
        controlPort,
        dataDir,
        apiKey,
        duplicates,
        emptyList,
        paysAtOnce,
        webhookAttempts,
        other,
        webhooks);
  }

  /** The same with another treatment of repeats. */
  public SimulatorConfig withDuplicates(Duplicates other) {
    return new SimulatorConfig(
        host,
        port,
        controlPort,
        dataDir,
        apiKey,
        other,
        emptyList,
        paysAtOnce,
        webhookAttempts,
        timings,
        webhooks);
  }

  /** The same with other habits of answering. */
  public SimulatorConfig withAnswers(boolean emptyLists, boolean paidAtOnce) {
    return new SimulatorConfig(
        host,
        port,
        controlPort,
        dataDir,
        apiKey,
        duplicates,
        emptyLists,
        paidAtOnce,
        webhookAttempts,
        timings,
        webhooks);
  }

  /** The same with webhooks repeated this often before the simulator gives up. */
  public SimulatorConfig withWebhookAttempts(int most) {
    return new SimulatorConfig(
        host,
        port,
        controlPort,
        dataDir,
        apiKey,
        duplicates,
        emptyList,
        paysAtOnce,
        most,
        timings,
        webhooks);
  }

  /** The same with webhooks sent there. */
  public SimulatorConfig withWebhooks(WebhookTarget target) {
    return new SimulatorConfig(
        host,
        port,
        controlPort,
        dataDir,
        apiKey,
        duplicates,
        emptyList,
        paysAtOnce,
        webhookAttempts,
        timings,
        target);
  }

  @Override
  public String toString() {
    return "SimulatorConfig[host=%s, port=%d, controlPort=%d, dataDir=%s]"
        .formatted(host, port, controlPort, dataDir);
  }
}
