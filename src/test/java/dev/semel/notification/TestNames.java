// The names that the server of the tests knows: it asks no name server.
package dev.semel.notification;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/** One name inside a private network; no other. */
@Alternative
@Priority(1)
@Singleton
final class TestNames implements Names {
  static final String INSIDE = "inside.example.net";

  @Override
  public List<InetAddress> addresses(Asker asker, String host, Duration longest)
      throws UnresolvedException {
    if (!host.equals(INSIDE)) {
      throw new UnresolvedException("The name was not found.");
    }
    return List.of(InetAddress.ofLiteral("8.8.8.8"), InetAddress.ofLiteral("10.1.2.3"));
  }
}
