// The contract as this server serves it: the very file, and the same document as JSON.
package dev.semel.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.semel.domain.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** One form of the contract, ready to be sent. Immutable; its content must not be changed. */
final class ContractFile {

  private static final String RESOURCE = "/openapi/semel.yaml";

  private final byte[] content;
  private final String tag;

  private ContractFile(byte[] content) {
    this.content = content;
    this.tag = hash(content);
  }

  /** The file as it is. */
  static ContractFile yaml() {
    return Yaml.FILE;
  }

  /** The same document as JSON. */
  static ContractFile json() {
    return Json.FILE;
  }

  /** The document as a tree, read anew. */
  static JsonNode tree() {
    try {
      return new YAMLMapper().readTree(read());
    } catch (IOException e) {
      throw new UncheckedIOException("the contract is not YAML", e);
    }
  }

  byte[] content() {
    return content.clone();
  }

  /** Changes with the content, and only then. */
  String tag() {
    return tag;
  }

  private static byte[] read() {
    try (InputStream in = ContractFile.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("the contract is not on the class path: " + RESOURCE);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the contract can't be read", e);
    }
  }

  private static String hash(byte[] content) {
    return HexFormat.of().formatHex(Arrays.copyOf(Sha256.of(content), 16));
  }

  // Each form is made when it is first asked for: parsing the document would slow the start.

  private static final class Yaml {
    static final ContractFile FILE = new ContractFile(read());
  }

  private static final class Json {
    static final ContractFile FILE =
        new ContractFile(tree().toString().getBytes(StandardCharsets.UTF_8));
  }
}
