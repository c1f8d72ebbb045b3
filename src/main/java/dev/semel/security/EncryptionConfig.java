// With which keys secrets are sealed.
package dev.semel.security;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** With which keys secrets are sealed that have to be read again. */
@ConfigMapping(prefix = "semel.encryption")
public interface EncryptionConfig {
  /**
   * Keys of 32 bytes in base64, separated by commas: the first seals, all of them open. {@code
   * SEMEL_ENCRYPTION_KEYS}. Without any, one is made and kept in the database.
   */
  Optional<String> keys();
}
