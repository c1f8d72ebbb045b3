// The rows that an entry is.
package dev.semel.provider.report;

import dev.semel.domain.Money;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of an entry's transactions: each with its own amount, never with that of the entry
 * unless it is alone. What they come to, with charges or without, has to be the entry. Of an entry
 * whose transactions are not told, or have no amounts, there is one row for all of them.
 */
final class CamtEntryRows {
  private final IsoFormat format;
  private final CamtEntry entry;
  private final Target target;
  private final Notes notes;
  private final CamtRow row;
  private final Charges charges;
  private final CamtDetail whole;
  private @Nullable CamtDetail first;
  private int details;
  private int withoutAmount;
  private boolean foreign;
  private BigDecimal sum = BigDecimal.ZERO;
  private long announced;
  private long untold;
  private boolean batched;
  private Optional<String> batch = Optional.empty();

  /** Where rows go. */
  interface Target {
    void add(ReportRow row) throws ReportRefusedException;

    /** The number of the statement. */
    int part();
  }

  CamtEntryRows(IsoFormat format, CamtEntry entry, Target target, Notes notes) {
    this.format = format;
    this.entry = entry;
    this.target = target;
    this.notes = notes;
    this.row = new CamtRow(format, entry, target.part());
    this.charges = new Charges(currency(), notes);
    this.whole = new CamtDetail(entry.place(), charges);
  }

  private String currency() {
    return entry.amount().currency().code();
  }

  void member(String name, XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    switch (name) {
      case "AmtDtls" -> whole.amounts(xml);
      case "Chrgs" -> charges.read(xml);
      case "AddtlNtryInf" -> whole.say(xml.text());
      default -> group(xml);
    }
  }

  /** Reads {@code NtryDtls}. */
  private void group(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    Group group = new Group();
    xml.children(
        name -> {
          if (name.equals("Btch")) {
            xml.children(member -> group.read(member, xml));
          } else if (name.equals("TxDtls")) {
            group.details++;
            add(new CamtDetail(xml.place(), charges).read(xml));
          }
        });
    batched |= group.count.isPresent() || group.id.isPresent();
    batch = batch.or(() -> group.id);
    announced += group.count.orElse(0L);
    untold += group.details == 0 ? group.count.orElse(0L) : 0;
    if (group.details > 0 && group.count.isPresent() && group.count.get() != group.details) {
      throw xml.refused(
          "it has "
              + group.details
              + " transactions and says that they are "
              + group.count.get()
              + ": some are missing. Fetch it again, and ask the sender");
    }
  }

  /** What is told of several transactions together. */
  private static final class Group {
    private Optional<String> id = Optional.empty();
    private Optional<Long> count = Optional.empty();
    private int details;

    void read(String name, XmlCursor xml) throws ReportRefusedException, XMLStreamException {
      switch (name) {
        case "PmtInfId" -> id = IsoValues.name(xml);
        case "MsgId" -> {
          if (id.isEmpty()) {
            id = IsoValues.name(xml);
          }
        }
        case "NbOfTxs" -> count = Optional.of(IsoValues.whole(xml));
        default -> {}
      }
    }
  }

  /** The first one waits for the second: only then it is known whether it is alone. */
  private void add(CamtDetail detail) throws ReportRefusedException {
    details++;
    if (details == 1) {
      first = detail;
      return;
    }
    if (details == 2 && first != null) {
      handOn(first);
    }
    handOn(detail);
  }

  private void handOn(CamtDetail detail) throws ReportRefusedException {
    if (!detail.hasAmount()) {
      withoutAmount++;
      return;
    }
    Optional<Money> share = detail.share(format.amount(), currency());
    foreign |= share.isEmpty();
    sum = sum.add(share.map(money -> signed(detail, money.amount())).orElse(BigDecimal.ZERO));
    target.add(row.of(detail, ownAmount(detail)));
  }

  private BigDecimal signed(CamtDetail detail, BigDecimal size) {
    return detail.sign().orElse(entry.sign()) < 0 ? size.negate() : size;
  }

