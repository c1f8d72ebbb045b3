// The SQL of what the gate decides.
package dev.semel.report;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import dev.semel.report.pickup.Seal;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what the gate decides about, and marks what it decided. */
@Singleton
final class DecisionStore {
  private final Sql sql;

  DecisionStore(Sql sql) {
    this.sql = sql;
  }

  /** A delivery whose bytes are here; nobody else decides about it until the transaction ends. */
  HeldDelivery lock(long delivery) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT * FROM report_delivery WHERE id = :delivery FOR UPDATE")
                .bind("delivery", delivery)
                .map((row, _) -> held(row))
                .one());
  }

  private static HeldDelivery held(ResultSet row) throws SQLException {
    return new HeldDelivery(
        row.getLong("id"),
        row.getString("originator"),
        row.getString("label"),
        row.getBytes("content_hash"),
        row.getLong("size"),
        Optional.ofNullable(row.getBytes("checksum")),
        Optional.ofNullable(row.getBytes("signature")),
        seal(row),
        row.getTimestamp("received_at").toInstant(),
        decision(row));
  }

  private static Seal seal(ResultSet row) throws SQLException {
    @Nullable String signer = row.getString("signer");
    if (signer != null) {
      return new Seal.Good(signer);
    }
    @Nullable String doubt = row.getString("doubt");
    return doubt == null
        ? Seal.NONE
        : new Seal.Doubtful(
            WireNames.parse(Seal.Doubt.class, doubt), row.getString("doubt_evidence"));
  }

  /** What a row says was decided. */
  static Optional<GateDecision> decision(ResultSet row) throws SQLException {
    @Nullable String word = row.getString("decision");
    if (word == null) {
      return Optional.empty();
    }
    return Optional.of(
        switch (word) {
          case "accept" -> new GateDecision.Accept();
          case "suppress" -> new GateDecision.Suppress(row.getLong("suppressed_by"));
          case "quarantine" ->
              new GateDecision.Quarantine(
                  WireNames.parse(QuarantineReason.class, row.getString("reason")),
                  row.getString("evidence"),
                  Optional.ofNullable(row.getString("expected")),
                  Optional.ofNullable(row.getString("found")));
          default -> throw new IllegalStateException("the database holds a decision to " + word);
        });
  }

  /**
   * The report that a delivery's bytes are, new or known. Nobody else decides about the same bytes
   * until the transaction ends.
   */
  String report(long delivery) {
    return sql.with(
        handle -> {
          handle
              .createUpdate(
                  """
                  INSERT INTO report (id, originator, business_date, content_hash, delivery_id, content_type, status)
                  SELECT :id, originator, business_date, content_hash, id, content_type, 'received' FROM report_delivery WHERE id = :delivery
                  ON CONFLICT (originator, content_hash) DO NOTHING
                  """)
              .bind("id", Ids.next(Ids.Kind.REPORT))
              .bind("delivery", delivery)
              .execute();
          return handle
              .createQuery(
                  """
                  SELECT r.id FROM report r JOIN report_delivery d ON d.originator = r.originator AND d.content_hash = r.content_hash
                  WHERE d.id = :delivery FOR UPDATE OF r
                  """)
              .bind("delivery", delivery)
              .mapTo(String.class)
              .one();
        });
  }

  /** The delivery with which the bytes of this one were accepted, where they were. */
  Optional<Long> accepted(long delivery) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT a.id FROM report_delivery d
                    JOIN report_delivery a ON a.originator = d.originator AND a.content_hash = d.content_hash AND a.decision = 'accept'
                    WHERE d.id = :delivery
                    """)
                .bind("delivery", delivery)
                .mapTo(Long.class)
                .findOne());
  }

  /** Notes what was decided, and what was proved, on the delivery. */
  void mark(long delivery, GateDecision decision, List<ReportProof> proofs) {
    mark(delivery, decision);
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE report_delivery SET proofs = CAST(:proofs AS jsonb) WHERE id = :delivery")
                .bind("proofs", ReportJson.proofs(proofs).toString())
                .bind("delivery", delivery)
                .execute());
  }

  /** Notes what was decided, on the delivery. */
  void mark(long delivery, GateDecision decision) {
    switch (decision) {
      case GateDecision.Accept _ -> mark(delivery, "accept", null, null);
      case GateDecision.Quarantine quarantine -> mark(delivery, "quarantine", quarantine, null);
      case GateDecision.Suppress suppress -> {
        mark(delivery, "suppress", null, suppress.earlier());
        forget(delivery);
      }
    }
  }

  private void mark(
      long delivery,
      String word,
      GateDecision.@Nullable Quarantine quarantine,
      @Nullable Long earlier) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE report_delivery SET decision = :decision, reason = :reason, evidence = :evidence, expected = :expected, found = :found,
                        suppressed_by = :earlier, decided_at = clock_timestamp(), resume_at = clock_timestamp() + interval '1 minute', resume_faults = 0
                    WHERE id = :delivery
                    """)
                .bind("decision", word)
                .bind("reason", quarantine == null ? null : WireNames.of(quarantine.reason()))
                .bind("evidence", quarantine == null ? null : quarantine.evidence())
                .bind("expected", quarantine == null ? null : quarantine.expected().orElse(null))
                .bind("found", quarantine == null ? null : quarantine.found().orElse(null))
                .bind("earlier", earlier)
                .bind("delivery", delivery)
                .execute());
  }

  /** Its bytes are those of the earlier delivery, where they stay. */
  private void forget(long delivery) {
    sql.use(
        handle ->
            handle
                .createUpdate("DELETE FROM report_chunk WHERE delivery_id = :delivery")
                .bind("delivery", delivery)
                .execute());
  }

  /**
   * Lets a report be read that was kept from it by the gate alone: as it came with this delivery,
   * since nobody vouches for what another one said of it.
   */
  void admit(String reportId, long delivery) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE report r SET status = 'received', reason = NULL, fault = NULL, proposed_by = NULL, proposed_reason = NULL, proposed_at = NULL,
                        delivery_id = d.id, business_date = d.business_date, content_type = d.content_type
                    FROM report_delivery d WHERE r.id = :id AND d.id = :delivery AND r.status IN ('received', 'quarantined')
                    """)
                .bind("id", reportId)
                .bind("delivery", delivery)
                .execute());
  }
}
