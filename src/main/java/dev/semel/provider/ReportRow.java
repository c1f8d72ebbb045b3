package dev.semel.provider;

import dev.semel.domain.ProviderStatement;
import java.time.Instant;
import java.util.Optional;

/**
 * One row of a provider's report.
 *
 * @param line the row's number in the report, from 1
 * @param reference our reference, where it carries one
 * @param statement what it says of the payout
 * @param settledAt when it was settled, where it says
 * @param flaw what in it could not be used, and does not keep the row from counting
 */
public record ReportRow(
    int line,
    Optional<String> reference,
    ProviderStatement statement,
    Optional<Instant> settledAt,
    Optional<String> flaw) {
  /** A row without a flaw. */
  public ReportRow(
      int line,
      Optional<String> reference,
      ProviderStatement statement,
      Optional<Instant> settledAt) {
    this(line, reference, statement, settledAt, Optional.empty());
  }
}
