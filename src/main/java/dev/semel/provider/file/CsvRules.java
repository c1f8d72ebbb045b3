// Checks what a file says of a CSV.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.CurrencyCode;
import dev.semel.provider.report.TimeForm;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds a CSV that could not be read as it is declared. */
final class CsvRules {
  private static final List<String> BALANCES = List.of("opening", "closing");

  private final Set<String> statuses = new HashSet<>();
  private final FaultList faults;

  /**
   * Checks CSVs.
   *
   * @param statuses the status words that apply to reports
   */
  CsvRules(JsonNode statuses, FaultList faults) {
    this.faults = faults;
    statuses.forEach(words -> this.statuses.addAll(FileMapper.texts(words)));
  }

  void check(JsonNode csv, String at) {
    if (!csv.isObject()) {
      return;
    }
    ReportRules.charset(csv.path("charset"), at + "/charset", faults);
    signs(csv, at);
    dates(csv.path("dates"), at + "/dates");
    boolean named = csv.path("header").asBoolean(true);
    values(csv.path("columns"), at + "/columns", named);
    records(csv.path("records"), at + "/records", named);
    JsonNode totals = csv.path("totals");
    for (int i = 0; i < totals.size(); i++) {
      total(csv, totals.path(i), at + "/totals/" + i, named);
    }
    totalRow(csv, at);
    csv.path("facts")
        .properties()
        .forEach(
            fact -> before(csv, fact.getValue(), Pointers.child(at + "/facts", fact.getKey())));
    JsonNode sums = csv.path("adds_up");
    for (int i = 0; i < sums.size(); i++) {
      sum(sums.path(i), at + "/adds_up/" + i, named);
    }
    column(csv.path("once"), at + "/once", named);
  }

  private void signs(JsonNode csv, String at) {
    String delimiter = csv.path("delimiter").asText(",");
    String quote = csv.path("quote").asText("\"");
    String decimal = csv.path("decimal").asText(".");
    if (delimiter.equals(quote)) {
      faults.add(at + "/quote", "Cells can't be quoted by their delimiter; correct one of them.");
    }
    if (decimal.equals(csv.path("thousands").asText())) {
      faults.add(
          at + "/thousands", "One sign can't be for decimals and for thousands; correct one.");
    }
  }

  private void dates(JsonNode dates, String at) {
    if (dates.isTextual() && TimeForm.of(dates.asText()).isEmpty()) {
      faults.add(
          at,
          "This is no pattern of a date with day, month and year; write it like dd.MM.yyyy or"
              + " yyyy-MM-dd HH:mm:ss.");
    }
  }

  private void values(JsonNode columns, String at, boolean named) {
    if (!columns.isObject()) {
      return;
    }
    if (!columns.has("reference") && !columns.has("id")) {
      faults.add(at, "A row has to name its payout; add reference or id.");
    }
    for (String needed : List.of("amount", "currency", "status")) {
      if (!columns.has(needed)) {
        faults.add(at, "'" + needed + "' is missing; add its column, or what it always is.");
      }
    }
    columns.properties().forEach(member -> value(member.getKey(), member.getValue(), at, named));
  }

  private void value(String name, JsonNode value, String columns, boolean named) {
    String at = Pointers.child(columns, name);
    if (value.has("fixed")) {
      fixed(name, value.path("fixed").asText(), at + "/fixed");
      if (value.has("column")) {
        faults.add(at, "What is always the same stands in no column; remove fixed or column.");
      }
      return;
    }
    boolean amount = name.equals("amount") || name.equals("returned_amount");
    if (value.has("as") && !amount) {
      faults.add(at + "/as", "Only an amount can be in minor units; remove this.");
    }
    boolean certain = name.equals("amount") || name.equals("currency");
    if (certain && value.path("optional").asBoolean(false)) {
      faults.add(at + "/optional", "A row without its " + name + " says nothing; remove this.");
    }
    column(value.isObject() ? value.path("column") : value, at, named);
  }

  private void fixed(String name, String text, String at) {
    boolean known =
        switch (name) {
          case "currency", "returned_currency" -> CurrencyCode.find(text).isPresent();
          case "status" -> statuses.contains(text);
          default -> false;
        };
    if (!known) {
      faults.add(
          at,
          "Only a currency of ISO 4217 or a status that is listed under statuses can be always the"
              + " same; correct it or name its column.");
    }
  }

  private void column(JsonNode column, String at, boolean named) {
    boolean number = column.isIntegralNumber();
    if (!column.isMissingNode() && number == named) {
      faults.add(
          at,
          named
              ? "The columns have names; write the one in the header, or header: false."
              : "Without a header columns are known by their numbers from 1; write the number.");
    }
  }

  private void records(JsonNode records, String at, boolean named) {
    if (!records.isObject()) {
      return;
    }
    column(records.path("column"), at + "/column", named);
    ReportRules.kinds(records, at, faults);
    records
        .path("columns")
        .properties()
        .forEach(
            kind ->
                kind.getValue()
                    .properties()
                    .forEach(
                        member ->
                            value(
                                member.getKey(),
                                member.getValue(),
                                Pointers.child(at + "/columns", kind.getKey()),
                                named)));
  }

  private void total(JsonNode csv, JsonNode total, String at, boolean named) {
    String equals = total.path("equals").asText();
    boolean balance = BALANCES.contains(equals);
    if (total.has("line")) {
      before(csv, total, at);
      if (!equals.equals("count") && !total.has("sums")) {
        faults.add(at, "Which column it is the sum of is not said; add sums.");
      }
      column(total.path("sums"), at + "/sums", named);
    } else {
      column(total.path("column"), at + "/column", named);
      if (balance) {
        faults.add(at, "A balance stands before the header; give its line.");
      }
    }
    if (balance && !csv.path("outgoing").asText().equals("negative")) {
      faults.add(at, "Balances can be checked where payouts are below zero only; see outgoing.");
    }
  }

  /** Total rows are needed where totals stand in them, and the other way round. */
  private void totalRow(JsonNode csv, String at) {
    boolean inRows = csv.path("totals").valueStream().anyMatch(total -> !total.has("line"));
    boolean kind = csv.at("/records/kinds/total").isArray();
    if (inRows && !kind) {
      faults.add(
          at + "/totals",
          "Which records are totals is not said; list their word under records/kinds/total.");
    }
    if (kind && !inRows) {
      faults.add(
          at + "/records/kinds/total",
          "What a total row has to equal is not said; add totals, or list the word under ignore.");
    }
  }

  private void before(JsonNode csv, JsonNode cell, String at) {
    int skip = csv.path("skip").asInt(0);
    if (!cell.path("column").isIntegralNumber()) {
      faults.add(at + "/column", "A cell before the header is known by its number; write that.");
    }
    if (cell.path("line").asInt(0) > skip) {
      faults.add(
          at + "/line",
          "This line is not before the header, which " + skip + " lines are (skip); correct one.");
    }
  }

  private void sum(JsonNode sum, String at, boolean named) {
    column(sum.path("column"), at + "/column", named);
    JsonNode parts = sum.path("of");
    for (int i = 0; i < parts.size(); i++) {
      column(parts.path(i), at + "/of/" + i, named);
    }
  }
}
