// The balances of a statement.
package dev.semel.provider.report;

import dev.semel.domain.Money;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the balance before the first entry and the one after the last. Of a statement in pages
 * those between two pages are intermediate ones. Balances of other kinds (available, forward) are
 * about other days or other money.
 */
final class CamtBalances {
  private final Map<String, Balance> first = new HashMap<>();
  private final Map<String, Balance> last = new HashMap<>();

  private record Balance(BigDecimal amount, String currency, ReportPlace place) {}

  /** Reads {@code Bal}. */
  void read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    Reading reading = new Reading();
    xml.children(name -> reading.member(name, xml));
    if (reading.amount == null || reading.sign == 0) {
      throw new ReportRefusedException(
          place, "the balance lacks its amount or its direction (Amt, CdtDbtInd)");
    }
    BigDecimal size = reading.amount.amount();
    Balance balance =
        new Balance(
            reading.sign < 0 ? size.negate() : size, reading.amount.currency().code(), place);
    first.putIfAbsent(reading.kind, balance);
    last.put(reading.kind, balance);
  }

  private static final class Reading {
    private String kind = "";
    private @Nullable Money amount;
    private int sign;

    void member(String name, XmlCursor xml) throws ReportRefusedException, XMLStreamException {
      switch (name) {
        case "Tp" ->
            xml.children(
                member -> {
                  if (member.equals("CdOrPrtry")) {
                    kind = IsoValues.code(xml);
                  }
                });
        case "Amt" -> amount = IsoValues.money(xml);
        case "CdtDbtInd" -> sign = IsoValues.sign(xml);
        default -> {}
      }
    }
  }

  private Optional<Balance> first(String kind) {
    return Optional.ofNullable(first.get(kind));
  }

  private Optional<Balance> opening() {
    return first("OPBD").or(() -> first("PRCD")).or(() -> first("ITBD"));
  }

  private Optional<Balance> closing() {
    Optional<Balance> between =
        Optional.ofNullable(last.get("ITBD"))
            .filter(balance -> opening().filter(begin -> begin.equals(balance)).isEmpty());
    return Optional.ofNullable(last.get("CLBD")).or(() -> between);
  }

  /** The currency of the balances. */
  Optional<String> currency() {
    return opening().or(this::closing).map(Balance::currency);
  }

  /**
   * Both balances as they are compared.
   *
   * @throws ReportRefusedException when they are in two currencies
   */
  Balances compared() throws ReportRefusedException {
    Balances balances = new Balances();
    Optional<Balance> begin = opening();
    Optional<Balance> end = closing();
    if (begin.isPresent() && end.isPresent()) {
      if (!begin.get().currency().equals(end.get().currency())) {
        throw new ReportRefusedException(
            end.get().place(), "the balances before and after are in two currencies");
      }
    }
    begin.ifPresent(balance -> balances.open(balance.amount(), balance.place()));
    end.ifPresent(balance -> balances.close(balance.amount(), balance.place()));
    return balances;
  }
}
