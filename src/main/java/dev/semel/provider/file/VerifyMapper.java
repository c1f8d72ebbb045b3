// What has to prove a report, of a sound file, as records.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.ReportFolder.Beside;
import dev.semel.provider.ReportVerification.Checksum;
import dev.semel.provider.ReportVerification.Form;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Maps what has to prove a partner's report. */
final class VerifyMapper {
  private static final String CHECKSUM = "/checksum";
  private static final String PGP = "/signature/pgp";

  private VerifyMapper() {}

  /** What has to prove it. */
  static ReportProofs proofs(JsonNode verify) {
    JsonNode checksum = verify.at(CHECKSUM);
    JsonNode pgp = verify.at(PGP);
    return new ReportProofs(
        checksum.isObject() ? Optional.of(new Checksum(required(checksum))) : Optional.empty(),
        pgp.isObject() ? Optional.of(signature(pgp)) : Optional.empty(),
        verify.has("largest")
            ? OptionalLong.of(verify.path("largest").asLong())
            : OptionalLong.empty(),
        beside(verify));
  }

  private static ReportProofs.Pgp signature(JsonNode pgp) {
    return new ReportProofs.Pgp(
        pgp.path("form").asText("detached").equals("inline") ? Form.INLINE : Form.DETACHED,
        pgp.path("keys").valueStream().map(EndpointMapper::template).toList(),
        required(pgp));
  }

  /** The files that belong to a report. */
  static Beside beside(JsonNode verify) {
    Optional<String> checksum = suffix(verify.at(CHECKSUM));
    Optional<String> signature = suffix(verify.at(PGP));
    List<String> awaited =
        Stream.of(
                checksum.filter(_ -> required(verify.at(CHECKSUM))),
                signature.filter(_ -> required(verify.at(PGP))))
            .flatMap(Optional::stream)
            .toList();
    return new Beside(checksum, signature, awaited);
  }

  private static Optional<String> suffix(JsonNode proof) {
    return Optional.of(proof.path("sidecar").asText("")).filter(text -> !text.isEmpty());
  }

  private static boolean required(JsonNode proof) {
    return proof.path("required").asBoolean(true);
  }
}
