package dev.semel.provider;

import java.util.Optional;

/** What fetching a report brought. */
public sealed interface ReportFetch {
  /**
   * The report's raw bytes.
   *
   * @param checksum the file of its checksum, where there is one beside it
   * @param signature the file of its signature, where there is one beside it
   */
  record Fetched(
      byte[] content, String contentType, Optional<byte[]> checksum, Optional<byte[]> signature)
      implements ReportFetch {
    /** A report with nothing beside it. */
    public Fetched(byte[] content, String contentType) {
      this(content, contentType, Optional.empty(), Optional.empty());
    }
  }

  /** The provider says that it has no report for that day (yet). */
  record NotThere(String reason) implements ReportFetch {}

  /** The provider could not be reached or gave no usable answer; trying again may help. */
  record Failed(String reason) implements ReportFetch {}
}
