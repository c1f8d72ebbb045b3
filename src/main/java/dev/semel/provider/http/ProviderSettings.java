// The values that a provider file leaves to the configuration.
package dev.semel.provider.http;

import dev.semel.domain.ProviderTerms;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.file.AuthTerms.TokenCall;
import dev.semel.provider.file.Fingerprint;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.Template;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.file.WebhookTerms;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Settings and secrets of one provider.
 *
 * @param config the settings by name
 * @param secrets the secrets by name
 */
public record ProviderSettings(Map<String, String> config, Map<String, String> secrets) {
  private static final String UNREADABLE =
      "_FILE names a file that can't be read, is empty or larger than 64 KiB; correct it.";
  private static final int LARGEST_VALUE = 64 * 1024;

  public ProviderSettings {
    config = Map.copyOf(config);
    secrets = Map.copyOf(secrets);
  }

  /**
   * Settings as found, and a sentence about each that is missing or not usable.
   *
   * @param wrong whether one is there and not usable: somebody meant to connect the provider
   */
  public record Found(ProviderSettings settings, List<String> faults, boolean wrong) {
    public Found {
      faults = List.copyOf(faults);
    }

    /** The same, with what is wrong with the client certificate that they name. */
    Found checked(ProviderFile file, Vertx vertx) {
      return (faults.isEmpty()
              ? ClientCertificate.fault(file, settings, vertx)
              : Optional.<String>empty())
          .map(fault -> new Found(settings, List.of(fault), true))
          .orElse(this);
    }
  }

  /**
   * Looks a file's settings up under {@code SEMEL_PROVIDER_<NAME>_<KEY>}, or in the file that the
   * same variable with {@code _FILE} names. Config sources that know no variables, such as a key
   * store, may hold them as {@code semel.provider.<name>.<key>}. Every value is read anew, so that
   * one that has changed is found.
   *
   * @param configured the value of a name in the configuration
   */
  public static Found find(ProviderFile file, Function<String, Optional<String>> configured) {
    List<String> faults = new ArrayList<>();
    Map<String, String> config = lookUp(file, file.config(), configured, faults);
    Map<String, String> secrets = lookUp(file, file.secrets(), configured, faults);
    config.putAll(corridors(file, configured, faults));
    boolean wrong = faults.stream().anyMatch(fault -> fault.contains(UNREADABLE));
    ProviderSettings settings = new ProviderSettings(config, secrets);
    if (faults.isEmpty() && !settings.hasUsableTokenUrl(file)) {
      wrong = true;
      faults.add(
          "where the token is got (base_url or token_url of auth) has to be an http or https address"
              + " without query and user; correct the setting that it names.");
    }
    if (faults.isEmpty() && !settings.hasUsableBaseUrl(file)) {
      wrong = true;
      faults.add(
          "base_url has to be an http or https address without query and user; correct "
              + variable(file.name(), "base_url")
              + ".");
    }
    if (faults.isEmpty() && !settings.hasUsableKeys(file)) {
      wrong = true;
      faults.add(
          "a key of the webhook's signature is not one of its kind (a PEM of a public key or a"
              + " certificate, RSA of 2048 bits or more; of standard_webhooks base64); correct it.");
    }
    if (faults.isEmpty()) {
      settings.arrivalFault(file).ifPresent(faults::add);
      wrong |= !faults.isEmpty();
    }
    if (faults.isEmpty()) {
      String variable = variable(file.name(), CorridorSetting.NAME);
      settings.corridorFaults().forEach(fault -> faults.add(variable + ": " + fault));
      wrong |= !faults.isEmpty();
    }
    return new Found(settings, faults, wrong);
  }

  /** The corridors, which need not be given. */
  private static Map<String, String> corridors(
      ProviderFile file, Function<String, Optional<String>> environment, List<String> faults) {
    String variable = variable(file.name(), CorridorSetting.NAME);
    String property = property(file.name(), CorridorSetting.NAME);
    boolean given =
        Stream.of(variable, variable + "_FILE", property, property + "-file")
            .anyMatch(name -> environment.apply(name).filter(v -> !v.isBlank()).isPresent());
    return given ? lookUp(file, List.of(CorridorSetting.NAME), environment, faults) : Map.of();
  }

  private List<String> corridorFaults() {
    return corridors().map(CorridorSetting::faults).orElse(List.of());
  }

  private Optional<CorridorSetting> corridors() {
    return Optional.ofNullable(config.get(CorridorSetting.NAME)).map(CorridorSetting::of);
  }

  /** Which payouts the partner takes, and how many at a time: by its file, or as set here. */
  ProviderCapacity capacity(ProviderFile file) {
    return corridors()
        .map(setting -> file.capacity().serving(setting.corridors()))
        .orElse(file.capacity());
  }

