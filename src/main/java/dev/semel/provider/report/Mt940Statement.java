// One statement of MT940.
package dev.semel.provider.report;

import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.ReportFacts.Page;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.ReportRow.Kind;
import dev.semel.provider.UnreadableMessageException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the fields of a statement in their order, and hands its entries on as rows. */
final class Mt940Statement {
  private static final Set<String> CHARGES = Set.of("CHG", "COM", "INT");
  private static final String RETURNED = "RTI";
  private static final TimeForm DATES =
      TimeForm.of("yyMMdd").orElseThrow(() -> new IllegalStateException("a pattern of ours"));

  private final ZoneId zone;
  private final ReportPlace place;
  private final int part;
  private final Notes notes;
  private final Balances balances = new Balances();
  private Optional<String> id = Optional.empty();
  private Optional<String> account = Optional.empty();
  private Optional<Long> sequence = Optional.empty();
  private long page = 1;
  private boolean first = true;
  private boolean last = true;
  private @Nullable CurrencyCode currency;
  private Optional<Instant> from = Optional.empty();
  private Optional<Instant> to = Optional.empty();
  private BigDecimal sum = BigDecimal.ZERO;
  private int entries;
  private Mt940Text.@Nullable Entry entry;
  private ReportPlace entryPlace = ReportPlace.whole();
  private String information = "";

  Mt940Statement(ZoneId zone, ReportPlace place, int part, Notes notes) {
    this.zone = zone;
    this.place = place;
    this.part = part;
    this.notes = notes;
  }

  /**
   * Takes the next field.
   *
   * @throws ReportRefusedException when it is not as MT940 has it
   */
  void field(String tag, String value, ReportPlace at, ReportParser.Rows rows)
      throws ReportRefusedException {
    switch (tag) {
      case "20" -> id = PartnerText.keptName(value, at);
      case "25", "25P" -> account = PartnerText.keptName(value.lines().findFirst().orElse(""), at);
      case "28", "28C" -> number(Mt940Text.number(value, at));
      case "60F", "60M" -> opening(value, tag.equals("60F"), at);
      case "61" -> entry(value, at, rows);
      case "86" -> information = entry == null ? "" : value.replace("\n", "");
      case "62F", "62M" -> closing(value, tag.equals("62F"), at, rows);
      case "21", "64", "65" -> {}
      default -> notes.add("A field is none of MT940 and is not looked at.");
    }
  }

  private void number(Mt940Text.StatementNumber number) {
    sequence = number.statement() == 0 ? Optional.empty() : Optional.of(number.statement());
    page = Math.max(1, number.page());
  }

  private void opening(String value, boolean begins, ReportPlace at) throws ReportRefusedException {
    if (balances.opening().isPresent()) {
      throw new ReportRefusedException(at, "there is a second opening balance");
    }
    Mt940Text.Balance balance = Mt940Text.balance(value, at);
    currency = Monies.currency(balance.currency(), at);
    balances.open(balance.amount(), at);
    first = begins;
    from = date(balance.date(), true);
  }

  private void closing(String value, boolean ends, ReportPlace at, ReportParser.Rows rows)
      throws ReportRefusedException {
    handOn(rows);
    if (balances.closing().isPresent()) {
      throw new ReportRefusedException(at, "there is a second closing balance");
    }
    Mt940Text.Balance balance = Mt940Text.balance(value, at);
    if (currency == null || !balance.currency().equals(currency.code())) {
      throw new ReportRefusedException(
          at, "the closing balance has no opening one in its currency before it (:60F:)");
    }
    balances.close(balance.amount(), at);
    last = ends;
    to = date(balance.date(), false);
  }

  private Optional<Instant> date(String text, boolean beginning) {
    try {
      return Optional.of(
          beginning ? DATES.readFirst("date", text, zone) : DATES.read("date", text, zone));
    } catch (UnreadableMessageException e) {
      notes.add("A balance is dated on a day that the calendar does not have.");
      return Optional.empty();
    }
  }

