// What a statement says of the number and the sums of its entries.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/**
 * Keeps what {@code TxsSummry} says, and counts entries beside it. Some banks count only what is
 * booked, others all entries; either has to fit.
 */
final class CamtSummary {
  private final List<Told> told = new ArrayList<>();
  private final Tally booked = new Tally();
  private final Tally all = new Tally();

  /** Of which entries something is told. */
  private enum Of {
    ALL,
    CREDITS,
    DEBITS
  }

  private record Told(Of of, Optional<Long> count, Optional<BigDecimal> sum, ReportPlace place) {}

  /** How many entries, and what they come to. */
  private static final class Tally {
    private long credits;
    private long debits;
    private BigDecimal creditSum = BigDecimal.ZERO;
    private BigDecimal debitSum = BigDecimal.ZERO;

    void add(CamtEntry entry) {
      if (entry.sign() > 0) {
        credits++;
        creditSum = creditSum.add(entry.amount().amount());
      } else {
        debits++;
        debitSum = debitSum.add(entry.amount().amount());
      }
    }

    long count(Of of) {
      return switch (of) {
        case ALL -> credits + debits;
        case CREDITS -> credits;
        case DEBITS -> debits;
      };
    }

    BigDecimal sum(Of of) {
      return switch (of) {
        case ALL -> creditSum.add(debitSum);
        case CREDITS -> creditSum;
        case DEBITS -> debitSum;
      };
    }
  }

  /** Reads {@code TxsSummry}. */
  void read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          switch (name) {
            case "TtlNtries" -> told(Of.ALL, xml);
            case "TtlCdtNtries" -> told(Of.CREDITS, xml);
            case "TtlDbtNtries" -> told(Of.DEBITS, xml);
            default -> {}
          }
        });
  }

  private void told(Of of, XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    Reading reading = new Reading();
    xml.children(name -> reading.member(name, xml));
    told.add(new Told(of, reading.count, reading.sum, place));
  }

  private static final class Reading {
    private Optional<Long> count = Optional.empty();
    private Optional<BigDecimal> sum = Optional.empty();

    void member(String name, XmlCursor xml) throws ReportRefusedException, XMLStreamException {
      ReportPlace place = xml.place();
      switch (name) {
        case "NbOfNtries" -> count = Optional.of(IsoValues.whole(xml));
        case "Sum" -> sum = Optional.of(IsoValues.number(xml.text(), place));
        default -> {}
      }
    }
  }

  void add(CamtEntry entry) {
    all.add(entry);
    if (entry.isBooked()) {
      booked.add(entry);
    }
  }

  int booked() {
    return (int) Math.min(booked.count(Of.ALL), Integer.MAX_VALUE);
  }

  int pending() {
    return (int) Math.min(all.count(Of.ALL) - booked.count(Of.ALL), Integer.MAX_VALUE);
  }

  /**
   * Compares what was told with the entries.
   *
   * @return what that proves
   * @throws ReportRefusedException when it does not agree
   */
  Set<Proof> prove() throws ReportRefusedException {
    Set<Proof> proofs = EnumSet.noneOf(Proof.class);
    for (Told one : told) {
      if (one.count().isPresent()) {
        long count = one.count().get();
        agree(count == booked.count(one.of()) || count == all.count(one.of()), one, "count");
        proofs.add(Proof.COUNTS);
      }
      if (one.sum().isPresent()) {
        BigDecimal sum = one.sum().get();
        boolean fits =
            sum.compareTo(booked.sum(one.of())) == 0 || sum.compareTo(all.sum(one.of())) == 0;
        agree(fits, one, "sum");
        proofs.add(Proof.SUMS);
      }
    }
    return proofs;
  }

  private void agree(boolean fits, Told one, String what) throws ReportRefusedException {
    if (!fits) {
      throw new ReportRefusedException(
          one.place(),
          "the "
              + what
              + " that the statement tells of its entries is another than theirs ("
              + all.count(one.of())
              + " that come to "
              + all.sum(one.of()).toPlainString()
              + "): entries are missing or changed. Fetch it again, and ask the sender");
    }
  }
}
