// A case as it is stored.
package dev.semel.casework;

import dev.semel.domain.CaseKind;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.WireNames;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A case. It is opened in SQL, once for each difference, by {@link CaseStore#open}; from then on
 * people change it here. Its facts and its history are read apart.
 */
@Entity
@Table(name = "ops_case")
class OpsCase {
  @Id String id;

  @Column(name = "tenant_id", updatable = false)
  String tenantId;

  @Column(updatable = false)
  String kind;

  String status;

  @Column(updatable = false)
  String severity;

  @Column(updatable = false)
  @Nullable String provider;

  @Column(name = "payout_id", updatable = false)
  @Nullable String payoutId;

  @Column(name = "report_id", updatable = false)
  @Nullable String reportId;

  @Column(name = "report_line", updatable = false)
  @Nullable Integer reportLine;

  @Column(updatable = false)
  String summary;

  @Column(name = "opened_at", updatable = false)
  Instant openedAt;

  @Column(name = "due_at", updatable = false)
  Instant dueAt;

  @Column(name = "risk_amount", updatable = false)
  @Nullable BigDecimal riskAmount;

  @Column(name = "risk_currency", updatable = false)
  @Nullable String riskCurrency;

  @Column(name = "proposed_by")
  @Nullable String proposedBy;

  @Column(name = "proposed_at")
  @Nullable Instant proposedAt;

  @Nullable String assignee;
  @Nullable String resolution;
  @Nullable String note;

  @Column(name = "resolved_at")
  @Nullable Instant resolvedAt;

  @Column(name = "resolved_by")
  @Nullable String resolvedBy;

  @Version int version;

  /** For Hibernate, which fills in the rest. */
  @SuppressWarnings("NullAway.Init")
  protected OpsCase() {}

  CaseStatus status() {
    return WireNames.parse(CaseStatus.class, status);
  }

  CaseKind kind() {
    return WireNames.parse(CaseKind.class, kind);
  }

  boolean isResolved() {
    return status() == CaseStatus.RESOLVED;
  }

  boolean isProposed() {
    return status() == CaseStatus.PROPOSED;
  }

  /** The money that may be lost or owed, where that can be told. */
  Optional<Money> risk() {
    return riskAmount == null || riskCurrency == null
        ? Optional.empty()
        : Optional.of(new Money(riskAmount.stripTrailingZeros(), CurrencyCode.of(riskCurrency)));
  }

  void assignTo(String person) {
    status = WireNames.of(CaseStatus.ASSIGNED);
    assignee = person;
  }

  /** What one person found, and a second one has to confirm. */
  void propose(String outcome, String how, String actor, Instant at) {
    status = WireNames.of(CaseStatus.PROPOSED);
    resolution = outcome;
    note = how;
    proposedBy = actor;
    proposedAt = at;
  }

  void resolve(String outcome, String how, String actor, Instant at) {
    status = WireNames.of(CaseStatus.RESOLVED);
    resolution = outcome;
    note = how;
    resolvedBy = actor;
    resolvedAt = at;
  }

  /** Back to the start: whoever takes it now is to be named anew. The history keeps the rest. */
  void reopen() {
    status = WireNames.of(CaseStatus.OPEN);
    assignee = null;
    resolution = null;
    note = null;
    resolvedAt = null;
    resolvedBy = null;
    proposedBy = null;
    proposedAt = null;
  }
}
