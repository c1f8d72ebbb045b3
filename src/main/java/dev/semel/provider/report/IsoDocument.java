// Which ISO 20022 message a document is.
package dev.semel.provider.report;

import dev.semel.provider.ReportRefusedException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;

/** Tells the message that a provider's file declares from every other one. */
final class IsoDocument {
  private static final Pattern STANDARD =
      Pattern.compile(
          "urn:iso:std:iso:20022:tech:xsd:([a-z]{4}[.][0-9]{3})[.]([0-9]{3})[.]([0-9]{2})");
  private static final int OLDEST_STATEMENT = 2;
  private static final int OLDEST_STATUS = 3;

  private final IsoFormat format;
  private boolean found;

  IsoDocument(IsoFormat format) {
    this.format = format;
  }

  /**
   * Reads a document: checks what it is, and lets its message be read.
   *
   * @param message called at the beginning of the message
   * @throws ReportRefusedException when it is another message, or of a version that nobody knows
   */
  void read(XmlCursor xml, XmlCursor.Child message)
      throws ReportRefusedException, XMLStreamException {
    if (!xml.name().equals("Document")) {
      throw xml.refused("this is no ISO 20022 document: its root is not Document");
    }
    check(xml);
    xml.children(
        name -> {
          if (!name.equals(format.message().root())) {
            throw xml.refused(
                "this is another message than "
                    + format.title()
                    + " ("
                    + format.message().root()
                    + "), which the provider's file declares; ask the sender for that one");
          }
          found = true;
          message.read(name);
        });
    if (!found) {
      throw xml.refused("the document is empty; fetch it again");
    }
  }

  private void check(XmlCursor xml) throws ReportRefusedException {
    if (format.namespaces().contains(xml.namespace())) {
      return;
    }
    Matcher standard = STANDARD.matcher(xml.namespace());
    if (!standard.matches()) {
      throw xml.refused(
          "the namespace of the document is none of ISO 20022; when the sender means one of its own,"
              + " list it under namespaces in the provider's file");
    }
    if (!standard.group(1).equals(format.title())) {
      throw xml.refused(
          "this is "
              + standard.group(1)
              + (standard.group(1).equals("camt.052") ? ", the report within a day," : "")
              + " and the provider's file declares "
              + format.title()
              + "; ask the sender for that one");
    }
    int version = Integer.parseInt(standard.group(3));
    boolean variant = !standard.group(2).equals("001");
    if (variant || version < oldest() || version > format.message().newest()) {
      throw xml.refused(
          "version "
              + standard.group(2)
              + "."
              + standard.group(3)
              + " of "
              + format.title()
              + " is not known (001."
              + "%02d to 001.%02d are)".formatted(oldest(), format.message().newest())
              + "; ask the sender for one of those");
    }
  }

  private int oldest() {
    return format.message() == IsoFormat.Message.PAIN_002 ? OLDEST_STATUS : OLDEST_STATEMENT;
  }
}
