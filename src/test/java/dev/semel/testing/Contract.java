// The contract file as data: its operations, its references and its schemas.
package dev.semel.testing;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A contract in OpenAPI 3.1. Immutable and safe to share; schemas are JSON Schema 2020-12. */
public final class Contract {

  private static final Path FILE = Path.of("openapi", "semel.yaml");
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final ObjectNode document;
  private final List<Operation> operations;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder()
                      .formatAssertionsEnabled(true)
                      .locale(Locale.ENGLISH)
                      .build()));
  private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();

  private Contract(ObjectNode document) {
    this.document = document;
    this.operations = findOperations();
  }

  /** The contract of this repository. */
  public static Contract load() {
    try {
      return parse(Files.readString(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException("the contract can't be read: " + FILE.toAbsolutePath(), e);
    }
  }

  /** A contract from YAML text, in which no member may be there twice. */
  public static Contract parse(String yaml) {
    try {
      if (YAML.readTree(yaml) instanceof ObjectNode document) {
        return new Contract(document);
      }
      throw new IllegalArgumentException("a contract is an object");
    } catch (IOException e) {
      throw new UncheckedIOException("the contract is not YAML", e);
    }
  }

  /** The whole document. */
  public JsonNode document() {
    return document;
  }

  /** Every operation, in the order of the file. */
  public List<Operation> operations() {
    return operations;
  }

  /**
   * The operation that a request asks for; a path without variables wins over one with.
   *
   * @param method in any case; HEAD counts as GET
   * @param path raw, without the query
   */
  public Optional<Operation> find(String method, String path) {
    String wanted = method.equalsIgnoreCase("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
    return operations.stream()
        .filter(operation -> operation.method().equals(wanted) && operation.takes(path))
        .min(Comparator.comparing(operation -> operation.template().contains("{")));
  }

  /** The node itself, or what it refers to, when it is a reference. */
  public JsonNode resolve(JsonNode node) {
    JsonNode at = node;
    while (at.path("$ref").isTextual()) {
      at = target(at.path("$ref").textValue());
    }
    return at;
  }

  /**
   * The node that a reference such as {@code #/components/schemas/Payout} names.
   *
   * @throws IllegalArgumentException when there is none
   */
  public JsonNode target(String reference) {
    JsonNode found =
        reference.startsWith("#/")
            ? document.at(reference.substring(1))
            : document.path("no reference goes outside the file");
    if (found.isMissingNode()) {
      throw new IllegalArgumentException("the contract has no " + reference);
    }
    return found;
  }

  /** What does not fit a schema, one readable line each; empty when all fits. */
  public List<String> violations(JsonNode schema, JsonNode value) {
    if (schema.isBoolean()) {
      return schema.booleanValue() ? List.of() : List.of("nothing fits this schema");
    }
    return schemas.computeIfAbsent(schema, this::compile).validate(value).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .distinct()
        .toList();
  }

  /** References inside a schema lead to the document's components, so those come along. */
  private Schema compile(JsonNode schema) {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", document.path("components"));
    return registry.getSchema(whole);
  }

  private List<Operation> findOperations() {
    List<Operation> found = new ArrayList<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().properties().stream()
                    .filter(member -> METHODS.contains(member.getKey()))
                    .forEach(
                        member ->
                            found.add(
                                new Operation(member.getKey(), path.getKey(), member.getValue()))));
    return List.copyOf(found);
  }
}
