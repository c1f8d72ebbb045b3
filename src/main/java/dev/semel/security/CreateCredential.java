// Gives somebody access.
package dev.semel.security;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives somebody access: makes a credential, and its tenant when that is new. The token can be seen
 * this once and never again.
 */
@Singleton
public final class CreateCredential {
  private final CredentialStore credentials;
  private final AuditStore audit;
  private final SecureRandom random;

  CreateCredential(CredentialStore credentials, AuditStore audit, SecureRandom random) {
    this.credentials = credentials;
    this.audit = audit;
    this.random = random;
  }

  /**
   * What is asked for.
   *
   * @param tenant the tenant's name; made when it is new
   * @param name what people call the credential
   * @param permissions what it may do
   * @param expiresAt from when on it is refused, or null for never
   * @param createdBy who asks
   * @param reason why, where given
   */
  public record Request(
      String tenant,
      String name,
      List<Permission> permissions,
      @Nullable Instant expiresAt,
      String createdBy,
      @Nullable String reason) {}

  /**
   * For a command that runs beside the server, without its container: everything happens in the
   * transaction that the given SQL belongs to.
   */
  public static CreateCredential on(Sql sql) {
    return new CreateCredential(new CredentialStore(sql), new AuditStore(sql), new SecureRandom());
  }

  /** Makes the credential in the open transaction and returns its token. */
  public Token create(Request request) {
    Token token = Token.issue(Ids.next(Ids.Kind.CREDENTIAL), random);
    insert(token, request);
    return token;
  }

  /**
   * On a database without any credential: makes the tenant {@code default}, which runs the server,
   * and one credential with every permission whose token is exactly the one given. Elsewhere it
   * does nothing.
   *
   * @return whether it was made
   */
  public boolean bootstrap(Token token) {
    return Tx.call(
        () -> {
          boolean first = credentials.isEmpty();
          if (first) {
            insert(
                token,
                new Request(
                    "default",
                    "bootstrap",
                    List.of(Permission.values()),
                    null,
                    "system",
                    "first start with a bootstrap token"));
          }
          return first;
        });
  }

  private void insert(Token token, Request request) {
    String tenantId = credentials.tenantOf(request.tenant());
    credentials.insert(
        token.credentialId(),
        tenantId,
        request.name(),
        token.secretHash(),
        request.permissions(),
        request.createdBy(),
        request.expiresAt());
    audit.append(
        new AuditStore.Entry(
            tenantId,
            request.createdBy(),
            "credential.create",
            token.credentialId(),
            request.reason()));
  }
}
