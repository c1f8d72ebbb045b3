package dev.semel.provider;

/** What fetching a report brought. */
public sealed interface ReportFetch {
  /** The report's raw bytes. */
  record Fetched(byte[] content, String contentType) implements ReportFetch {}

  /** The provider says that it has no report for that day (yet). */
  record NotThere(String reason) implements ReportFetch {}

  /** The provider could not be reached or gave no usable answer; trying again may help. */
  record Failed(String reason) implements ReportFetch {}
}
