// Checks how reports come to us.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.FileNamePattern;
import dev.semel.provider.HostKeyPin;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Pattern;

/** Finds ways of reports that could not be gone, or that could be mistaken. */
final class ReportWayRules {
  private static final String SFTP = "/report/sftp";
  private static final List<String> WAYS = List.of("fetch", "sftp", "as2", "upload");
  private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
  private static final int LARGEST_PORT = 65535;
  private static final Duration LEAST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LEAST_QUIET = Duration.ofSeconds(1);

  private final JsonNode report;
  private final FaultList faults;

  ReportWayRules(JsonNode report, FaultList faults) {
    this.report = report;
    this.faults = faults;
  }

  void check() {
    long ways = WAYS.stream().filter(report::has).count();
    if (ways != 1) {
      faults.add(
          "/report",
          "A report comes in one way: give one of fetch (asked for over HTTP), sftp (found in a"
              + " folder), as2 (sent by the partner) and upload (brought by people).");
    }
    files(report.at("/as2/files"), "/report/as2/files");
    JsonNode sftp = report.path("sftp");
    if (sftp.isObject()) {
      login(sftp);
      hostKeys(sftp.path("host_keys"));
      files(sftp.path("files"), SFTP + "/files");
      port(sftp.path("port"));
      atLeast(sftp.path("every"), SFTP + "/every", LEAST_PAUSE);
      atLeast(sftp.at("/complete/stable_for"), SFTP + "/complete/stable_for", LEAST_QUIET);
    }
  }

  private void login(JsonNode sftp) {
    if (sftp.has("password") == sftp.has("private_key")) {
      faults.add(SFTP, "We log in by a password or by a private_key; give one of them.");
    }
    if (sftp.has("passphrase") && !sftp.has("private_key")) {
      faults.add(SFTP + "/passphrase", "Only a private_key has one; remove it.");
    }
  }

  /** Keys that come from a setting are looked at when the setting is there. */
  private void hostKeys(JsonNode keys) {
    for (int i = 0; i < keys.size(); i++) {
      String text = keys.path(i).asText();
      if (text.contains("${")) {
        continue;
      }
      try {
        HostKeyPin.parse(text);
      } catch (IllegalArgumentException e) {
        faults.add(Pointers.child(SFTP + "/host_keys", i), String.valueOf(e.getMessage()));
      }
    }
  }

  private void files(JsonNode files, String pointer) {
    if (!files.isTextual()) {
      return;
    }
    try {
      FileNamePattern.parse(files.asText());
    } catch (IllegalArgumentException e) {
      faults.add(pointer, String.valueOf(e.getMessage()));
    }
  }

  private void port(JsonNode port) {
    String text = port.asText();
    boolean literal = !port.isMissingNode() && !text.contains("${");
    if (literal && !isPort(text)) {
      faults.add(SFTP + "/port", "A port is a number from 1 to 65535.");
    }
  }

  /** Whether a text is the number of a port. */
  static boolean isPort(String text) {
    return PORT.matcher(text).matches() && Integer.parseInt(text) <= LARGEST_PORT;
  }

  private void atLeast(JsonNode duration, String pointer, Duration least) {
    try {
      if (duration.isTextual() && Duration.parse(duration.asText()).compareTo(least) < 0) {
        faults.add(pointer, "That is too short; it takes at least " + least + ".");
      }
    } catch (DateTimeParseException e) {
      // The schema has told of it.
      return;
    }
  }
}
