// Decides whether anybody reads a report that is kept.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.domain.WireNames;
import dev.semel.provider.ReportVerification;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Decides whether anybody reads a report that is kept, by what came with it. It is marked before
 * the report is handed on: the same bytes of the same originator are accepted once, and whoever
 * comes second finds what was decided.
 */
@Singleton
final class DecideDelivery {
  private final CheckDelivery checkDelivery;
  private final DecisionStore decisions;
  private final ReportStore reports;
  private final ReportTrailStore trail;
  private final QuarantineDesk desk;

  DecideDelivery(
      CheckDelivery checkDelivery,
      DecisionStore decisions,
      ReportStore reports,
      ReportTrailStore trail,
      QuarantineDesk desk) {
    this.checkDelivery = checkDelivery;
    this.decisions = decisions;
    this.reports = reports;
    this.trail = trail;
    this.desk = desk;
  }

  /**
   * Decides about a delivery, outside any transaction; once, whoever asks.
   *
   * @param terms what has to prove it
   */
  ReceivedReport decide(long delivery, ReportVerification terms) {
    return Tx.call(LoadReport.LONGEST, () -> decided(delivery, terms));
  }

  /** The same in the open transaction. */
  ReceivedReport decided(long delivery, ReportVerification terms) {
    HeldDelivery held = decisions.lock(delivery);
    String reportId = decisions.report(delivery);
    if (held.decision().isPresent()) {
      return new ReceivedReport(delivery, reportId, held.hash(), held.decision().get());
    }
    Optional<Long> earlier = decisions.accepted(delivery);
    CheckDelivery.Verdict verdict = checkDelivery.check(held, terms);
    GateDecision decision = decision(verdict, earlier);
    decisions.mark(delivery, decision, verdict.proofs());
    if (earlier.isEmpty()) {
      follow(held, reportId, decision);
    }
    return new ReceivedReport(delivery, reportId, held.hash(), decision);
  }

  private static GateDecision decision(CheckDelivery.Verdict verdict, Optional<Long> earlier) {
    if (verdict.fault().isPresent()) {
      return verdict.fault().get();
    }
    return earlier.isPresent()
        ? new GateDecision.Suppress(earlier.get())
        : new GateDecision.Accept();
  }

  /** The report stands as its first delivery that is accepted; until then as its last one. */
  private void follow(HeldDelivery held, String reportId, GateDecision decision) {
    switch (decision) {
      case GateDecision.Accept _ -> {
        decisions.admit(reportId, held.number());
        trail.append(reportId, ReportAct.ACCEPTED, null, ReportTrailStore.SYSTEM);
        desk.over(reportId, "The same bytes passed the gate.");
      }
      case GateDecision.Quarantine quarantine -> {
        String reason = LoadedRows.shortened(quarantine.evidence());
        if (reports.quarantine(reportId, quarantine.reason(), reason)) {
          trail.append(reportId, ReportAct.QUARANTINED, reason, ReportTrailStore.SYSTEM);
          desk.quarantined(
              held.provider(),
              reportId,
              reports.get(reportId).businessDate(),
              WireNames.of(quarantine.reason()),
              reason);
        }
      }
      case GateDecision.Suppress _ -> {}
    }
  }
}