  private Money ownAmount(CamtDetail detail) throws ReportRefusedException {
    return detail
        .amount(format.amount())
        .or(
            () ->
                format.amount() == IsoFormat.Amount.ENTRY
                    ? detail.amount(IsoFormat.Amount.TRANSACTION)
                    : Optional.empty())
        .orElseThrow(
            () ->
                new ReportRefusedException(
                    detail.place(),
                    "the transaction lacks the amount that the provider's file names ("
                        + format.amount()
                        + "); correct amount there, or ask the sender"));
  }

  /** Ends the entry, whose amount has to be what its transactions come to. */
  void end() throws ReportRefusedException {
    if (details > 0 && untold > 0) {
      throw new ReportRefusedException(
          entry.place(),
          "it tells of "
              + details
              + " transactions and says that there are "
              + untold
              + " more: which amount is whose can't be known. Ask the sender for all of them");
    }
    if (details == 0 && batched) {
      target.add(row.ofBatch(batch, announced > 0 ? count(announced) : OptionalInt.empty()));
    } else if (details <= 1) {
      alone(first == null ? whole : first);
    } else if (withoutAmount == details) {
      notes.add("An entry of several transactions does not tell their amounts; it is one row.");
      target.add(row.ofBatch(batch, count(details)));
    } else if (withoutAmount > 0) {
      throw new ReportRefusedException(
          entry.place(),
          withoutAmount
              + " of its "
              + details
              + " transactions have no amount of their own; ask the sender for them");
    } else {
      several();
    }
  }

  private static OptionalInt count(long number) {
    return OptionalInt.of((int) Math.min(number, Integer.MAX_VALUE));
  }

  private void several() throws ReportRefusedException {
    if (foreign) {
      notes.add("Transactions in another currency than their entry are not added up.");
      return;
    }
    boolean withCharges = sum.add(charges.sum()).compareTo(entry.signed()) == 0;
    if (sum.compareTo(entry.signed()) == 0) {
      return;
    }
    if (!withCharges) {
      throw difference();
    }
    target.add(row.ofCharges(charges.sum()));
  }

  private ReportRefusedException difference() {
    return new ReportRefusedException(
        entry.place(),
        "its transactions come to "
            + sum.abs().toPlainString()
            + ", its charges to "
            + charges.sum().abs().toPlainString()
            + ", and the entry is "
            + entry.amount().decimal()
            + ": neither fits. Ask the sender");
  }

  private void alone(CamtDetail detail) throws ReportRefusedException {
    if (first != null && detail != whole) {
      whole.explanation().ifPresent(detail::say);
    }
    Optional<Money> share = detail.share(format.amount(), currency());
    boolean included = charges.included() && charges.sum().signum() != 0;
    if (share.isEmpty() && included && !detail.hasAmount()) {
      BigDecimal rest = entry.signed().subtract(charges.sum());
      target.add(row.of(detail, new Money(rest.abs(), entry.amount().currency())));
      target.add(row.ofCharges(charges.sum()));
      return;
    }
    target.add(row.of(detail, amountOfOne(detail)));
    sum = share.map(money -> signed(detail, money.amount())).orElse(entry.signed());
    several();
  }

  /** Alone, it may leave its amount to the entry, unless the file names an amount of its own. */
  private Money amountOfOne(CamtDetail detail) throws ReportRefusedException {
    return switch (format.amount()) {
      case ENTRY -> entry.amount();
      case TRANSACTION -> detail.amount(format.amount()).orElse(entry.amount());
      case INSTRUCTED, COUNTER_VALUE -> named(detail);
    };
  }

  /** Some banks tell the amounts of the one transaction with its entry. */
  private Money named(CamtDetail detail) throws ReportRefusedException {
    Optional<Money> told = detail.amount(format.amount()).or(() -> whole.amount(format.amount()));
    if (told.isPresent()) {
      return told.get();
    }
    return row.kind(detail) == ReportRow.Kind.PAYOUT ? ownAmount(detail) : entry.amount();
  }
}
