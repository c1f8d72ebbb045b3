// Reads a request that brings a report.
package dev.semel.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.Sha256;
import dev.semel.json.BodyReader;
import dev.semel.problem.FieldErrorCode;
import dev.semel.provider.Provider;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.Providers;
import dev.semel.report.pickup.ArrivedReport;
import java.io.ByteArrayInputStream;
import java.time.LocalDate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads a request that brings a report, with every fault collected. */
final class UploadReader {
  private static final String TYPE = "application/octet-stream";
  private static final String CONTENT = "content";
  private static final int LONGEST_BESIDE = 88_000;

  private UploadReader() {}

  /**
   * What somebody wants to bring.
   *
   * @param understood what was read, for the key: of files their digests
   */
  record Upload(ReportSource source, ArrivedReport report, String reason, ObjectNode understood) {}

  /**
   * Reads a body.
   *
   * @throws dev.semel.problem.ProblemException when it is not as the contract says
   */
  static Upload read(byte[] body, Providers providers) {
    BodyReader reader = BodyReader.of(body, ReportResource.MAX_BYTES);
    String name = reader.requiredText("provider", 2, 32);
    LocalDate day = reader.requiredDate("business_date");
    String reason = reader.requiredReason();
    String label = reader.requiredLine("file_name", 1, 255);
    byte[] content =
        bytes(
                reader,
                CONTENT,
                Optional.of(reader.requiredText(CONTENT, 1, ReportResource.MAX_BYTES)))
            .orElse(new byte[0]);
    Optional<byte[]> checksum =
        bytes(reader, "checksum", reader.optionalText("checksum", 1, LONGEST_BESIDE));
    Optional<byte[]> signature =
        bytes(reader, "signature", reader.optionalText("signature", 1, LONGEST_BESIDE));
    Optional<ReportSource> source = providers.find(name).flatMap(Provider::reportSource);
    if (reader.isValid("provider") && source.isEmpty()) {
      reader.error(
          "provider",
          FieldErrorCode.NOT_ALLOWED,
          "Send the name of a provider that is active here and whose file describes a report.");
    }
    reader.throwIfInvalid();
    ArrivedReport report =
        new ArrivedReport(
            name,
            day,
            label,
            () -> new ByteArrayInputStream(content),
            TYPE,
            List.of(),
            checksum,
            signature);
    ObjectNode understood = JsonNodeFactory.instance.objectNode();
    understood
        .put("provider", name)
        .put("business_date", day.toString())
        .put("reason", reason)
        .put("file_name", label)
        .put(CONTENT, Sha256.hexOf(content))
        .put("checksum", checksum.map(Sha256::hexOf).orElse(null))
        .put("signature", signature.map(Sha256::hexOf).orElse(null));
    return new Upload(source.orElseThrow(), report, reason, understood);
  }

  private static Optional<byte[]> bytes(BodyReader reader, String name, Optional<String> text) {
    try {
      return text.map(Base64.getDecoder()::decode);
    } catch (IllegalArgumentException e) {
      reader.error(name, FieldErrorCode.FORMAT, "Send the bytes of the file in base64.");
      return Optional.empty();
    }
  }
}
