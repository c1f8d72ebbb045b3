// What stands beside the rows of a JSON report.
package dev.semel.provider.report;

import com.fasterxml.jackson.core.JsonPointer;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.report.JsonFormat.Total;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keeps what a JSON report says of itself, and compares it with the rows. */
final class JsonSurroundings {
  private final JsonFormat format;
  private final Map<JsonPointer, Said> said = new HashMap<>();
  private final SumsByCurrency sums = new SumsByCurrency();
  private final Set<Proof> proofs = EnumSet.noneOf(Proof.class);
  private final Notes notes = new Notes();
  private Optional<CurrencyCode> currency = Optional.empty();

  /** What is said, and where. */
  private record Said(String text, ReportPlace place) {}

  JsonSurroundings(JsonFormat format) {
    this.format = format;
  }

  /** Whether what stands there is looked at. */
  boolean wants(JsonPointer at) {
    return format.tellings().containsValue(at)
        || format.totals().stream().anyMatch(total -> isOf(total, at));
  }

  private static boolean isOf(Total total, JsonPointer at) {
    JsonPointer where = total.byCurrency() ? at.head() : at;
    return total.at().equals(where);
  }

  /**
   * Keeps what is said somewhere.
   *
   * @throws ReportRefusedException when there is more than anybody could have asked for
   */
  void take(JsonPointer at, String text, ReportPlace place) throws ReportRefusedException {
    if (said.size() == Limits.CELLS) {
      throw new ReportRefusedException(place, "it says more of itself than a report can");
    }
    said.put(at, new Said(text, place));
  }

  /** Counts a row. */
  void add(ReportRow row) {
    Optional<Money> money = row.statement().money();
    if (money.isPresent()) {
      currency = money.map(Money::currency);
      sums.add(money.get().currency().code(), money.get().amount());
    }
  }

  /**
   * What the report says of itself.
   *
   * @param rows how many rows it has
   * @throws ReportRefusedException when that does not agree with its rows
   */
  ReportFacts facts(int rows) throws ReportRefusedException {
    for (Total total : format.totals()) {
      if (total.byCurrency()) {
        proveEach(total);
      } else {
        prove(total, rows);
      }
    }
    Tellings told = new Tellings(format.zone(), TimeForm.ISO);
    for (Map.Entry<Telling, JsonPointer> telling : format.tellings().entrySet()) {
      Said here = said.get(telling.getValue());
      if (here != null) {
        told.tell(telling.getKey(), PartnerText.bare(here.text()), here.place());
      }
    }
    ReportPart part = told.part(new Balances(), new ReportPart.Entries(rows, 0), Optional.empty());
    return new ReportFacts(
        rows, told.id(), told.createdAt(), List.of(part), told.page(), proofs, notes.all());
  }

  private void prove(Total total, int rows) throws ReportRefusedException {
    Said here = saidAt(total.at());
    BigDecimal number = number(here);
    boolean counts = total.proves() == Proving.COUNT;
    BigDecimal is = counts ? new BigDecimal(rows) : sum(here.place());
    BigDecimal told = total.minorUnits() ? major(number, currency, here.place()) : number;
    agree(is, told, counts, here.place());
    proofs.add(counts ? Proof.COUNTS : Proof.SUMS);
  }

  /** Sums by currency: each has to fit, and none may be missing. */
  private void proveEach(Total total) throws ReportRefusedException {
    for (String code : sums.currencies()) {
      Said here = saidAt(total.at().append(JsonPointer.compile("/" + code)));
      BigDecimal number = number(here);
      BigDecimal told =
          total.minorUnits() ? major(number, CurrencyCode.find(code), here.place()) : number;
      agree(sums.of(code), told, false, here.place());
    }
    for (Map.Entry<JsonPointer, Said> other : said.entrySet()) {
      boolean known = sums.has(other.getKey().last().getMatchingProperty());
      if (isOf(total, other.getKey()) && !known) {
        agree(BigDecimal.ZERO, number(other.getValue()), false, other.getValue().place());
      }
    }
    proofs.add(Proof.SUMS);
  }

  private Said saidAt(JsonPointer at) throws ReportRefusedException {
    Said here = said.get(at);
    if (here == null) {
      throw new ReportRefusedException(
          new ReportPlace(0, 0, at.toString()),
          "this is missing, and the provider's file promises it: the report is cut, or of another"
              + " shape");
    }
    return here;
  }

  private static BigDecimal number(Said here) throws ReportRefusedException {
    return NumberForm.PLAIN
        .read(PartnerText.bare(here.text()))
        .orElseThrow(() -> new ReportRefusedException(here.place(), "this is no number"));
  }

  private static void agree(BigDecimal is, BigDecimal told, boolean counts, ReportPlace place)
      throws ReportRefusedException {
    if (is.compareTo(told) != 0) {
      throw new ReportRefusedException(
          place,
          "the rows "
              + (counts ? "are " : "come to ")
              + is.toPlainString()
              + " and this says "
              + told.toPlainString()
              + ": rows are missing or changed. Fetch it again, and ask the provider");
    }
  }

  private BigDecimal sum(ReportPlace place) throws ReportRefusedException {
    return sums.only()
        .orElseThrow(
            () ->
                new ReportRefusedException(
                    place, "the rows are in several currencies, and there is one sum"));
  }

  private static BigDecimal major(
      BigDecimal number, Optional<CurrencyCode> currency, ReportPlace place)
      throws ReportRefusedException {
    return currency.isPresent()
        ? Monies.ofMinorUnits(number, currency.get(), place).amount()
        : number;
  }
}
