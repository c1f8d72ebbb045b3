// The real engine of one node, stepped by hand.
package dev.semel.app.rig;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.app.ConnectedProviders;
import dev.semel.casework.OpenCase;
import dev.semel.db.Sql;
import dev.semel.notification.RaiseAlert;
import dev.semel.notification.TellClients;
import dev.semel.payout.AlertDesk;
import dev.semel.payout.CaseDesk;
import dev.semel.payout.EventDesk;
import dev.semel.payout.FreshLookup;
import dev.semel.payout.OperatedPayoutResource;
import dev.semel.payout.PayoutResource;
import dev.semel.payout.ProviderDirectory;
import dev.semel.payout.WishResource;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCallLog;
import dev.semel.provider.ProviderCallStore;
import dev.semel.provider.Providers;
import dev.semel.security.CreateCredential;
import dev.semel.submission.AskAgain;
import dev.semel.submission.Node;
import dev.semel.submission.SteppedNode;
import dev.semel.webhook.ProcessWebhooks;
import dev.semel.webhook.WebhookResource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The real engine of one node, stepped by hand: its submissions, its webhooks, and the resources
 * that clients and people use. Time, chance, threads and partners are given to it.
 */
public final class Engine {
  private final Wiring wiring;

  /**
   * The engine of a node.
   *
   * @param name the node's
   * @param settings those that differ from their defaults
   * @param calls runs each call to a partner
   * @param clock the node's own clock, which may be wrong
   * @param nanoTime its monotonic clock
   */
  public Engine(
      String name,
      Map<String, String> settings,
      Sql sql,
      List<? extends Provider> partners,
      Executor calls,
      InstantSource clock,
      LongSupplier nanoTime,
      RandomGenerator random) {
    wiring =
        new Wiring(settings)
            .give(Sql.class, sql)
            .give(Node.class, new Node(name))
            .give(Providers.class, new Connected(List.copyOf(partners)))
            .give(Executor.class, calls)
            .give(InstantSource.class, clock)
            .give(LongSupplier.class, nanoTime)
            .give(RandomGenerator.class, random)
            .give(SecureRandom.class, new SecureRandom()) // For tokens, which nothing depends on.
            .give(ObjectMapper.class, new ObjectMapper())
            .give(MeterRegistry.class, new SimpleMeterRegistry())
            .choose(ProviderDirectory.class, ConnectedProviders.class)
            .choose(CaseDesk.class, OpenCase.class)
            .choose(AlertDesk.class, RaiseAlert.class)
            .choose(EventDesk.class, TellClients.class)
            .choose(FreshLookup.class, AskAgain.class);
  }

  /** The log of calls, for partners that have to be there before the engine. */
  public static ProviderCallLog callLog(Sql sql) {
    return new Wiring(Map.of())
        .give(Sql.class, sql)
        .give(ObjectMapper.class, new ObjectMapper())
        .get(ProviderCallStore.class);
  }

  private record Connected(Collection<Provider> all) implements Providers {
    @Override
    public Optional<Provider> find(String name) {
      return all.stream().filter(provider -> provider.name().equals(name)).findFirst();
    }
  }

  public SteppedNode submissions() {
    return wiring.get(SteppedNode.class);
  }

  public ProcessWebhooks webhooks() {
    return wiring.get(ProcessWebhooks.class);
  }

  public WebhookResource inbox() {
    return wiring.get(WebhookResource.class);
  }

  public PayoutResource payouts() {
    return wiring.get(PayoutResource.class);
  }

  public OperatedPayoutResource operations() {
    return wiring.get(OperatedPayoutResource.class);
  }

  public WishResource wishes() {
    return wiring.get(WishResource.class);
  }

  public CreateCredential credentials() {
    return wiring.get(CreateCredential.class);
  }
}
