package dev.semel.provider.http;

import dev.semel.provider.Provider.MissingData;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.Template;
import dev.semel.provider.file.TemplateValues;
import java.util.List;
import java.util.stream.Stream;

/** Which values a partner's requests need and a payout lacks, or has in a form of no use. */
final class MissingValues {
  private MissingValues() {}

  /** The missing members, each once, as pointers into the payout as asked. */
  static List<MissingData> of(ProviderFile file, TemplateValues values) {
    Stream<Template> prepare =
        file.prepare().stream().flatMap(step -> step.endpoint().request().templates());
    return Stream.concat(prepare, file.submit().request().templates())
        .flatMap(template -> template.lacks(values).stream())
        .filter(lack -> askedOfClient(lack.path()))
        .distinct()
        .map(lack -> new MissingData(pointer(lack.path()), lack.there(), detail(file, lack)))
        .toList();
  }

  private static String detail(ProviderFile file, Template.Lack lack) {
    return lack.there()
        ? file.title()
            + " can't be sent this: written as it takes it, the text would be empty or lose characters. Send it in the letters that the provider takes, or use another provider."
        : file.title() + " needs it to make this payout.";
  }

  private static boolean askedOfClient(String path) {
    return path.startsWith("beneficiary.")
        || path.startsWith("sender.")
        || path.equals("payout.purpose")
        || path.equals("payout.reference");
  }

  private static String pointer(String path) {
    String inPayout = path.startsWith("payout.") ? path.substring("payout.".length()) : path;
    return "/" + inPayout.replace('.', '/');
  }
}
