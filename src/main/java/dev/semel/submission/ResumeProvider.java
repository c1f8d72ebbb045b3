// A person lets submissions to a provider go on.
package dev.semel.submission;

import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/** A person lets submissions to a provider go on that a person had stopped. */
@Singleton
public final class ResumeProvider {
  private final ProviderControlStore controls;
  private final AuditStore audit;

  ResumeProvider(ProviderControlStore controls, AuditStore audit) {
    this.controls = controls;
    this.audit = audit;
  }

  /** Ends a provider's pause, in the open transaction. */
  public void resume(Caller caller, String provider, String reason) {
    controls.resume(provider);
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "provider.resume", provider, reason));
  }
}
