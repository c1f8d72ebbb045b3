// What a provider file promises, at a glance.
package dev.semel.provider.file;

import dev.semel.domain.ProviderStatus;
import dev.semel.domain.WireNames;
import dev.semel.provider.file.ProviderClaims.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the cells of the tables in {@code docs/providers} from a file and its comments. */
final class ProviderGlance {
  private static final Pattern PREPARED = Pattern.compile("\\$\\{[^}]*\\.([a-z_]+)\\??}");

  private final String text;
  private final ProviderFile file;

  ProviderGlance(String text) {
    this.text = text;
    this.file =
        switch (new ProviderFileReader().read(text)) {
          case ProviderFileReading.Sound sound -> sound.file();
          case ProviderFileReading.Faulty faulty ->
              throw new IllegalStateException(faulty.faults().toString());
        };
  }

  String name() {
    return file.name();
  }

  String title() {
    return file.title();
  }

  /** The rows of a partner's own table. */
  Map<String, String> rows() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("the call that moves money", movesMoney());
    rows.put("the same request again", repeat());
    rows.put("a reference is remembered", memory());
    rows.put("an unknown outcome", lookup() + ", after " + pauses());
    rows.put("\"not found\"", notFound());
    rows.put("messages", trust());
    rows.put("an event's id", eventId());
    rows.put("money that comes back", comesBack());
    rows.put("report", report());
    rows.put("settings", variables(file.config()));
    rows.put("secrets", variables(file.secrets()));
    rows.put("corridors, unless `%s` says otherwise".formatted(variable("corridors")), corridors());
    rows.put("what stands behind its statements", sources());
    return rows;
  }

  String movesMoney() {
    String steps =
        file.prepare().stream().map(Endpoint.Step::name).collect(Collectors.joining(", "));
    return call(file.submit().request()) + (steps.isEmpty() ? "" : ", after " + steps);
  }

  private String call(Endpoint.Request request) {
    String path = PREPARED.matcher(line("submit", "path")).replaceAll("{$1}");
    return "`%s %s`".formatted(request.method(), path);
  }

  String repeat() {
    return switch (file.terms().repeats()) {
      case REPLAYS_KEY ->
          "answered as the first time" + (file.replaysErrors() ? ", errors included" : "");
      case REJECTS_DUPLICATE_REFERENCE -> "refused as a duplicate, then adopted";
      case NONE -> "a new payout: never made";
    };
  }

  String memory() {
    return file.terms()
            .window()
            .map(window -> "for " + ProviderExplanation.words(window) + "; then no resend")
            .orElse("for ever")
        + (isUnsure("/idempotency") ? " (unsure)" : "");
  }

  private boolean isUnsure(String pointer) {
    return claims().stream()
        .anyMatch(claim -> claim.pointer().equals(pointer) && claim.tags().contains("unsure"));
  }

  String lookup() {
    if (file.resendIsLookup()) {
      return "the same request again";
    }
    if (file.scan().isPresent()) {
      return "its list is read";
    }
    return file.lookup().map(ProviderGlance::asked).orElse("a person");
  }

  private static String asked(Endpoint lookup) {
    boolean later = lookup.answers().stream().anyMatch(r -> r.is() == AnswerMeaning.PENDING);
    return later ? "asked by our reference, answered later" : "asked by our reference";
  }

  private String pauses() {
    return file.terms().lookups().stream()
        .map(ProviderExplanation::words)
        .collect(Collectors.joining(", "));
  }

  String notFound() {
    return file.terms()
        .visibleWithin()
        .map((Duration within) -> "proves it after " + ProviderExplanation.words(within))
        .orElse("proves nothing");
  }

  String trust() {
    if (file.webhook().isEmpty()) {
      return "none";
    }
    WebhookTerms webhook = file.webhook().get();
    String results =
        webhook.results().isPresent()
            ? "; answers to questions come to addresses of their own"
            : "";
    return signed(webhook) + results;
  }

  private static String signed(WebhookTerms webhook) {
    return switch (webhook.signature()) {
      case WebhookTerms.Unsigned _ -> "not signed: they make us ask";
      case WebhookTerms.SharedToken _ -> "a shared token: they make us ask";
      case WebhookTerms.Signed signed ->
          "signed ("
              + signed.algorithm().javaName()
              + ")"
              + (webhook.confirmTerminal() ? "; a final state is asked" : "");
    };
  }

  String eventId() {
    if (file.webhook().isEmpty()) {
      return "";
    }
    Optional<ValueRead> id = Optional.ofNullable(file.webhook().get().read().values().get("id"));
    return id.map(read -> "`" + read.at() + "`").orElse("built of payout, status and time");
  }

  String comesBack() {
    List<String> words = new ArrayList<>();
    file.words().meanings().entrySet().stream()
        .filter(word -> word.getValue() == ProviderStatus.RETURNED)
        .map(word -> "`" + word.getKey() + "`")
        .sorted()
        .forEach(words::add);
    new TreeMap<>(file.terms().afterPaid())
        .forEach(
            (said, means) ->
                words.add("%s after paid (%s)".formatted(WireNames.of(said), WireNames.of(means))));
    return words.isEmpty() ? "is not told" : String.join(", ", words);
  }

  String report() {
    return file.report()
        .map(r -> "daily, midnight in " + r.timeZone() + ", " + r.format().title())
        .orElse("none");
  }

  String corridors() {
    return file.capacity().corridors().stream()
        .map(
            c ->
                "%s to %s by %s, %s to %s"
                    .formatted(
                        c.currency(),
                        c.country(),
                        String.join(" or ", c.methods()),
                        c.min().toPlainString(),
                        c.max().toPlainString()))
        .collect(Collectors.joining("; "));
  }

  private String variables(Iterable<String> names) {
    List<String> variables = new ArrayList<>();
    names.forEach(name -> variables.add("`" + variable(name) + "`"));
    return variables.isEmpty()
        ? "none"
        : variables.stream().sorted().collect(Collectors.joining(", "));
  }

  private String variable(String key) {
    return ("SEMEL_PROVIDER_" + file.name().replace('-', '_') + "_" + key).toUpperCase(Locale.ROOT);
  }

  /** How many statements are confirmed, in part, and not. */
  String sources() {
    List<Claim> claims = claims();
    long wholly = claims.stream().filter(Claim::wholly).count();
    long partly = claims.stream().filter(Claim::confirmed).count() - wholly;
    return "%d confirmed, %d in part, %d not"
        .formatted(wholly, partly, claims.size() - wholly - partly);
  }

  /** What the file claims of the partner. */
  List<Claim> claims() {
    return new ProviderClaims(text).all();
  }

  /** What a member of the request of a top member says, as it is written. */
  private String line(String top, String member) {
    String part = text.substring(text.indexOf("\n" + top + ":"));
    String line = part.substring(part.indexOf(" " + member + ": ") + member.length() + 3);
    return line.substring(0, line.indexOf('\n')).replaceAll("\\s+#.*", "").replace("\"", "");
  }
}
