// The names by which a transaction may be known.
package dev.semel.provider.report;

import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.report.IsoFormat.Name;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/**
 * Collects names, each from its own place, and puts them in the order in which they are trusted.
 */
final class IsoNames {
  private static final int MOST = 20;

  private final Map<Name, List<String>> names = new EnumMap<>(Name.class);

  /** Takes the name of the element that begins here; NOTPROVIDED and its kin are none. */
  void take(Name where, XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    IsoValues.name(xml).ifPresent(name -> add(where, name));
  }

  /** Takes the names under {@code Refs}. */
  void takeReferences(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          switch (name) {
            case "EndToEndId" -> take(Name.END_TO_END_ID, xml);
            case "InstrId" -> take(Name.INSTRUCTION_ID, xml);
            case "TxId" -> take(Name.TRANSACTION_ID, xml);
            case "UETR" -> take(Name.UETR, xml);
            case "AcctOwnrTxId" -> take(Name.ACCOUNT_OWNER_TRANSACTION_ID, xml);
            case "AcctSvcrTxId" -> take(Name.ACCOUNT_SERVICER_TRANSACTION_ID, xml);
            case "AcctSvcrRef" -> take(Name.ACCOUNT_SERVICER_REFERENCE, xml);
            case "PmtInfId" -> take(Name.PAYMENT_INFORMATION_ID, xml);
            case "MsgId" -> take(Name.MESSAGE_ID, xml);
            default -> {}
          }
        });
  }

  /** Takes a name that was read already. */
  void add(Name where, String name) {
    List<String> known = names.computeIfAbsent(where, _ -> new ArrayList<>());
    if (known.size() < MOST) {
      known.add(name);
    }
  }

  /** All names from some places, the most trusted first, each once. */
  List<String> of(List<Name> places) {
    return places.stream()
        .flatMap(place -> names.getOrDefault(place, List.of()).stream())
        .distinct()
        .toList();
  }

  /** The most trusted one. */
  Optional<String> first(List<Name> places) {
    return of(places).stream().findFirst();
  }
}
