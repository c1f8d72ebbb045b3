// Makes the first credential of an empty database.
package dev.semel.app;

import dev.semel.db.SqlStates;
import dev.semel.security.CreateCredential;
import dev.semel.security.Token;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * Makes the first credential of an empty database, with the token that {@code
 * SEMEL_BOOTSTRAP_TOKEN} says, so that a server can be used as soon as it is ready. On a database
 * that has a credential it does nothing.
 */
@Singleton
final class Bootstrap {
  /** The variable with the token. */
  static final String VARIABLE = "SEMEL_BOOTSTRAP_TOKEN";

  /** What to say of a token that is none; the token itself is never repeated. */
  static final String MALFORMED =
      VARIABLE
          + " has not the form sm_<key id>_<secret>, with a key id of letters, digits, dots and dashes: correct it, or leave it out.";

  private static final Logger LOG = Logger.getLogger(Bootstrap.class);
  private static final int BEFORE_THE_WORKERS = 100;

  private final CreateCredential createCredential;
  private final Config config;

  Bootstrap(CreateCredential createCredential, Config config) {
    this.createCredential = createCredential;
    this.config = config;
  }

  void start(@Observes @Priority(BEFORE_THE_WORKERS) StartupEvent event) {
    Optional<String> text =
        config.getOptionalValue(VARIABLE, String.class).filter(value -> !value.isBlank());
    if (text.isPresent()) {
      make(Token.parse(text.get()).orElseThrow(() -> new IllegalStateException(MALFORMED)));
    }
  }

  private void make(Token token) {
    try {
      if (createCredential.bootstrap(token)) {
        LOG.infof("Made the tenant 'default' with the credential %s", token.credentialId());
      }
    } catch (RuntimeException e) {
      if (!SqlStates.uniqueViolated(e)) {
        throw e;
      }
      LOG.debug("Another node made the first credential at the same moment");
    }
  }
}
