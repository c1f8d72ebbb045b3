// The published JSON Schema of provider files, as a check.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Checks the shape of a file against {@code docs/provider-file.schema.json}, which editors use too.
 */
final class FileSchema {
  private static final String RESOURCE = "/docs/provider-file.schema.json";

  private final Schema schema;

  FileSchema() {
    this(RESOURCE);
  }

  /** The schema of another kind of file, among the program's resources. */
  FileSchema(String resource) {
    try (InputStream text = FileSchema.class.getResourceAsStream(resource)) {
      if (text == null) {
        throw new IllegalStateException(resource + " is missing from the program");
      }
      schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
              .getSchema(text, InputFormat.JSON);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void check(JsonNode file, FaultList faults) {
    for (Error error : schema.validate(file)) {
      faults.add(pointerOf(error), sentence(error));
    }
  }

  private static String pointerOf(Error error) {
    String at = error.getInstanceLocation().toString();
    boolean extra = isExtraMember(error);
    return extra ? Pointers.child(at, String.valueOf(error.getProperty())) : at;
  }

  private static boolean isExtraMember(Error error) {
    return "additionalProperties".equals(error.getKeyword()) && error.getProperty() != null;
  }

  private static String sentence(Error error) {
    String keyword = error.getKeyword() == null ? "" : error.getKeyword();
    return switch (keyword) {
      case "required" -> "'" + error.getProperty() + "' is missing; add it.";
      case "additionalProperties" ->
          "'" + error.getProperty() + "' is not a member that is known here; correct or remove it.";
      case "type" -> "This has the wrong type: " + plain(error) + ".";
      case "enum" ->
          "This is not one of the words that are known here; use one of " + allowed(error) + ".";
      case "pattern" ->
          "This is not written as it has to be; change it to fit " + allowed(error) + ".";
      default -> "Change this: " + plain(error) + ".";
    };
  }

  private static String allowed(Error error) {
    JsonNode allowed = error.getSchemaNode();
    return allowed == null ? plain(error) : allowed.toString().replace("\\\\", "\\");
  }

  private static String plain(Error error) {
    return String.valueOf(error.getMessage());
  }
}
