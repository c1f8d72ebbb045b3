// One run of the reconciliation.
package dev.semel.reconciliation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run of the reconciliation.
 *
 * @param id its id
 * @param provider whose report was compared
 * @param businessDate the day, in the provider's time zone
 * @param status {@code running}, {@code finished} or {@code failed}
 * @param reportId the report that was compared
 * @param result what it found
 * @param failure why it failed
 * @param startedBy who started it
 * @param startedAt when
 * @param finishedAt when it ended
 */
public record Reconciliation(
    String id,
    String provider,
    LocalDate businessDate,
    String status,
    @Nullable String reportId,
    Result result,
    @Nullable String failure,
    String startedBy,
    Instant startedAt,
    @Nullable Instant finishedAt) {

  /**
   * What a run found.
   *
   * @param lines how many lines the reports have, of whatever kind
   * @param payouts how many payouts of ours were compared
   * @param compared payouts and report lines that were looked at; a payout with its lines is one
   * @param matched those that agree
   * @param carriedOver those too young to judge
   * @param differences how many differences there are of each kind
   * @param casesOpened new cases
   * @param sums per currency
   */
  public record Result(
      int lines,
      int payouts,
      int compared,
      int matched,
      int carriedOver,
      Map<String, Integer> differences,
      int casesOpened,
      List<Sum> sums) {
    public Result {
      differences = Map.copyOf(differences);
      sums = List.copyOf(sums);
    }
  }

  /**
   * The sums of one currency, as plain decimals.
   *
   * @param ours our payouts
   * @param theirs their lines of payouts
   * @param fees what they took, below zero, as they tell it
   * @param other other money in the reports
   */
  public record Sum(String currency, String ours, String theirs, String fees, String other) {}

  /** The run as the contract shows it. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", id);
    json.put("provider", provider);
    json.put("business_date", businessDate.toString());
    json.put("status", status);
    json.put("report_id", reportId);
    json.put("lines", result.lines());
    json.put("payouts", result.payouts());
    json.put("compared", result.compared());
    json.put("matched", result.matched());
    json.put("carried_over", result.carriedOver());
    ObjectNode differences = json.putObject("differences");
    new TreeMap<>(result.differences()).forEach(differences::put);
    ArrayNode sums = json.putArray("sums");
    result
        .sums()
        .forEach(
            sum ->
                sums.addObject()
                    .put("currency", sum.currency())
                    .put("ours", sum.ours())
                    .put("theirs", sum.theirs())
                    .put("fees", sum.fees())
                    .put("other", sum.other()));
    json.put("cases_opened", result.casesOpened());
    json.put("failure", failure);
    json.put("started_by", startedBy);
    json.put("started_at", startedAt.toString());
    json.put("finished_at", finishedAt == null ? null : finishedAt.toString());
    return json;
  }
}
