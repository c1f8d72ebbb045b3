// The SQL of the key that the database keeps.
package dev.semel.security;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Keeps the one key that was made because the operator gave none. */
@Singleton
final class EncryptionKeyStore {
  private final Sql sql;

  EncryptionKeyStore(Sql sql) {
    this.sql = sql;
  }

  /** The key that is kept; empty when none was ever made. */
  Optional<byte[]> find() {
    return sql.with(
        handle ->
            handle.createQuery("SELECT key FROM encryption_key").mapTo(byte[].class).findOne());
  }

  /** Keeps a key unless there is one, and returns the one that is kept: all nodes get the same. */
  byte[] keepUnlessThere(byte[] key) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "INSERT INTO encryption_key (key) VALUES (:key) ON CONFLICT DO NOTHING")
                .bind("key", key)
                .execute());
    return find().orElseThrow();
  }
}
