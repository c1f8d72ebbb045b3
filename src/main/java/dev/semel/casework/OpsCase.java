// A case as it is stored.
package dev.semel.casework;

import dev.semel.domain.CaseKind;
import dev.semel.domain.WireNames;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
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

  void assignTo(String person) {
    status = WireNames.of(CaseStatus.ASSIGNED);
    assignee = person;
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
  }
}