  private void entry(String value, ReportPlace at, ReportParser.Rows rows)
      throws ReportRefusedException {
    handOn(rows);
    if (currency == null || balances.closing().isPresent()) {
      throw new ReportRefusedException(
          at, "an entry stands outside the opening and the closing balance (:60F:, :62F:)");
    }
    entry = Mt940Text.entry(value.lines().findFirst().orElse(""), at);
    entryPlace = at;
    information = "";
  }

  private void handOn(ReportParser.Rows rows) throws ReportRefusedException {
    if (entry == null || currency == null) {
      return;
    }
    Mt940Text.Entry one = entry;
    entry = null;
    entries++;
    sum = one.sign() < 0 ? sum.subtract(one.size()) : sum.add(one.size());
    rows.add(row(one, Monies.of(one.size(), currency, entryPlace)));
  }

  private ReportRow row(Mt940Text.Entry one, Money size) throws ReportRefusedException {
    List<String> names = names(one);
    Kind kind = kind(one, names.isEmpty());
    boolean sized = kind == Kind.PAYOUT || kind == Kind.RETURN;
    Money money =
        sized || one.sign() > 0 ? size : new Money(size.amount().negate(), size.currency());
    Optional<Instant> settledAt = Optional.empty();
    Optional<String> flaw = Optional.empty();
    try {
      settledAt = Optional.of(DATES.read("value date", one.date(), zone));
    } catch (NoSuchDayException e) {
      flaw = Optional.ofNullable(e.getMessage());
    } catch (UnreadableMessageException e) {
      throw new ReportRefusedException(entryPlace, "its value date is no date");
    }
    return new ReportRow(
        1,
        entryPlace,
        kind,
        part,
        names.stream().findFirst(),
        names.stream().skip(1).toList(),
        Optional.empty(),
        new ProviderStatement(
            Optional.empty(),
            kind == Kind.RETURN ? ProviderStatus.RETURNED : ProviderStatus.PAID,
            one.type(),
            Optional.of(money),
            Optional.empty(),
            PartnerText.explanation(information)),
        settledAt,
        flaw);
  }

  /** The payment's own reference before the one that is cut to sixteen characters. */
  private List<String> names(Mt940Text.Entry one) throws ReportRefusedException {
    List<String> names = new ArrayList<>();
    List<String> found = new ArrayList<>(Mt940Text.references(information));
    found.add(one.reference());
    found.add(one.bankReference());
    for (String text : found) {
      PartnerText.keptName(text, entryPlace)
          .filter(name -> !names.contains(name))
          .ifPresent(names::add);
    }
    return names;
  }

  private static Kind kind(Mt940Text.Entry one, boolean nameless) {
    if (CHARGES.contains(one.type())) {
      return Kind.FEE;
    }
    if (nameless) {
      return Kind.OTHER;
    }
    if (one.sign() < 0) {
      return one.reversal() ? Kind.OTHER : Kind.PAYOUT;
    }
    return one.reversal() || one.type().equals(RETURNED) ? Kind.RETURN : Kind.OTHER;
  }

  /**
   * Ends the statement.
   *
   * @throws ReportRefusedException when a balance is missing, or they don't agree with the entries
   */
  ReportPart end(ReportParser.Rows rows) throws ReportRefusedException {
    handOn(rows);
    if (!balances.prove(sum)) {
      throw new ReportRefusedException(
          place, "the statement lacks a balance (:60F:, :62F:): it is cut. Fetch it again");
    }
    return new ReportPart(
        id,
        account,
        Optional.ofNullable(currency).map(CurrencyCode::code),
        sequence,
        first && last ? Optional.empty() : Optional.of(new Page((int) page, last)),
        from,
        to,
        balances.opening(),
        balances.closing(),
        Optional.of(sum),
        new ReportPart.Entries(entries, 0),
        false);
  }
}
