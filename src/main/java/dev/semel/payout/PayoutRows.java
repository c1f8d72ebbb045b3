// Turns rows into payouts and back.
package dev.semel.payout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Fault;
import dev.semel.domain.HoldReason;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import dev.semel.domain.Promises;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Turns rows of the payout tables into values, and what was asked into bindings. */
@Singleton
final class PayoutRows {
  private final ObjectMapper json;

  PayoutRows(ObjectMapper json) {
    this.json = json;
  }

  /** Binds what was asked, and returns the same statement. */
  <S extends SqlStatement<S>> S bindAsked(S statement, PayoutRecord.Asked asked) {
    return statement
        .bind("id", asked.id())
        .bind("tenant", asked.tenantId())
        .bind("reference", asked.reference())
        .bind("amount", asked.money().amount())
        .bind("currency", asked.money().currency().code())
        .bind("funding_asked", asked.fundingAsked())
        .bind("provider", asked.provider())
        .bind("beneficiary", asked.beneficiary().toString())
        .bind("sender", asked.sender().toString())
        .bind("purpose", asked.purpose())
        .bind("metadata", asked.metadata().toString())
        .bind("submit_after", asked.submitAfter())
        .bind("submit_before", asked.submitBefore())
        .bind("batch", asked.batchId())
        .bind("created_by", asked.createdBy())
        .bind("created_at", asked.createdAt());
  }

  PayoutStore.Locked locked(ResultSet row) throws SQLException {
    return new PayoutStore.Locked(
        payout(row),
        Optional.ofNullable(instant(row, "first_possible_send")),
        Optional.ofNullable(instant(row, "last_possible_send")),
        promises(row),
        row.getTimestamp("read_at").toInstant());
  }

  AttemptRecord attempt(ResultSet row) throws SQLException {
    @Nullable String corrected = row.getString("beneficiary");
    return new AttemptRecord(
        row.getInt("number"),
        row.getString("client_reference"),
        row.getString("provider_key"),
        corrected == null ? null : tree(corrected),
        Optional.ofNullable(instant(row, "first_possible_send")),
        Optional.ofNullable(instant(row, "last_possible_send")),
        promises(row),
        row.getTimestamp("read_at").toInstant());
  }

  /** The first of them, and the others; none where there is no first. */
  private static NavigableSet<Integer> aliveAttempts(ResultSet row) throws SQLException {
    NavigableSet<Integer> numbers = new TreeSet<>();
    int first = row.getInt("alive_attempt");
    if (!row.wasNull()) {
      numbers.add(first);
      numbers.addAll(List.of((Integer[]) row.getArray("alive_besides").getArray()));
    }
    return numbers;
  }

  private static Optional<Promises> promises(ResultSet row) throws SQLException {
    @Nullable String repeats = row.getString("promised_repeats");
    return repeats == null
        ? Optional.empty()
        : Optional.of(
            new Promises(
                WireNames.parse(ProviderTerms.Repeats.class, repeats),
                millis(row, "promised_window_ms"),
                millis(row, "promised_visible_ms"),
                row.getString("file_fingerprint")));
  }

  private static Optional<Duration> millis(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Duration.ofMillis(value));
  }

  private PayoutRecord payout(ResultSet row) throws SQLException {
    PayoutRecord payout =
        new PayoutRecord(
            asked(row),
            PayoutState.ofWireName(row.getString("state")),
            row.getString("client_reference"),
            row.getString("provider_key"));
    payout.version = row.getInt("version");
    payout.funded = row.getBoolean("funded");
    payout.attempt = row.getInt("attempt");
    payout.providerPayoutId = row.getString("provider_payout_id");
    long sequence = row.getLong("provider_sequence");
    payout.providerSequence = row.wasNull() ? null : sequence;
    payout.providerTime = instant(row, "provider_time");
    @Nullable BigDecimal returned = row.getBigDecimal("returned_amount");
    payout.returned = returned == null ? null : money(returned, row.getString("returned_currency"));
    payout.failureCode = row.getString("failure_code");
    payout.failureFault = constant(Fault.class, row.getString("failure_fault"));
    payout.failureMessage = row.getString("failure_message");
    payout.holdReason = constant(HoldReason.class, row.getString("hold_reason"));
    payout.holdMessage = row.getString("hold_message");
    payout.dueAt = instant(row, "due_at");
    payout.leaseEpoch = row.getLong("lease_epoch");
    payout.leaseOwner = row.getString("lease_owner");
    payout.leaseUntil = instant(row, "lease_until");
    payout.tries = row.getInt("tries");
    payout.lookups = row.getInt("lookups");
    payout.statusChecks = row.getInt("status_checks");
    payout.silentChecks = row.getInt("silent_checks");
    payout.everSubmitted = row.getBoolean("ever_submitted");
    payout.everUnknown = row.getBoolean("ever_unknown");
    payout.termsDiffer = row.getBoolean("terms_differ");
    payout.saidDuplicate = row.getBoolean("said_duplicate");
    payout.throttled = row.getBoolean("throttled");
    payout.aliveAttempts = aliveAttempts(row);
    payout.absentSince = instant(row, "absent_since");
    payout.unknownSince = instant(row, "unknown_since");
    payout.sentAt = instant(row, "sent_at");
    payout.paidAt = instant(row, "paid_at");
    payout.closedAt = instant(row, "closed_at");
    payout.settledBy = row.getString("settled_by");
    @Nullable String corrected = row.getString("corrected_beneficiary");
    payout.correctedBeneficiary = corrected == null ? null : tree(corrected);
    payout.updatedAt = row.getTimestamp("updated_at").toInstant();
    return payout;
  }

  private PayoutRecord.Asked asked(ResultSet row) throws SQLException {
    return new PayoutRecord.Asked(
        row.getString("id"),
        row.getString("tenant_id"),
        row.getString("created_by"),
        row.getString("reference"),
        money(row.getBigDecimal("amount"), row.getString("currency")),
        row.getString("provider"),
        tree(row.getString("beneficiary")),
        tree(row.getString("sender")),
        row.getString("purpose"),
        tree(row.getString("metadata")),
        row.getString("funding_asked"),
        instant(row, "submit_after"),
        instant(row, "submit_before"),
        row.getString("batch_id"),
        row.getTimestamp("created_at").toInstant());
  }

  RecordedEntry recorded(ResultSet row) throws SQLException {
    return new RecordedEntry(
        row.getString("id"),
        row.getInt("sequence"),
        row.getString("type"),
        row.getBoolean("applied"),
        row.getString("from_state"),
        row.getString("to_state"),
        row.getString("reason"),
        row.getString("evidence"),
        row.getString("actor"),
        row.getTimestamp("occurred_at").toInstant(),
        row.getTimestamp("recorded_at").toInstant());
  }

  private static Money money(BigDecimal amount, String currency) {
    return new Money(amount, CurrencyCode.of(currency));
  }

  private JsonNode tree(String text) {
    try {
      return json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the database holds JSON that cannot be read", e);
    }
  }

  private static <E extends Enum<E>> @Nullable E constant(Class<E> type, @Nullable String name) {
    return name == null ? null : WireNames.parse(type, name);
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    @Nullable Timestamp value = row.getTimestamp(column);
    return value == null ? null : value.toInstant();
  }
}
