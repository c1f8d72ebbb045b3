// Names as this machine resolves them.
package dev.semel.notification;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * Names as this machine resolves them, on threads of their own: a name server that never answers
 * takes no thread from anything else. Who registers an endpoint waits for an answer, and shares no
 * threads with deliveries.
 */
@Singleton
final class SystemNames implements Names {
  private final NamePool ofDeliveries =
      new NamePool("webhook-names", 64, 8, InetAddress::getAllByName);
  private final NamePool ofRegistrations =
      new NamePool("webhook-names-registered", 32, 2, InetAddress::getAllByName);

  @Override
  public List<InetAddress> addresses(Asker asker, String host, Duration longest)
      throws UnresolvedException, NoTurnException {
    NamePool pool =
        switch (asker.occasion()) {
          case DELIVERY -> ofDeliveries;
          case REGISTRATION -> ofRegistrations;
        };
    return pool.addresses(asker.tenantId(), host, longest);
  }

  @PreDestroy
  void close() {
    ofDeliveries.close();
    ofRegistrations.close();
  }
}
