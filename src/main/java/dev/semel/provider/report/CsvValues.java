// From the cells of a record to a row.
package dev.semel.provider.report;

import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatement.MoneyBack;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.report.CsvFormat.Field;
import dev.semel.provider.report.CsvFormat.Outgoing;
import dev.semel.provider.report.CsvFormat.Value;
import dev.semel.provider.report.RecordWords.Meaning;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads records of one kind. */
final class CsvValues {
  private final CsvFormat format;
  private final Meaning meaning;
  private final Map<Field, Value> values;
  private final Map<Field, Integer> indexes = new EnumMap<>(Field.class);

  /**
   * Reads records of a kind.
   *
   * @throws ReportRefusedException when a column that it needs is not there
   */
  CsvValues(CsvFormat format, Meaning meaning, Map<Field, Value> values, CsvLayout layout)
      throws ReportRefusedException {
    this.format = format;
    this.meaning = meaning;
    this.values = values;
    for (Field field : Field.values()) {
      Value where = values.get(field);
      if (where != null && where.column().isPresent()) {
        indexes.put(field, layout.indexOf(where.column().get(), where.optional()));
      }
    }
  }

  /**
   * The row that a record is.
   *
   * @throws ReportRefusedException when a cell is not as promised
   */
  ReportRow row(CsvLine line) throws ReportRefusedException {
    Optional<String> reference = name(line, Field.REFERENCE);
    Optional<String> id = name(line, Field.ID);
    boolean nameless = reference.isEmpty() && id.isEmpty();
    boolean ofPayout = meaning == Meaning.PAYOUT || meaning == Meaning.RETURN;
    String word = text(line, Field.STATUS);
    Moment settled = settledAt(line);
    return new ReportRow(
        1,
        ReportPlace.ofLine(line.line()),
        ofPayout && nameless ? ReportRow.Kind.OTHER : kind(),
        0,
        reference,
        List.of(),
        Optional.empty(),
        new ProviderStatement(
            id,
            status(word),
            word,
            Optional.of(money(line)),
            PartnerText.explanation(text(line, Field.CODE)),
            PartnerText.explanation(text(line, Field.MESSAGE)),
            back(line)),
        settled.at(),
        flaw(settled, word));
  }

  private ReportRow.Kind kind() {
    return switch (meaning) {
      case PAYOUT -> ReportRow.Kind.PAYOUT;
      case RETURN -> ReportRow.Kind.RETURN;
      case FEE -> ReportRow.Kind.FEE;
      case OTHER, TOTAL, IGNORE, REFUSE -> ReportRow.Kind.OTHER;
    };
  }

  private ProviderStatus status(String word) {
    return switch (meaning) {
      case RETURN -> ProviderStatus.RETURNED;
      case FEE, OTHER -> ProviderStatus.PAID;
      case PAYOUT, TOTAL, IGNORE, REFUSE ->
          format.statuses().getOrDefault(word, ProviderStatus.PROCESSING);
    };
  }

  private Optional<String> flaw(Moment settled, String word) {
    boolean unlisted = meaning == Meaning.PAYOUT && !format.statuses().containsKey(word);
    return unlisted
        ? Optional.of("its status is not listed in the provider's file")
        : settled.flaw();
  }

  private String text(CsvLine line, Field field) throws ReportRefusedException {
    Value value = values.get(field);
    if (value == null) {
      return "";
    }
    if (value.fixed().isPresent()) {
      return value.fixed().get();
    }
    int index = indexes.getOrDefault(field, CsvLayout.ABSENT);
    String text = line.cell(index);
    if (text.isEmpty() && !value.optional()) {
      throw line.refused(index, "this cell is empty, and the provider's file promises a value");
    }
    return text;
  }

  private Optional<String> name(CsvLine line, Field field) throws ReportRefusedException {
    String text = text(line, field);
    return text.isEmpty() ? Optional.empty() : PartnerText.keptName(text, place(line, field));
  }

  private ReportPlace place(CsvLine line, Field field) {
    return line.place(indexes.getOrDefault(field, CsvLayout.ABSENT));
  }

  private Money money(CsvLine line) throws ReportRefusedException {
    CurrencyCode currency =
        Monies.currency(text(line, Field.CURRENCY), place(line, Field.CURRENCY));
    BigDecimal number = line.number(indexes.getOrDefault(Field.AMOUNT, 0), format.numbers());
    return money(signed(number, line), currency, Field.AMOUNT, line);
  }

  /** Of payouts and returns the size, where its sign is the one that is declared. */
  private BigDecimal signed(BigDecimal number, CsvLine line) throws ReportRefusedException {
    boolean negative = format.outgoing() == Outgoing.NEGATIVE;
    int wrong =
        switch (meaning) {
          case PAYOUT -> negative ? 1 : -1;
          case RETURN -> negative ? -1 : 0;
          case FEE, OTHER, TOTAL, IGNORE, REFUSE -> 0;
        };
    if (wrong != 0 && number.signum() == wrong) {
      throw line.refused(
          indexes.getOrDefault(Field.AMOUNT, 0),
          "the amount is "
              + (wrong < 0 ? "below" : "above")
              + " zero, which the provider's file rules out here (outgoing)");
    }
    boolean size = meaning == Meaning.PAYOUT || meaning == Meaning.RETURN;
    return size ? number.abs() : number;
  }

  private Money money(BigDecimal number, CurrencyCode currency, Field field, CsvLine line)
      throws ReportRefusedException {
    boolean minor = Optional.ofNullable(values.get(field)).filter(Value::minorUnits).isPresent();
    return minor
        ? Monies.ofMinorUnits(number, currency, place(line, field))
        : Monies.of(number, currency, place(line, field));
  }

  private MoneyBack back(CsvLine line) throws ReportRefusedException {
    if (!values.containsKey(Field.RETURNED_AMOUNT)) {
      return new MoneyBack.InTheAmount();
    }
    if (text(line, Field.RETURNED_AMOUNT).isEmpty()) {
      return new MoneyBack.Apart(Optional.empty());
    }
    String own = text(line, Field.RETURNED_CURRENCY);
    CurrencyCode currency =
        own.isEmpty()
            ? Monies.currency(text(line, Field.CURRENCY), place(line, Field.CURRENCY))
            : Monies.currency(own, place(line, Field.RETURNED_CURRENCY));
    BigDecimal number =
        line.number(indexes.getOrDefault(Field.RETURNED_AMOUNT, 0), format.numbers()).abs();
    return new MoneyBack.Apart(Optional.of(money(number, currency, Field.RETURNED_AMOUNT, line)));
  }

  /** When something was settled, and what was odd about it. */
  private record Moment(Optional<Instant> at, Optional<String> flaw) {}

  private Moment settledAt(CsvLine line) throws ReportRefusedException {
    String text = text(line, Field.SETTLED_AT);
    if (text.isEmpty()) {
      return new Moment(Optional.empty(), Optional.empty());
    }
    try {
      return new Moment(
          Optional.of(format.times().read("settled_at", text, format.zone())), Optional.empty());
    } catch (NoSuchDayException e) {
      return new Moment(Optional.empty(), Optional.ofNullable(e.getMessage()));
    } catch (UnreadableMessageException e) {
      throw new ReportRefusedException(
          place(line, Field.SETTLED_AT), String.valueOf(e.getMessage()));
    }
  }
}
