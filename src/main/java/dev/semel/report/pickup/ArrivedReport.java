// A report that was had, on its way to the gate.
package dev.semel.report.pickup;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * A report that was had, on its way to the gate.
 *
 * @param provider whose it is
 * @param day its business date
 * @param label what it was called there; nothing is concluded from it
 * @param content its bytes, until they are handed over
 * @param contentType what the partner says that it is
 * @param tries the tries to get it that failed before
 * @param checksum the file of its checksum, as it is
 * @param signature the file of its signature, as it is
 * @param seal what its way has proved
 */
public record ArrivedReport(
    String provider,
    LocalDate day,
    String label,
    Content content,
    String contentType,
    List<Try> tries,
    Optional<byte[]> checksum,
    Optional<byte[]> signature,
    Seal seal) {
  /** Bytes that are here. */
  @FunctionalInterface
  public interface Content {
    /** The bytes from their beginning; the caller closes the stream. */
    InputStream open() throws IOException;
  }

  public ArrivedReport {
    tries = List.copyOf(tries);
  }

  /** One that came a way that proves nothing. */
  public ArrivedReport(
      String provider,
      LocalDate day,
      String label,
      Content content,
      String contentType,
      List<Try> tries,
      Optional<byte[]> checksum,
      Optional<byte[]> signature) {
    this(provider, day, label, content, contentType, tries, checksum, signature, Seal.NONE);
  }
}
