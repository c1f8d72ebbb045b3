// What has to prove a report before anybody reads it.
package dev.semel.provider;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What has to prove a report before anybody reads it.
 *
 * @param checksum what is wanted of the file of its checksum, where one comes with it
 * @param signature what is wanted of its OpenPGP signature, where it has one
 * @param largest how many bytes it may have
 */
public record ReportVerification(
    Optional<Checksum> checksum, Optional<Signature> signature, OptionalLong largest) {

  /** Nothing has to: a file of a checksum that comes all the same is looked at. */
  public static final ReportVerification NONE =
      new ReportVerification(Optional.empty(), Optional.empty(), OptionalLong.empty());

  /**
   * A file of a checksum (SHA-256).
   *
   * @param required whether a report without one is none
   */
  public record Checksum(boolean required) {}

  /**
   * An OpenPGP signature.
   *
   * @param form where it stands
   * @param keys the keys that may have made it, and no others
   * @param required whether a report without one is none
   */
  public record Signature(Form form, PgpKeys keys, boolean required) {}

  /** Where a signature stands. */
  public enum Form {
    /** In a file of its own. */
    DETACHED,
    /** Around the report: what is signed is in the same file. */
    INLINE
  }
}
