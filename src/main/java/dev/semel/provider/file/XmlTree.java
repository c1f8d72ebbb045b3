// An XML body as a tree, read so that it can do no harm.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.provider.UnreadableMessageException;
import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads XML as an object: {@code <a id="1"><b>x</b><b>y</b></a>} is {@code {"a": {"@id": "1", "b":
 * ["x", "y"]}}}. Names are without their prefixes; an element that has attributes or children and a
 * text has it as {@code #text}. A document type, whatever it declares, an entity that XML itself
 * does not have, too much of anything: all refused. Nothing is ever fetched.
 */
final class XmlTree {
  private static final int DEEPEST = 32;
  private static final int MOST_NODES = 100_000;

  private final XMLStreamReader reader;
  private int nodes;

  private XmlTree(XMLStreamReader reader) {
    this.reader = reader;
  }

  /**
   * The document.
   *
   * @param charset what its bytes are in by its Content-Type, which wins over what it says itself
   * @throws UnreadableMessageException when it is no XML, or none that is read here
   */
  static JsonNode read(byte[] body, Optional<Charset> charset) throws UnreadableMessageException {
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(body);
      XMLStreamReader reader =
          charset.isPresent()
              ? factory().createXMLStreamReader(in, charset.get().name())
              : factory().createXMLStreamReader(in);
      return new XmlTree(reader).document();
    } catch (XMLStreamException e) {
      throw new UnreadableMessageException("the body is not XML");
    }
  }

  /** A new one each time: whether one may be shared by threads nobody promises. */
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("nothing is fetched");
        });
    return factory;
  }

  private JsonNode document() throws XMLStreamException, UnreadableMessageException {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    while (reader.hasNext()) {
      int event = reader.next();
      refuse(event);
      if (event == XMLStreamConstants.START_ELEMENT) {
        String name = reader.getLocalName();
        tree.set(name, element(1));
      }
    }
    return tree;
  }

  private JsonNode element(int depth) throws XMLStreamException, UnreadableMessageException {
    if (depth > DEEPEST) {
      throw new UnreadableMessageException("its XML is nested too deep");
    }
    ObjectNode element = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      count();
      element.put("@" + reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
    StringBuilder text = new StringBuilder();
    while (true) {
      int event = reader.next();
      refuse(event);
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> {
          count();
          String name = reader.getLocalName();
          Siblings.add(element, name, element(depth + 1));
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            text.append(reader.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          return finished(element, text.toString().strip());
        }
        default -> {
          // Comments and instructions say nothing.
        }
      }
    }
  }

  private static JsonNode finished(ObjectNode element, String text) {
    if (element.isEmpty()) {
      return TextNode.valueOf(text);
    }
    return text.isEmpty() ? element : element.put("#text", text);
  }

  private void count() throws UnreadableMessageException {
    nodes++;
    if (nodes > MOST_NODES) {
      throw new UnreadableMessageException("its XML has too many elements");
    }
  }

  private static void refuse(int event) throws UnreadableMessageException {
    if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
      throw new UnreadableMessageException("its XML declares or uses entities, which is refused");
    }
  }
}
