// Whether two credentials are two people.
package dev.semel.security;

import jakarta.inject.Singleton;

/**
 * Whether two credentials are two people: neither of them made the other, because whoever makes a
 * credential sees its token.
 */
@Singleton
public final class TwoPeople {
  private static final String CREDENTIAL = "credential:";

  private final CredentialStore credentials;

  TwoPeople(CredentialStore credentials) {
    this.credentials = credentials;
  }

  /**
   * Whether a caller may be the same person as an actor.
   *
   * @param first who acted before, as it stands in the audit log
   */
  public boolean maybeOne(Caller second, String first) {
    return second.actor().equals(first) || oneMadeTheOther(second, first);
  }

  /** Whether one of the two credentials made the other; an actor may be none. */
  public boolean oneMadeTheOther(Caller second, String first) {
    return first.startsWith(CREDENTIAL)
        && credentials.oneMadeTheOther(second.credentialId(), first.substring(CREDENTIAL.length()));
  }
}
