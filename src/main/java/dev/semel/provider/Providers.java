package dev.semel.provider;

import java.util.Collection;
import java.util.Optional;

/** The providers that this server is connected to. */
public interface Providers {
  /**
   * The active provider of a name. A file whose base URL and secrets are not configured is inactive
   * and serves nobody.
   */
  Optional<Provider> find(String name);

  /** All active providers, in the order in which payouts are offered to them. */
  Collection<Provider> all();
}