  private static Map<String, String> lookUp(
      ProviderFile file,
      Iterable<String> names,
      Function<String, Optional<String>> configured,
      List<String> faults) {
    Map<String, String> found = new HashMap<>();
    for (String name : names) {
      String variable = variable(file.name(), name);
      String property = property(file.name(), name);
      Optional<String> path =
          configured.apply(variable + "_FILE").or(() -> configured.apply(property + "-file"));
      Optional<String> value = configured.apply(variable).or(() -> configured.apply(property));
      if (value.isEmpty() && path.isPresent()) {
        value = content(path.get());
        if (value.isEmpty()) {
          faults.add(variable + UNREADABLE);
          continue;
        }
      }
      value
          .filter(text -> !text.isBlank())
          .ifPresentOrElse(
              text -> found.put(name, text),
              () -> faults.add("set " + variable + " (or " + variable + "_FILE)."));
    }
    return found;
  }

  static String variable(String provider, String key) {
    return "SEMEL_PROVIDER_"
        + provider.replace('-', '_').toUpperCase(Locale.ROOT)
        + "_"
        + key.toUpperCase(Locale.ROOT);
  }

  private static String property(String provider, String key) {
    return "semel.provider." + provider + "." + key.replace('_', '-');
  }

  private static Optional<String> content(String path) {
    try (InputStream in = Files.newInputStream(Path.of(path))) {
      byte[] bytes = in.readNBytes(LARGEST_VALUE + 1);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(text.strip())
          .filter(value -> !value.isEmpty() && bytes.length <= LARGEST_VALUE);
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * What requests rest on: where they go, and in whose name, as far as settings say so. Secrets are
   * none of it, for they are rotated.
   */
  Map<String, String> ofRequests(ProviderFile file) {
    Map<String, String> found = new TreeMap<>(config);
    found.keySet().retainAll(file.configOfRequests());
    return found;
  }

  /** A file's terms under these settings. */
  ProviderTerms terms(ProviderFile file) {
    String both = file.terms().fingerprint() + ofRequests(file);
    return file.terms().of(Fingerprint.of(both.getBytes(StandardCharsets.UTF_8)));
  }

  /** The values for templates that settings alone fill. */
  TemplateValues templateValues() {
    return TemplateValues.of(config, secrets);
  }

  /** Where the partner answers. */
  URI baseUrl(ProviderFile file) {
    return URI.create(filled(file.baseUrl()));
  }

  /** What the path of the call for a token is added to. */
  URI tokenUrl(ProviderFile file, TokenCall call) {
    return URI.create(filled(call.baseUrl().orElse(file.baseUrl())));
  }

  private boolean hasUsableBaseUrl(ProviderFile file) {
    return isUsable(() -> baseUrl(file));
  }

  private boolean hasUsableTokenUrl(ProviderFile file) {
    return file.auth()
        .token()
        .filter(call -> call.baseUrl().isPresent())
        .map(call -> isUsable(() -> tokenUrl(file, call)))
        .orElse(true);
  }

  private static boolean isUsable(Supplier<URI> address) {
    try {
      URI url = address.get();
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      boolean bare =
          url.getRawQuery() == null && url.getRawFragment() == null && url.getUserInfo() == null;
      return http && bare && url.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private boolean hasUsableKeys(ProviderFile file) {
    return file.webhook()
        .filter(terms -> terms.signature() instanceof WebhookTerms.Signed)
        .map(
            terms ->
                keysOf(terms).stream()
                    .allMatch(
                        text ->
                            SignatureKeys.parse((WebhookTerms.Signed) terms.signature(), text)
                                .isPresent()))
        .orElse(true);
  }

  /** What keeps the partner's reports from coming: a host key that can't be read is none. */
  private Optional<String> arrivalFault(ProviderFile file) {
    try {
      file.report()
          .ifPresent(
              report -> {
                ReportArrivals arrivals = new ReportArrivals(templateValues());
                arrivals.of(report.way());
                arrivals.of(report.proofs());
              });
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("how its reports come: " + e.getMessage());
    }
  }

  /** The secrets or public keys that may have signed a message. */
  List<String> keysOf(WebhookTerms terms) {
    Stream<Template> templates =
        switch (terms.signature()) {
          case WebhookTerms.Unsigned _ -> Stream.empty();
          case WebhookTerms.SharedToken token -> token.secrets().stream();
          case WebhookTerms.Signed signed -> signed.keys().stream();
        };
    return templates.map(this::filled).toList();
  }

  /** The secrets of the tokens of questions. */
  List<String> secretsOf(WebhookTerms.Results results) {
    return results.secrets().stream().map(this::filled).toList();
  }

  private String filled(Template template) {
    try {
      return template.text(templateValues(), UnaryOperator.identity());
    } catch (RenderingException e) {
      throw new IllegalArgumentException("a setting is missing: " + e.getMessage(), e);
    }
  }

  /** Says the names only: the values are secret. */
  @Override
  public String toString() {
    return "ProviderSettings" + config.keySet() + secrets.keySet();
  }
}
