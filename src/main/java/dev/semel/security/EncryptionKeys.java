// The keys that seal and open secrets.
package dev.semel.security;

import dev.semel.db.Tx;
import io.quarkus.runtime.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The keys that seal and open secrets: those of the operator, of which the first seals; without
 * any, one that is made once and kept in the database. That one still opens what it has sealed when
 * the operator gives keys later.
 */
@Startup(EncryptionKeys.BEFORE_THE_WORKERS)
@Singleton
final class EncryptionKeys {
  /** Keys that can't be used stop the start before anything works. */
  static final int BEFORE_THE_WORKERS = 50;

  private static final Logger LOG = Logger.getLogger(EncryptionKeys.class);

  private final Map<String, EncryptionKey> byId = new LinkedHashMap<>();

  /** The keys of the configuration and of the database. */
  @Inject
  EncryptionKeys(EncryptionConfig config, EncryptionKeyStore store) {
    this(loaded(parse(config.keys().orElse("")), store));
  }

  /** Just these keys, of which the first seals. */
  EncryptionKeys(List<EncryptionKey> keys) {
    keys.forEach(key -> byId.putIfAbsent(key.id(), key));
    if (byId.isEmpty()) {
      throw new IllegalArgumentException("there is no encryption key");
    }
  }

  private static List<EncryptionKey> loaded(List<EncryptionKey> own, EncryptionKeyStore store) {
    List<EncryptionKey> keys = new ArrayList<>(own);
    if (own.isEmpty()) {
      byte[] made = new byte[EncryptionKey.BYTES];
      new SecureRandom().nextBytes(made);
      keys.add(EncryptionKey.of(Tx.call(() -> store.keepUnlessThere(made))));
      LOG.warnf(
          "SEMEL_ENCRYPTION_KEYS is not set: secrets of webhook endpoints are encrypted with a key (%s) that is kept in the same database."
              + " That protects them where a part of it leaks, and not from whoever has all of it. Set a key of your own: see docs/operations.md",
          keys.getFirst().id());
    } else {
      Tx.call(store::find).map(EncryptionKey::of).ifPresent(keys::add);
    }
    return keys;
  }

  /**
   * Reads keys as they are configured.
   *
   * @param text keys in base64, separated by commas; blank for none
   */
  static List<EncryptionKey> parse(String text) {
    List<EncryptionKey> keys = new ArrayList<>();
    if (text.isBlank()) {
      return keys;
    }
    for (String part : text.split(",", -1)) {
      int number = keys.size() + 1;
      keys.add(
          EncryptionKey.parse(part.strip())
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "SEMEL_ENCRYPTION_KEYS: key number "
                              + number
                              + " is not the base64 form of 32 bytes. Make one with: openssl rand -base64 32")));
    }
    return keys;
  }

  /** The key that seals. */
  EncryptionKey first() {
    return byId.values().iterator().next();
  }

  /** The key of an id; empty when this server has none such. */
  Optional<EncryptionKey> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }
}
