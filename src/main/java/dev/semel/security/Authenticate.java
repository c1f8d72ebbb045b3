// Finds out who a token belongs to.
package dev.semel.security;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.util.Optional;

/** Finds out who a token belongs to. */
@Singleton
public final class Authenticate {
  private final CredentialStore credentials;

  Authenticate(CredentialStore credentials) {
    this.credentials = credentials;
  }

  /**
   * The caller that a token belongs to, or empty when it is unknown, wrong, expired or revoked.
   * Secrets are compared in constant time, by their hashes.
   */
  public Optional<Caller> caller(Token token) {
    return Tx.call(() -> credentials.findUsable(token.credentialId()))
        .filter(credential -> MessageDigest.isEqual(credential.secretHash(), token.secretHash()))
        .map(CredentialStore.UsableCredential::caller);
  }
}
