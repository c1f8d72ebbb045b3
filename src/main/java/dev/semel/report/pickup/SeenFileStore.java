// The SQL of the files that were seen in partners' folders.
package dev.semel.report.pickup;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the files that were seen in partners' folders: one that was taken is not fetched again
 * for as long as its name, its size and its time are the same.
 */
@Singleton
final class SeenFileStore {
  private static final String ONE =
      " WHERE provider = :provider AND path = :path AND size = :size AND modified_at = :modified";

  private final Sql sql;

  SeenFileStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * What is known of a file.
   *
   * @param seenAt when it was first seen as it is now, by the database's clock
   * @param day the business date that it was taken to be of then
   * @param taken whether its bytes were handed on
   * @param refused why it is not fetched, where that is so
   * @param tries the tries to get it that failed
   */
  record Seen(
      Instant seenAt, LocalDate day, boolean taken, Optional<String> refused, List<Try> tries) {
    Seen {
      tries = List.copyOf(tries);
    }
  }

  /** Which file of a provider is meant. */
  record FileKey(String provider, String path, long size, Instant modifiedAt) {
    static FileKey of(String provider, String path, RemoteFile file) {
      return new FileKey(provider, path, file.size(), file.modifiedAt());
    }
  }

  /** Remembers a file, where it is not yet known as it is, and tells what is known of it. */
  Seen see(FileKey key, LocalDate day) {
    return sql.with(
        handle -> {
          bound(
                  handle.createUpdate(
                      """
                      INSERT INTO report_file (provider, path, size, modified_at, business_date) VALUES (:provider, :path, :size, :modified, :day)
                      ON CONFLICT DO NOTHING
                      """),
                  key)
              .bind("day", day)
              .execute();
          return bound(
                  handle.createQuery(
                      "SELECT seen_at, business_date, taken_at, refused, tries FROM report_file"
                          + ONE),
                  key)
              .map((row, _) -> seen(row))
              .one();
        });
  }

  private static <S extends SqlStatement<S>> S bound(S statement, FileKey key) {
    return statement
        .bind("provider", key.provider())
        .bind("path", key.path())
        .bind("size", key.size())
        .bind("modified", key.modifiedAt());
  }

  private static Seen seen(ResultSet row) throws SQLException {
    return new Seen(
        row.getObject("seen_at", OffsetDateTime.class).toInstant(),
        row.getObject("business_date", LocalDate.class),
        row.getObject("taken_at") != null,
        Optional.ofNullable(row.getString("refused")),
        PickupStore.tries(row.getString("tries")));
  }

  /** Keeps what a file waits for. */
  void waitsFor(FileKey key, @Nullable String what) {
    change(key, "waits_for = :value", what);
  }

  /** Keeps a try that failed, and of very many the last ones. */
  void failed(FileKey key, String fault) {
    change(
        key,
        "waits_for = NULL, tries = CASE WHEN jsonb_array_length(tries) < 50 THEN tries ELSE tries - 0 END"
            + " || jsonb_build_object('at', now(), 'fault', CAST(:value AS text))",
        fault);
  }

  /** Keeps that a file is not fetched. */
  void refuse(FileKey key, String reason) {
    change(key, "waits_for = NULL, refused = :value", reason);
  }

  private void change(FileKey key, String change, @Nullable String value) {
    Sql.exactlyOne(
        sql.with(
            handle ->
                bound(handle.createUpdate("UPDATE report_file SET " + change + ONE), key)
                    .bind("value", value)
                    .execute()),
        "a change of a file that was seen");
  }

  /** Keeps that a file's bytes were handed on. */
  void taken(FileKey key, byte[] hash) {
    Sql.exactlyOne(
        sql.with(
            handle ->
                bound(
                        handle.createUpdate(
                            "UPDATE report_file SET waits_for = NULL, taken_at = coalesce(taken_at, now()), content_hash = :hash"
                                + ONE),
                        key)
                    .bind("hash", hash)
                    .execute()),
        "the taking of a file");
  }
}
