// How reports come to us, of a sound file, as records.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.provider.FileNamePattern;
import dev.semel.provider.ReportFolder.Completeness;
import java.util.List;
import java.util.Optional;

/** Maps how a partner's reports come to us. */
final class ReportWayMapper {
  private static final String PORT = "22";
  private static final String EVERY = "PT5M";
  private static final String QUIET = "PT1M";
  private static final List<String> TEMPORARY = List.of(".tmp", ".part", ".filepart", ".partial");

  private final JsonNode report;

  ReportWayMapper(JsonNode report) {
    this.report = report;
  }

  ReportWay way() {
    if (report.has("fetch")) {
      return new ReportWay.Asked(EndpointMapper.request(report.path("fetch")));
    }
    if (report.has("as2")) {
      return as2(report.path("as2"));
    }
    return report.has("sftp") ? sftp(report.path("sftp")) : new ReportWay.Brought();
  }

  private static ReportWay.As2 as2(JsonNode as2) {
    return new ReportWay.As2(
        EndpointMapper.template(as2.path("our_id")),
        EndpointMapper.template(as2.path("partner_id")),
        EndpointMapper.template(as2.path("certificate")),
        EndpointMapper.template(as2.path("key")),
        as2.path("partner_certificates").valueStream().map(EndpointMapper::template).toList(),
        as2.path("encrypted").asBoolean(true),
        FileNamePattern.parse(as2.path("files").asText("*")));
  }

  private ReportWay.Sftp sftp(JsonNode sftp) {
    JsonNode port = sftp.path("port");
    return new ReportWay.Sftp(
        EndpointMapper.template(sftp.path("host")),
        EndpointMapper.template(TextNode.valueOf(port.asText(PORT))),
        EndpointMapper.template(sftp.path("user")),
        new ReportWay.Login(
            template(sftp, "password"),
            template(sftp, "private_key"),
            template(sftp, "passphrase")),
        sftp.path("host_keys").valueStream().map(EndpointMapper::template).toList(),
        EndpointMapper.template(TextNode.valueOf(sftp.path("directory").asText("."))),
        FileNamePattern.parse(sftp.path("files").asText()),
        complete(sftp.path("complete")),
        VerifyMapper.beside(report.path("verify")),
        FileMapper.duration(sftp.path("every"), EVERY),
        sftp.path("remove").asBoolean(false));
  }

  private static Optional<Template> template(JsonNode sftp, String member) {
    return sftp.has(member)
        ? Optional.of(EndpointMapper.template(sftp.path(member)))
        : Optional.empty();
  }

  private static Completeness complete(JsonNode complete) {
    if (complete.has("renamed_from")) {
      return new Completeness.Renamed(FileMapper.texts(complete.path("renamed_from")));
    }
    if (complete.has("marker")) {
      return new Completeness.Marked(complete.path("marker").asText());
    }
    if (complete.has("stable_for")) {
      return new Completeness.Stable(FileMapper.duration(complete.path("stable_for"), QUIET));
    }
    return new Completeness.Renamed(TEMPORARY);
  }
}
