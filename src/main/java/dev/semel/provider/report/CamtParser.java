// Reads the statements and notifications of ISO 20022.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/** Reads camt.053 and camt.054, of which the entries are the same. */
final class CamtParser implements ReportParser {
  private final IsoFormat format;
  private final IsoHeader header;
  private final Notes notes = new Notes();
  private final List<ReportPart> parts = new ArrayList<>();
  private final Set<Proof> proofs = EnumSet.allOf(Proof.class);

  CamtParser(IsoFormat format) {
    this.format = format;
    this.header = new IsoHeader(format.zone());
  }

  @Override
  public ReportFacts parse(InputStream content, Rows rows)
      throws ReportRefusedException, IOException {
    return XmlCursor.walk(
        content,
        xml -> {
          new IsoDocument(format).read(xml, _ -> xml.children(name -> member(name, xml, rows)));
          if (parts.isEmpty()) {
            throw xml.refused("there is no statement in it; ask the sender for one");
          }
          return new ReportFacts(
              rows.count(),
              header.id(),
              header.createdAt(),
              parts,
              header.page(),
              proofs,
              notes.all());
        });
  }

  private void member(String name, XmlCursor xml, Rows rows)
      throws ReportRefusedException, XMLStreamException {
    switch (name) {
      case "GrpHdr" -> header.read(xml);
      case "Stmt", "Ntfctn" -> statement(xml, rows);
      default -> {}
    }
  }

  private void statement(XmlCursor xml, Rows rows)
      throws ReportRefusedException, XMLStreamException {
    if (parts.size() == Limits.PARTS) {
      throw xml.refused("it has more statements than a report can have");
    }
    CamtStatement statement = new CamtStatement(format, rows, parts.size(), notes);
    parts.add(statement.read(xml));
    proofs.retainAll(statement.proofs());
  }
}
