// The report of a provider file in words.
package dev.semel.provider.file;

import dev.semel.domain.WireNames;
import dev.semel.provider.MatchTerms;
import dev.semel.provider.ReportPacking;
import dev.semel.provider.report.CsvFormat;
import dev.semel.provider.report.IsoFormat;
import dev.semel.provider.report.JsonFormat;
import dev.semel.provider.report.Mt940Format;
import dev.semel.provider.report.Proving;
import dev.semel.provider.report.ReportFormat;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Says in plain sentences how a report is read, and what proves that it is whole. */
final class ReportWords {
  private ReportWords() {}

  static String of(Optional<ProviderFile.Report> report) {
    return report
        .map(
            r ->
                "It has a daily report; its day ends at midnight in "
                    + r.timeZone()
                    + ", and a difference of timing may last "
                    + ProviderExplanation.words(r.lag())
                    + lag(r.matching())
                    + ". "
                    + ReportWayWords.of(r.way())
                    + " "
                    + proofs(r.proofs())
                    + packed(r.packing())
                    + format(r.format())
                    + matching(r.matching()))
        .orElse("It has no report: nothing is reconciled.");
  }

  private static String lag(MatchTerms terms) {
    Set<DayOfWeek> closed = terms.days().closed();
    return closed.isEmpty()
        ? ""
        : ", not counting "
            + closed.stream().sorted().map(WireNames::of).collect(Collectors.joining(" and "));
  }

  private static String packed(ReportPacking packing) {
    return switch (packing) {
      case NONE -> "";
      case GZIP -> "It is packed with gzip. ";
      case ZIP -> "It is the one file of a ZIP archive. ";
    };
  }

  private static String proofs(ReportProofs proofs) {
    StringBuilder words = new StringBuilder();
    proofs
        .checksum()
        .ifPresent(
            checksum ->
                words
                    .append("Its SHA-256 has to be the one in the file beside it")
                    .append(checksum.required() ? ". " : ", where one is. "));
    proofs
        .signature()
        .ifPresent(
            pgp ->
                words
                    .append("Its OpenPGP signature (")
                    .append(WireNames.of(pgp.form()))
                    .append(") has to be by one of ")
                    .append(pgp.keys().size())
                    .append(pgp.keys().size() == 1 ? " key" : " keys")
                    .append(pgp.required() ? ". " : ", where it has one. "));
    proofs
        .largest()
        .ifPresent(most -> words.append("It has at most ").append(most).append(" bytes. "));
    return words.toString();
  }

  private static String matching(MatchTerms terms) {
    StringBuilder words = new StringBuilder();
    if (terms.writtenOtherwise()) {
      words.append(" A reference that names none of ours may be ours");
      if (!terms.shortenedTo().isEmpty()) {
        words
            .append(" cut to ")
            .append(
                terms.shortenedTo().stream()
                    .sorted()
                    .map(String::valueOf)
                    .collect(Collectors.joining(" or ")))
            .append(" characters");
      }
      words
          .append(terms.anyCase() ? " in other letters" : "")
          .append(terms.anySpaces() ? " with spaces" : "")
          .append(", where amount and currency fit and no other payout does.");
    }
    words.append(
        switch (terms.fees()) {
          case APART -> "";
          case ADDED -> " An amount is that of the payout and its fee.";
          case DEDUCTED -> " An amount is that of the payout without its fee.";
        });
    return words
        .append(terms.inParts() ? " A payout may be paid in several parts." : "")
        .toString();
  }

  private static String format(ReportFormat format) {
    return switch (format) {
      case JsonFormat json ->
          "It is JSON, with its rows at '" + json.rows() + "'. " + proof(proofsOf(json));
      case CsvFormat csv -> csv(csv) + " " + proof(proofsOf(csv));
      case IsoFormat iso -> iso(iso);
      case Mt940Format _ ->
          "It is a statement in MT940: a debit that names something is a payout, and what names ours"
              + " is its reference. A statement whose balances don't fit its entries is refused.";
    };
  }

  private static String csv(CsvFormat csv) {
    List<String> parts = new ArrayList<>();
    parts.add("It is CSV in " + csv.charset().name());
    parts.add("cells apart by " + name(csv.delimiter()));
    parts.add(
        "numbers with "
            + name(csv.numbers().decimal())
            + csv.numbers()
                .thousands()
                .map(sign -> " and groups of thousands with " + name(sign))
                .orElse(""));
    if (csv.skip() > 0) {
      parts.add(csv.skip() + " lines before the header");
    }
    if (csv.records().isPresent()) {
      parts.add("records of several kinds, told by " + titleOf(csv.records().get().column()));
    }
    return String.join(", ", parts)
        + ". A column that is missing or there twice refuses it"
        + (csv.strict() ? ", and so does one that is not listed." : "; others are passed over.");
  }

  private static String titleOf(CsvFormat.Column column) {
    return column.names().isEmpty()
        ? "column " + column.number()
        : column.names().stream().map(name -> "'" + name + "'").collect(Collectors.joining(" or "));
  }

  private static String name(char sign) {
    return switch (sign) {
      case ',' -> "a comma";
      case ';' -> "a semicolon";
      case '.' -> "a point";
      case '\t' -> "a tab";
      case '|' -> "a bar";
      case ' ' -> "a space";
      default -> "'" + sign + "'";
    };
  }

  private static String iso(IsoFormat iso) {
    if (iso.message() == IsoFormat.Message.PAIN_002) {
      return "It is pain.002: how the payments stand that were ordered.";
    }
    return "It is "
        + iso.title()
        + ": a booked debit that names something is a payout, a credit is money that came back where"
        + " the bank says so. The amount is "
        + amount(iso.amount())
        + ". Our reference is looked for in "
        + iso.references().stream()
            .map(name -> WireNames.of(name).replace('_', ' '))
            .collect(Collectors.joining(", "))
        + ", in this order. "
        + (iso.balances()
            ? "A statement has to have both balances, and its entries have to fit them."
            : "Where it has balances, counts or sums, its entries have to fit them.");
  }

  private static String amount(IsoFormat.Amount amount) {
    return switch (amount) {
      case TRANSACTION -> "that of the transaction";
      case INSTRUCTED -> "the instructed one";
      case COUNTER_VALUE -> "the counter value";
      case ENTRY -> "that of the entry";
    };
  }

  private static List<Proving> proofsOf(JsonFormat json) {
    return json.totals().stream().map(JsonFormat.Total::proves).distinct().toList();
  }

  private static List<Proving> proofsOf(CsvFormat csv) {
    return csv.totals().stream().map(CsvFormat.Total::proves).distinct().toList();
  }

  private static String proof(List<Proving> proofs) {
    return proofs.isEmpty()
        ? "Nothing in it proves that it is whole."
        : "It is refused unless it agrees with its own "
            + proofs.stream()
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" and "))
            + ".";
  }
}
