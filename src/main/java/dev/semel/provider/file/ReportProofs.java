// What has to prove a partner's report, as its file says it.
package dev.semel.provider.file;

import dev.semel.provider.ReportFolder.Beside;
import dev.semel.provider.ReportVerification.Checksum;
import dev.semel.provider.ReportVerification.Form;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What has to prove a partner's report, with the places for settings not filled yet.
 *
 * @param checksum what is wanted of the file of its checksum
 * @param signature what is wanted of its signature
 * @param largest how many bytes it may have
 * @param beside the files that belong to it
 */
public record ReportProofs(
    Optional<Checksum> checksum, Optional<Pgp> signature, OptionalLong largest, Beside beside) {

  /**
   * An OpenPGP signature.
   *
   * @param form where it stands
   * @param keys the keys that may have made it
   * @param required whether a report without one is none
   */
  public record Pgp(Form form, List<Template> keys, boolean required) {
    public Pgp {
      keys = List.copyOf(keys);
    }
  }
}
