// Walks through XML that comes from outside.
package dev.semel.provider.report;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;
import org.jspecify.annotations.Nullable;

/**
 * Walks forward through the elements of one namespace. A document type declaration refuses the
 * document, wherever it stands and whatever is in it: no entity is ever expanded, and nothing is
 * ever fetched. Elements of other namespaces are passed over.
 */
final class XmlCursor {
  private static final XMLInputFactory XML = factory();

  private final XMLStreamReader reader;
  private String namespace = "";
  private int depth;

  /** Reads one child of an element. */
  interface Child {
    /**
     * Reads the child, or does nothing, and it is passed over.
     *
     * @param name its name without a prefix
     */
    void read(String name) throws ReportRefusedException, XMLStreamException;
  }

  private XmlCursor(XMLStreamReader reader) {
    this.reader = reader;
  }

  private static XMLInputFactory factory() {
    WstxInputFactory factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    factory.setXMLResolver((_, _, _, _) -> new ByteArrayInputStream(new byte[0]));
    factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, Limits.DEPTH);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, Limits.ATTRIBUTES);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, Limits.VALUE);
    factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, (long) Limits.VALUE);
    factory.setProperty(WstxInputProperties.P_MAX_CHARACTERS, Long.MAX_VALUE);
    factory.setProperty(WstxInputProperties.P_MAX_ENTITY_COUNT, 1L);
    factory.setProperty(WstxInputProperties.P_MAX_ENTITY_DEPTH, 1);
    return factory;
  }

  /** Something that walks. */
  interface Walk<T> {
    /** Walks through a document, beginning at its root element. */
    T through(XmlCursor xml) throws ReportRefusedException, XMLStreamException;
  }

  /**
   * Lets somebody walk through a document, whose last byte is then read, too.
   *
   * @throws ReportRefusedException when it is no well-formed XML, or not as the walk wants it
   * @throws IOException when its bytes could not be had, or are no text
   */
  static <T> T walk(InputStream content, Walk<T> walk) throws ReportRefusedException, IOException {
    @Nullable XMLStreamReader reader = null;
    try {
      reader = XML.createXMLStreamReader(content);
      XmlCursor cursor = new XmlCursor(reader);
      cursor.toRoot();
      T result = walk.through(cursor);
      cursor.toEnd();
      return result;
    } catch (XMLStreamException e) {
      throw cause(e, reader);
    } finally {
      if (reader != null) {
        close(reader);
      }
    }
  }

  private static void close(XMLStreamReader reader) throws IOException {
    try {
      reader.close();
    } catch (XMLStreamException e) {
      throw new IOException("the reader of XML could not be closed", e);
    }
  }

  private static ReportRefusedException cause(
      XMLStreamException e, @Nullable XMLStreamReader reader) throws IOException {
    if (e.getNestedException() instanceof IOException broken) {
      throw broken;
    }
    ReportPlace place =
        e.getLocation() == null
            ? (reader == null ? ReportPlace.whole() : placeOf(reader, ""))
            : new ReportPlace(
                Math.max(0, e.getLocation().getLineNumber()),
                Math.max(0, e.getLocation().getColumnNumber()),
                "");
    return new ReportRefusedException(
        place,
        "this is no well-formed XML, or larger or deeper than a report may be; the file is cut or"
            + " damaged. Fetch it again");
  }

  private static ReportPlace placeOf(XMLStreamReader reader, String name) {
    return new ReportPlace(
        reader.getLocation().getLineNumber(), reader.getLocation().getColumnNumber(), name);
  }

  private void toRoot() throws ReportRefusedException, XMLStreamException {
    while (next() != XMLStreamConstants.START_ELEMENT) {
      // Comments and processing instructions say nothing.
    }
    String of = reader.getNamespaceURI();
    namespace = of == null ? "" : of;
    depth = 1;
  }

  private void toEnd() throws ReportRefusedException, XMLStreamException {
    while (reader.hasNext()) {
      next();
    }
  }

  private int next() throws ReportRefusedException, XMLStreamException {
    int event = reader.next();
    switch (event) {
      case XMLStreamConstants.DTD ->
          throw refused(
              "a document type declaration (DOCTYPE) is never taken; ask the sender for XML"
                  + " without one");
      case XMLStreamConstants.ENTITY_REFERENCE ->
          throw refused(
              "a reference to an entity is never followed; ask the sender for plain text");
      case XMLStreamConstants.START_ELEMENT -> depth++;
      case XMLStreamConstants.END_ELEMENT -> depth--;
      default -> {}
    }
    return event;
  }

  /** The namespace of the document. */
  String namespace() {
    return namespace;
  }

  /** The name of the element, without a prefix. */
  String name() {
    return reader.getLocalName();
  }

  /** Where the cursor is. */
  ReportPlace place() {
    return placeOf(
        reader, reader.isStartElement() || reader.isEndElement() ? reader.getLocalName() : "");
  }

  /** A refusal of what is here. */
  ReportRefusedException refused(String what) {
    return new ReportRefusedException(place(), what);
  }

  /**
   * Goes through the children of the element that begins here, to its end.
   *
   * @param child called at the beginning of each; what it leaves unread is passed over
   */
  void children(Child child) throws ReportRefusedException, XMLStreamException {
    int here = depth;
    while (true) {
      int event = next();
      if (event == XMLStreamConstants.END_ELEMENT && depth < here) {
        return;
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        child(child);
      }
    }
  }

  private void child(Child child) throws ReportRefusedException, XMLStreamException {
    int inside = depth;
    if (namespace.equals(namespaceHere())) {
      child.read(reader.getLocalName());
    }
    while (depth >= inside) {
      next();
    }
  }

  private String namespaceHere() {
    String of = reader.getNamespaceURI();
    return of == null ? "" : of;
  }

  /**
   * The text of the element that begins here, without the spaces around it.
   *
   * @throws ReportRefusedException when it has elements inside, or is too long
   */
  String text() throws ReportRefusedException, XMLStreamException {
    StringBuilder text = new StringBuilder();
    while (true) {
      int event = next();
      if (event == XMLStreamConstants.END_ELEMENT) {
        return PartnerText.bare(text.toString());
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        throw refused("there is an element where a text has to be");
      }
      if (isText(event)) {
        append(text);
      }
    }
  }

  private static boolean isText(int event) {
    return event == XMLStreamConstants.CHARACTERS
        || event == XMLStreamConstants.CDATA
        || event == XMLStreamConstants.SPACE;
  }

  private void append(StringBuilder text) throws ReportRefusedException {
    text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
    if (text.length() > Limits.VALUE) {
      throw refused("the text is longer than a value can be");
    }
  }

  /**
   * The text of the element that begins here, or its children where it has some.
   *
   * @return the text, without the spaces around it; empty where there are only children
   */
  String textOrChildren(Child child) throws ReportRefusedException, XMLStreamException {
    StringBuilder text = new StringBuilder();
    int here = depth;
    while (true) {
      int event = next();
      if (event == XMLStreamConstants.END_ELEMENT && depth < here) {
        return PartnerText.bare(text.toString());
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        child(child);
      } else if (isText(event)) {
        append(text);
      }
    }
  }

  /** An attribute of the element that begins here; empty where it has none. */
  String attribute(String attribute) {
    String value = reader.getAttributeValue(null, attribute);
    return value == null ? "" : PartnerText.bare(value);
  }
}
