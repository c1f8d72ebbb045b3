package dev.semel.provider.http;

import dev.semel.provider.Provider.MissingData;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.Template;
import dev.semel.provider.file.TemplateValues;
import java.util.List;
import java.util.stream.Stream;

/** Which values a partner's requests need and a payout lacks. */
final class MissingValues {
  private MissingValues() {}

  /** The missing members, each once, as pointers into the payout as asked. */
  static List<MissingData> of(ProviderFile file, TemplateValues values) {
    Stream<Template> prepare =
        file.prepare().stream().flatMap(step -> step.endpoint().request().templates());
    return Stream.concat(prepare, file.submit().request().templates())
        .flatMap(template -> template.missing(values).stream())
        .filter(MissingValues::askedOfClient)
        .distinct()
        .map(
            path -> new MissingData(pointer(path), file.title() + " needs it to make this payout."))
        .toList();
  }

  private static boolean askedOfClient(String path) {
    return path.startsWith("beneficiary.")
        || path.startsWith("sender.")
        || path.equals("payout.purpose");
  }

  private static String pointer(String path) {
    String inPayout = path.startsWith("payout.") ? path.substring("payout.".length()) : path;
    return "/" + inPayout.replace('.', '/');
  }
}
