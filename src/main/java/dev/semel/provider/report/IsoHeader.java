// What an ISO 20022 message says of itself.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts.Page;
import dev.semel.provider.ReportRefusedException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/** Reads the header of a message. */
final class IsoHeader {
  private final ZoneId zone;
  private Optional<String> id = Optional.empty();
  private Optional<Instant> createdAt = Optional.empty();
  private Optional<Page> page = Optional.empty();

  IsoHeader(ZoneId zone) {
    this.zone = zone;
  }

  void read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          switch (name) {
            case "MsgId" -> id = IsoValues.name(xml);
            case "CreDtTm" -> createdAt = Optional.of(IsoValues.moment(xml, zone, false));
            case "MsgPgntn" -> page = Optional.of(new Pagination().read(xml));
            default -> {}
          }
        });
  }

  Optional<String> id() {
    return id;
  }

  Optional<Instant> createdAt() {
    return createdAt;
  }

  Optional<Page> page() {
    return page;
  }

  /** Which page this is. */
  static final class Pagination {
    private long number = 1;
    private boolean last = true;

    Page read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
      xml.children(
          name -> {
            switch (name) {
              case "PgNb" -> number = IsoValues.whole(xml);
              case "LastPgInd" -> last = IsoValues.indicator(xml);
              default -> {}
            }
          });
      return new Page((int) Math.min(number, Integer.MAX_VALUE), last);
    }
  }
}
