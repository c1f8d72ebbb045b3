// Who may decide about a wish.
package dev.semel.payout;

import dev.semel.security.Caller;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/**
 * Who may decide about a wish, and until when. The second person is another credential than the
 * first, and neither of the two made the other: whoever makes a credential sees its token.
 */
@Singleton
final class SecondPerson {
  private static final String CREDENTIAL = "credential:";

  private final CredentialStore credentials;

  SecondPerson(CredentialStore credentials) {
    this.credentials = credentials;
  }

  /** Why a caller can't decide about a wish at a moment, as a clause; empty where they can. */
  Optional<String> objection(Caller caller, Approval approval, Instant now) {
    if (approval.decision().isPresent()) {
      Approval.Decision decided = approval.decision().get();
      return Optional.of("it was decided before (" + decided.reason() + ")");
    }
    if (!now.isBefore(approval.expiresAt())) {
      return Optional.of("nobody decided in time; ask for it anew");
    }
    if (caller.actor().equals(approval.requestedBy())) {
      return Optional.of("it takes another person than the one who asked for it");
    }
    return madeByEachOther(caller, approval.requestedBy())
        ? Optional.of(
            "one of the two credentials made the other, so that both may be one person's; it takes a third")
        : Optional.empty();
  }

  private boolean madeByEachOther(Caller caller, String requestedBy) {
    return requestedBy.startsWith(CREDENTIAL)
        && credentials.oneMadeTheOther(
            caller.credentialId(), requestedBy.substring(CREDENTIAL.length()));
  }
}
