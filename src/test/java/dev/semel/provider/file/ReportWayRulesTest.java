// What a file may say of how reports come.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportWayRulesTest {
  private static final String FETCH =
      "  fetch: {method: GET, path: \"/v1/reports/${report.date}\"}\n";
  private static final String KEY =
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
  private static final String PRINT = "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU";
  private static final String LOGIN = "host: h, user: u, password: \"${secret.api_key}\"";
  private static final String REST =
      "files: \"s-{date:yyyyMMdd}.csv\", complete: {renamed_from: [.part]}";

  private static ProviderFileReading read(String way) throws IOException {
    String text = Files.readString(Path.of("src/test/resources/providers/acme.yaml"));
    assertThat(text).contains(FETCH);
    String written =
        way.replace("LOGIN", LOGIN)
            .replace("REST", REST)
            .replace("KEYS", "host_keys: [\"" + KEY + "\"]");
    return new ProviderFileReader().read(text.replace(FETCH, "  " + written + "\n"));
  }

  private static List<ProviderFileFault> faultsOf(String way) throws IOException {
    return switch (read(way)) {
      case Sound _ -> List.of();
      case Faulty faulty -> faulty.faults();
    };
  }

  private static String explained(String way) throws IOException {
    assertThat(faultsOf(way)).isEmpty();
    return read(way) instanceof Sound sound
        ? String.join("\n", ProviderExplanation.of(sound.file()))
        : "";
  }

  @Test
  void each_way_is_explained_in_words() throws IOException {
    assertThat(explained("upload: true")).contains("People bring it.");
    assertThat(
            explained(
                "as2: {our_id: S, partner_id: A, certificate: c, key: \"${secret.api_key}\","
                    + " partner_certificates: [p]}"))
        .contains("sends it over AS2, signed and encrypted");
    assertThat(explained("sftp: {LOGIN, KEYS, REST}"))
        .contains("every 5 minutes", "'s-{date:yyyyMMdd}.csv'", "the one key", "ends in .part")
        .contains("It stays there; what we have is not fetched again.");
    assertThat(
            explained(
                "sftp: {LOGIN, host_keys: [\""
                    + KEY
                    + "\", \""
                    + PRINT
                    + "\"], files: s.csv, complete: {stable_for: PT2M}, remove: true}"))
        .contains("one of the 2 keys", "has no date", "has not changed for 2 minutes")
        .contains("it is removed there.");
    assertThat(explained("sftp: {LOGIN, KEYS, files: s.csv, complete: {marker: .done}}"))
        .contains("a file with '.done' behind its name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '\0',
      textBlock =
          """
          upload: false                                            ¦ /report/upload               ¦ true
          sftp: {LOGIN, KEYS, files: s.csv}                        ¦ /report/sftp                 ¦ 'complete' is missing
          sftp: {LOGIN, REST}                                      ¦ /report/sftp                 ¦ 'host_keys' is missing
          sftp: {LOGIN, host_keys: [], REST}                       ¦ /report/sftp/host_keys       ¦ at least 1
          sftp: {LOGIN, host_keys: [any], REST}                    ¦ /report/sftp/host_keys/0     ¦ this is neither
          sftp: {LOGIN, host_keys: ["SHA256:+DiY3wvv"], REST}      ¦ /report/sftp/host_keys/0     ¦ this is neither
          sftp: {LOGIN, host_keys: ["${config.nothing}"], REST}    ¦ /report/sftp/host_keys       ¦ not declared
          sftp: {host: h, user: u, KEYS, REST}                     ¦ /report/sftp                 ¦ give one of them
          sftp: {host: h, user: u, password: p, KEYS, REST}        ¦ /report/sftp/password        ¦ not in this file
          sftp: {host: h, user: u, private_key: p, KEYS, REST}     ¦ /report/sftp/private_key     ¦ not in this file
          sftp: {LOGIN, passphrase: "${secret.api_key}", KEYS, REST} ¦ /report/sftp/passphrase    ¦ remove it
          sftp: {LOGIN, port: 70000, KEYS, REST}                   ¦ /report/sftp/port            ¦ from 1 to 65535
          sftp: {LOGIN, every: PT1S, KEYS, REST}                   ¦ /report/sftp/every           ¦ too short
          sftp: {LOGIN, KEYS, files: a/b, complete: {marker: .done}} ¦ /report/sftp/files         ¦ without slashes
          as2: {our_id: S, partner_id: A, certificate: c, key: k, partner_certificates: [p]} ¦ /report/as2/key ¦ not in this file
          as2: {our_id: S, partner_id: A, certificate: c, key: "${secret.api_key}", partner_certificates: []} ¦ /report/as2/partner_certificates ¦ at least 1
          as2: {our_id: S, partner_id: A, certificate: c, key: "${secret.api_key}", partner_certificates: [p], files: a/b} ¦ /report/as2/files ¦ without slashes
          sftp: {LOGIN, KEYS, files: s, complete: {marker: .done, stable_for: PT1M}} ¦ /report/sftp/complete ¦ at most 1
          """)
  void f_05_a_fault_is_told_where_it_is(String way, String pointer, String words)
      throws IOException {
    assertThat(faultsOf(way))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).startsWith(pointer);
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isEqualTo(58);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '\0',
      textBlock =
          """
          verify: {}                              ¦ /report/verify               ¦ at least 1
          verify: {checksum: {sidecar: sha256}}   ¦ /report/verify/checksum/sidecar ¦ change it to fit
          verify: {checksum: {}}                  ¦ /report/verify/checksum      ¦ 'sidecar' is missing
          verify: {signature: {pgp: {keys: [k], sidecar: .asc}}}            ¦ /report/verify/signature/pgp/keys/0 ¦ public OpenPGP key
          verify: {signature: {pgp: {keys: ["${config.no}"], sidecar: .a}}} ¦ /report/verify/signature/pgp/keys   ¦ not declared
          verify: {signature: {pgp: {keys: ["${secret.api_key}"]}}}         ¦ /report/verify/signature/pgp        ¦ give its ending as sidecar
          verify: {signature: {pgp: {keys: ["${secret.api_key}"], form: inline, sidecar: .a}}} ¦ /report/verify/signature/pgp/sidecar ¦ in the report itself
          verify: {checksum: {sidecar: .a}, signature: {pgp: {keys: ["${secret.api_key}"], sidecar: .a}}} ¦ /report/verify/signature/pgp/sidecar ¦ this ending already
          """)
  void a_proof_that_could_never_be_had_is_told_where_it_is(
      String verify, String pointer, String words) throws IOException {
    assertThat(faultsOf("upload: true\n  " + verify))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).startsWith(pointer);
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isEqualTo(59);
            });
  }

  @Test
  void over_as2_nothing_comes_beside_a_report() throws IOException {
    assertThat(
            faultsOf(
                "as2: {our_id: S, partner_id: A, certificate: c, key: \"${secret.api_key}\","
                    + " partner_certificates: [p]}\n  verify: {checksum: {sidecar: .sha256}}"))
        .extracting(ProviderFileFault::pointer)
        .containsExactly("/report/verify/checksum/sidecar");
  }

  @Test
  void what_proves_a_report_is_explained_in_words() throws IOException {
    assertThat(
            explained(
                "upload: true\n  verify: {checksum: {sidecar: .sha256, required: false},"
                    + " signature: {pgp: {keys: [\"${secret.api_key}\"], sidecar: .asc}},"
                    + " largest: 1000}"))
        .contains("in the file beside it, where one is.")
        .contains("signature (detached) has to be by one of 1 key.")
        .contains("at most 1000 bytes");
  }

  @Test
  void a_report_comes_in_one_way() throws IOException {
    assertThat(faultsOf("upload: true\n" + FETCH))
        .extracting(ProviderFileFault::message)
        .anyMatch(m -> m.contains("comes in one way"));
    assertThat(faultsOf("lag: P1D"))
        .extracting(ProviderFileFault::message)
        .anyMatch(m -> m.contains("comes in one way"));
  }
}
