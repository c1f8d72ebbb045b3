// Takes access away.
package dev.semel.security;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.inject.Singleton;

/** Takes access away: from the commit on, the credential's token is refused. */
@Singleton
final class RevokeCredential {
  private final CredentialStore credentials;
  private final AuditStore audit;

  RevokeCredential(CredentialStore credentials, AuditStore audit) {
    this.credentials = credentials;
    this.audit = audit;
  }

  /**
   * Revokes a credential of the caller's tenant, in the open transaction. One that is revoked
   * already stays as it is.
   */
  CredentialStore.Credential revoke(Caller caller, String id, String reason) {
    credentials.revoke(caller.tenantId(), id);
    CredentialStore.Credential credential =
        credentials
            .find(caller.tenantId(), id)
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemType.NOT_FOUND,
                        "There is no credential with this id. Check the id, and whose credential you use."));
    audit.append(
        new AuditStore.Entry(caller.tenantId(), caller.actor(), "credential.revoke", id, reason));
    return credential;
  }
}
