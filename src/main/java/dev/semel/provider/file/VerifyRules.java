// Checks what has to prove a report.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.PgpKeys;
import java.util.List;

/** Finds proofs of reports that could never be had, or that prove nothing. */
final class VerifyRules {
  private static final String CHECKSUM = "/report/verify/checksum";
  private static final String PGP = "/report/verify/signature/pgp";

  private final JsonNode report;
  private final FaultList faults;

  VerifyRules(JsonNode report, FaultList faults) {
    this.report = report;
    this.faults = faults;
  }

  void check() {
    JsonNode checksum = report.at("/verify/checksum");
    JsonNode pgp = report.at("/verify/signature/pgp");
    if (pgp.isObject()) {
      form(pgp);
      keys(pgp.path("keys"));
      if (pgp.has("sidecar") && pgp.path("sidecar").equals(checksum.path("sidecar"))) {
        faults.add(PGP + "/sidecar", "The checksum has this ending already; give another.");
      }
    }
    if (report.has("as2")) {
      alone(checksum, CHECKSUM);
      alone(pgp, PGP);
    }
  }

  private void form(JsonNode pgp) {
    boolean inline = pgp.path("form").asText("detached").equals("inline");
    if (inline && pgp.has("sidecar")) {
      faults.add(
          PGP + "/sidecar", "An inline signature is in the report itself; remove the sidecar.");
    }
    if (!inline && !pgp.has("sidecar")) {
      faults.add(PGP, "A detached signature is in a file of its own; give its ending as sidecar.");
    }
  }

  private void alone(JsonNode proof, String pointer) {
    if (proof.has("sidecar")) {
      faults.add(pointer + "/sidecar", "Over AS2 nothing comes beside a report; remove it.");
    }
  }

  /** Keys that come from a setting are looked at when the setting is there. */
  private void keys(JsonNode keys) {
    for (int i = 0; i < keys.size(); i++) {
      String text = keys.path(i).asText();
      if (text.contains("${")) {
        continue;
      }
      try {
        PgpKeys.parse(List.of(text));
      } catch (IllegalArgumentException e) {
        faults.add(Pointers.child(PGP + "/keys", i), String.valueOf(e.getMessage()));
      }
    }
  }
}
