// From the tree of a sound file to its records.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.ClientReference;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.WireNames;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.ProviderCapacity.Corridor;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Maps a tree that {@link FileSchema} and {@link FileRules} found nothing wrong with. */
final class FileMapper {
  private static final int IN_FLIGHT = 32;
  private static final int PER_SECOND = 50;
  private static final List<String> LOOKUPS = List.of("PT10S", "PT30S", "PT2M", "PT10M", "PT1H");
  private static final List<String> STATUS_CHECKS = List.of("PT1M", "PT5M", "PT30M", "PT6H");

  private static final List<String> OF_REQUESTS =
      List.of("/base_url", "/auth", "/prepare", "/submit/request", "/lookup", "/status");

  private final JsonNode file;

  FileMapper(JsonNode file) {
    this.file = file;
  }

  ProviderFile file() {
    EndpointMapper endpoints = new EndpointMapper(file);
    return new ProviderFile(
        file.path("provider").asText(),
        file.path("title").asText(),
        EndpointMapper.template(file.path("base_url")),
        config(),
        configOfRequests(),
        Set.copyOf(texts(file.path("secrets"))),
        terms(),
        file.path("idempotency").path("replays_errors").asBoolean(false),
        EndpointMapper.resendIsLookup(file),
        capacity(),
        timeouts(),
        breaker(),
        new AuthMapper(file.path("auth")).auth(),
        endpoints.prepare(),
        endpoints.submit(),
        endpoints.lookup(),
        endpoints.scan(),
        endpoints.status(),
        words(file.path("statuses")),
        WebhookMapper.webhook(file.path("webhook")),
        ReportMapper.report(file));
  }

  private Set<String> config() {
    Set<String> names = new HashSet<>(texts(file.path("config")));
    if (file.path("base_url").asText().contains("${config.base_url}")) {
      names.add("base_url");
    }
    return names;
  }

  private Set<String> configOfRequests() {
    String requests =
        OF_REQUESTS.stream().map(file::at).map(JsonNode::toString).collect(Collectors.joining());
    return config().stream()
        .filter(name -> requests.contains("${config." + name))
        .collect(Collectors.toSet());
  }

  private ProviderTerms terms() {
    JsonNode visibility = file.path("visibility");
    JsonNode idempotency = file.path("idempotency");
    Optional<Duration> within =
        visibility.path("promised").asBoolean(false)
            ? optionalDuration(visibility.path("within"))
            : Optional.empty();
    return new ProviderTerms(
        file.path("provider").asText(),
        form(file.path("reference")),
        WireNames.parse(ProviderTerms.Repeats.class, idempotency.path("kind").asText()),
        optionalDuration(idempotency.path("window")),
        within,
        file.has("lookup"),
        retry(file.path("retry")),
        durations(file.path("lookups"), LOOKUPS),
        durations(file.path("status_checks"), STATUS_CHECKS),
        afterPaid(),
        FilePromises.of(file).fingerprint());
  }

  static ClientReference.Form form(JsonNode reference) {
    if (reference.path("form").asText("base32").equals("uuid")) {
      return ClientReference.Form.UUID;
    }
    return reference.path("case").asText("upper").equals("upper")
        ? ClientReference.Form.BASE32_UPPER
        : ClientReference.Form.BASE32_LOWER;
  }

  private static ProviderTerms.RetryTerms retry(JsonNode retry) {
    return new ProviderTerms.RetryTerms(
        duration(retry.path("base"), "PT0.5S"),
        duration(retry.path("cap"), "PT30S"),
        retry.path("attempts").asInt(6),
        duration(retry.path("total"), "PT2H"));
  }

  private Map<ProviderStatus, ProviderStatus> afterPaid() {
    Map<ProviderStatus, ProviderStatus> meanings = new HashMap<>();
    file.path("after_paid")
        .properties()
        .forEach(
            member ->
                meanings.put(
                    WireNames.parse(ProviderStatus.class, member.getKey()),
                    WireNames.parse(ProviderStatus.class, member.getValue().asText())));
    return meanings;
  }

  private ProviderCapacity capacity() {
    JsonNode limits = file.path("limits");
    Map<String, BigDecimal> exposure = new HashMap<>();
    limits
        .path("unknown_exposure")
        .properties()
        .forEach(cap -> exposure.put(cap.getKey(), new BigDecimal(cap.getValue().asText())));
    return new ProviderCapacity(
        file.path("serves").valueStream().map(FileMapper::corridor).toList(),
        limits.path("in_flight").asInt(IN_FLIGHT),
        limits.path("per_second").asInt(PER_SECOND),
        exposure);
  }

  private static Corridor corridor(JsonNode serves) {
    return new Corridor(
        serves.path("country").asText(),
        serves.path("currency").asText(),
        texts(serves.path("methods")),
        new BigDecimal(serves.path("min").asText()),
        new BigDecimal(serves.path("max").asText()));
  }

  private ProviderFile.Timeouts timeouts() {
    JsonNode limits = file.path("limits");
    return new ProviderFile.Timeouts(
        duration(limits.path("connect_timeout"), "PT3S"),
        duration(limits.path("timeout"), "PT30S"));
  }

  private ProviderFile.Breaker breaker() {
    JsonNode breaker = file.path("breaker");
    return new ProviderFile.Breaker(
        breaker.path("failures").asInt(10),
        breaker.path("of").asInt(20),
        duration(breaker.path("open_for"), "PT30S"));
  }

  /** What status words mean. */
  static StatusWords words(JsonNode statuses) {
    Map<String, ProviderStatus> meanings = new HashMap<>();
    statuses
        .properties()
        .forEach(
            group ->
                texts(group.getValue())
                    .forEach(
                        word ->
                            meanings.put(
                                word, WireNames.parse(ProviderStatus.class, group.getKey()))));
    return new StatusWords(meanings);
  }

  static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }

  static Duration duration(JsonNode node, String otherwise) {
    return Duration.parse(node.asText(otherwise));
  }

  private static Optional<Duration> optionalDuration(JsonNode node) {
    return node.isMissingNode() ? Optional.empty() : Optional.of(Duration.parse(node.asText()));
  }

  private static List<Duration> durations(JsonNode array, List<String> otherwise) {
    List<String> texts = array.isMissingNode() ? otherwise : texts(array);
    return texts.stream().map(Duration::parse).toList();
  }
}
