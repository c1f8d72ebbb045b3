// A person stops the submissions to a provider.
package dev.semel.submission;

import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/**
 * A person stops the submissions to a provider on all nodes. What is running goes on, and so do
 * questions about what was sent.
 */
@Singleton
public final class PauseProvider {
  private final ProviderControlStore controls;
  private final AuditStore audit;

  PauseProvider(ProviderControlStore controls, AuditStore audit) {
    this.controls = controls;
    this.audit = audit;
  }

  /** Pauses a provider, in the open transaction. */
  public void pause(Caller caller, String provider, String reason) {
    controls.pause(provider, caller.actor(), reason);
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "provider.pause", provider, reason));
  }
}
