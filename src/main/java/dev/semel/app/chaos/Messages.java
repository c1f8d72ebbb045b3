// The webhooks of simulated partners.
package dev.semel.app.chaos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.app.rig.Requests;
import dev.semel.domain.ProviderStatement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * The webhooks of a simulated partner: some never come, some come twice, hours late or in another
 * order. What is not acknowledged is sent again, a few times.
 */
final class Messages implements SimulatedPartner.Webhooks {
  private static final int MOST_TRIES = 6;

  private final SimulatedPartner partner;
  private final World world;
  private final Nodes nodes;

  Messages(SimulatedPartner partner, World world, Nodes nodes) {
    this.partner = partner;
    this.world = world;
    this.nodes = nodes;
  }

  @Override
  public void changed(Holding holding) {
    if (world.strikes(Fault.WEBHOOK_LOST, 150)) {
      return;
    }
    byte[] body = body(holding);
    boolean late = world.strikes(Fault.WEBHOOK_LATE, 80);
    Duration pause = world.chance().within(late ? Duration.ofHours(5) : Duration.ofSeconds(4));
    send(holding, body, pause, 1);
    if (world.strikes(Fault.WEBHOOK_TWICE, 100)) {
      send(holding, body, world.chance().within(Duration.ofMinutes(10)), 1);
    }
  }

  private byte[] body(Holding holding) {
    ProviderStatement says = partner.statement(holding);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("event", holding.id() + "-" + holding.changes());
    json.put("reference", holding.reference());
    json.put("id", holding.id());
    json.put("status", says.providerWord());
    json.put("amount", holding.money().decimal());
    json.put("currency", holding.money().currency().code());
    json.put("number", holding.changes());
    json.put("at", world.timeline().now().plus(partner.profile().clockOff()).toString());
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void send(Holding holding, byte[] body, Duration pause, int attempt) {
    world.timeline().in(pause, () -> deliver(holding, body, attempt));
  }

  private void deliver(Holding holding, byte[] body, int attempt) {
    boolean[] taken = new boolean[1];
    boolean forged = world.strikes(Fault.WEBHOOK_FORGED, 10);
    world
        .trace()
        .tell(
            holding.payoutId(),
            partner.profile().name()
                + " sends a webhook: "
                + new String(body, StandardCharsets.UTF_8));
    nodes
        .any()
        .ifPresent(
            node ->
                node.ask(
                    engine ->
                        engine
                            .inbox()
                            .receive(
                                partner.profile().name(),
                                body,
                                Requests.headers(
                                    Map.of(PartnerLine.SIGNATURE, forged ? "bad" : "good"))),
                    (status, _) -> taken[0] = status == 200));
    Duration patience = Duration.ofSeconds(20).multipliedBy(1L << attempt);
    if (attempt < MOST_TRIES) {
      world
          .timeline()
          .in(
              patience,
              () -> {
                if (!taken[0]) {
                  deliver(holding, body, attempt + 1);
                }
              });
    }
  }
}
