// The entrance to this package: from a file's bytes to its records or its faults.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads provider files. A file is either sound as a whole or told with all its faults. */
public final class ProviderFileReader {
  private final FileSchema schema = new FileSchema();

  /** Reads the bytes of a file, which have to be UTF-8. */
  public ProviderFileReading read(byte[] content) {
    try {
      return read(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString());
    } catch (CharacterCodingException e) {
      return new Faulty(
          List.of(new ProviderFileFault(1, "", "The file is not UTF-8; save it as UTF-8.")));
    }
  }

  /** Reads the text of a file. */
  public ProviderFileReading read(String text) {
    YamlSource.Parsed parsed = YamlSource.parse(text);
    Optional<JsonNode> tree = parsed.tree();
    if (tree.isEmpty()) {
      return new Faulty(parsed.faults());
    }
    FaultList found = new FaultList(parsed.lines());
    schema.check(tree.get(), found);
    FileRules.check(tree.get(), found);
    if (!parsed.faults().isEmpty() || !found.isEmpty()) {
      List<ProviderFileFault> faults = new ArrayList<>(parsed.faults());
      faults.addAll(found.inOrder());
      return new Faulty(faults);
    }
    ProviderFile file = new FileMapper(tree.get()).file();
    int samples = new SampleRules(file, tree.get().path("samples"), found).check();
    return found.isEmpty()
        ? new Sound(file, FilePromises.of(tree.get()), samples)
        : new Faulty(found.inOrder());
  }
}
