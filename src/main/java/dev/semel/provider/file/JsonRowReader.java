// Reads a row of JSON by the rules of a provider's file.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRow;
import dev.semel.provider.ReportRow.Kind;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.report.JsonRow;
import dev.semel.provider.report.RecordWords.Meaning;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads a row with the same rules as answers and messages. A row whose day the calendar does not
 * have is kept without it.
 *
 * @param read where its values are
 * @param words what its status words mean
 */
record JsonRowReader(ReadRules read, StatusWords words) implements JsonRow {

  @Override
  public ReportRow read(ReportPlace place, Meaning kind, JsonNode row)
      throws UnreadableMessageException {
    ReadValues found = read.read(row);
    if (found.text("reference").isEmpty() && found.text("id").isEmpty()) {
      throw new UnreadableMessageException("it names no payout");
    }
    Optional<Instant> settledAt = Optional.empty();
    Optional<String> flaw = Optional.empty();
    try {
      settledAt = found.instant("settled_at");
    } catch (NoSuchDayException e) {
      flaw = Optional.ofNullable(e.getMessage());
    }
    ProviderStatement statement = found.statement(words, Optional.empty());
    return new ReportRow(
        1,
        place,
        kindOf(kind),
        0,
        found.text("reference"),
        List.of(),
        Optional.empty(),
        kind == Meaning.RETURN ? as(statement, ProviderStatus.RETURNED) : statement,
        settledAt,
        flaw);
  }

  private static Kind kindOf(Meaning kind) {
    return switch (kind) {
      case PAYOUT -> Kind.PAYOUT;
      case RETURN -> Kind.RETURN;
      case FEE -> Kind.FEE;
      case OTHER, TOTAL, IGNORE, REFUSE -> Kind.OTHER;
    };
  }

  private static ProviderStatement as(ProviderStatement told, ProviderStatus status) {
    return new ProviderStatement(
        told.providerPayoutId(),
        status,
        told.providerWord(),
        told.money(),
        told.code(),
        told.message(),
        told.back());
  }
}
