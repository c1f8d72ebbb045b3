// The webhook part of a sound file as records.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.WireNames;
import dev.semel.provider.file.WebhookTerms.Algorithm;
import dev.semel.provider.file.WebhookTerms.Field;
import dev.semel.provider.file.WebhookTerms.KeyForm;
import dev.semel.provider.file.WebhookTerms.Place;
import dev.semel.provider.file.WebhookTerms.Results;
import dev.semel.provider.file.WebhookTerms.Signature;
import dev.semel.provider.file.WebhookTerms.Signed;
import dev.semel.provider.file.WebhookTerms.SignedPart;
import dev.semel.provider.file.WebhookTerms.TimeFormat;
import dev.semel.provider.file.WebhookTerms.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps how messages prove themselves and what they carry. */
final class WebhookMapper {
  private static final Pattern PLACE = Pattern.compile("\\$\\{(timestamp|body)}");

  private WebhookMapper() {}

  static Optional<WebhookTerms> webhook(JsonNode webhook) {
    if (webhook.isMissingNode()) {
      return Optional.empty();
    }
    JsonNode tests = webhook.path("test_messages");
    return Optional.of(
        new WebhookTerms(
            signature(webhook.path("signature")),
            WireNames.parse(WebhookTerms.Format.class, webhook.path("format").asText("json")),
            idHeader(webhook),
            JsonPointer.compile(webhook.path("events").asText("")),
            idIsNoPromise(EndpointMapper.read(webhook.path("read"))),
            tests.isMissingNode() ? Optional.empty() : Optional.of(EndpointMapper.condition(tests)),
            results(webhook.path("results")),
            webhook.path("confirm_terminal").asBoolean(true),
            webhook.path("by_put").asBoolean(false)));
  }

  /** Standard Webhooks have one; there it counts where the file reads none from the body. */
  private static Optional<String> idHeader(JsonNode webhook) {
    boolean standard =
        webhook.at("/signature/kind").asText().equals("standard_webhooks")
            && !webhook.path("read").has("id");
    return Optional.of(webhook.path("id_header").asText(standard ? "webhook-id" : ""))
        .filter(name -> !name.isEmpty());
  }

  /** An event whose id is missing or blank gets one that is built; it is not lost for that. */
  private static ReadRules idIsNoPromise(ReadRules read) {
    Map<String, ValueRead> values = new HashMap<>(read.values());
    values.computeIfPresent("id", (_, id) -> id.mayBeMissing());
    return new ReadRules(read.at(), values);
  }

  private static Optional<Results> results(JsonNode results) {
    return results.isMissingNode()
        ? Optional.empty()
        : Optional.of(
            new Results(
                keys(results.path("secret")), FileMapper.duration(results.path("within"), "PT1H")));
  }

  private static Signature signature(JsonNode signature) {
    return switch (signature.path("kind").asText()) {
      case "hmac_sha256" -> signed(Algorithm.HMAC_SHA256, signature, "secret");
      case "hmac_sha512" -> signed(Algorithm.HMAC_SHA512, signature, "secret");
      case "rsa_sha256" -> signed(Algorithm.RSA_SHA256, signature, "public_key");
      case "ed25519" -> signed(Algorithm.ED25519, signature, "public_key");
      case "standard_webhooks" -> standardWebhooks(signature);
      case "shared_token" ->
          new WebhookTerms.SharedToken(
              signature.path("header").asText(), keys(signature.path("secret")));
      default -> new WebhookTerms.Unsigned();
    };
  }

  private static Signed signed(Algorithm algorithm, JsonNode signature, String key) {
    String usual = algorithm.shared() ? "hex" : "base64";
    return new Signed(
        algorithm,
        place(signature),
        signature.path("encoding").asText(usual).equals("base64"),
        keys(signature.path(key)),
        KeyForm.PLAIN,
        over(signature.path("over").asText("${body}")),
        timestamp(signature.path("timestamp")));
  }

  /**
   * As the specification of Standard Webhooks has it; only whether by a secret (v1) or by a key of
   * the partner's (v1a) is for a file to choose.
   */
  private static Signed standardWebhooks(JsonNode signature) {
    boolean shared = signature.has("secret");
    return new Signed(
        shared ? Algorithm.HMAC_SHA256 : Algorithm.ED25519,
        new Place("webhook-signature", "", Optional.of(new Field(shared ? "v1" : "v1a", " ", ","))),
        true,
        keys(signature.path(shared ? "secret" : "public_key")),
        KeyForm.WHSEC,
        List.of(
            new SignedPart.HeaderValue("webhook-id"),
            new SignedPart.Fixed("."),
            new SignedPart.TimeOfSigning(),
            new SignedPart.Fixed("."),
            new SignedPart.RawBody()),
        Optional.of(
            new Timestamp(
                new Place("webhook-timestamp", "", Optional.empty()),
                TimeFormat.UNIX,
                FileMapper.duration(signature.path("timestamp").path("tolerance"), "PT5M"))));
  }

  private static Place place(JsonNode value) {
    JsonNode field = value.path("field");
    return new Place(
        value.path("header").asText(),
        value.path("prefix").asText(""),
        field.isMissingNode()
            ? Optional.empty()
            : Optional.of(new Field(field.asText(), ",", "=")));
  }

  private static List<Template> keys(JsonNode key) {
    return key.isArray()
        ? key.valueStream().map(EndpointMapper::template).toList()
        : List.of(EndpointMapper.template(key));
  }

  static List<SignedPart> over(String text) {
    List<SignedPart> parts = new ArrayList<>();
    Matcher matcher = PLACE.matcher(text);
    int at = 0;
    while (matcher.find()) {
      if (matcher.start() > at) {
        parts.add(new SignedPart.Fixed(text.substring(at, matcher.start())));
      }
      boolean body = "body".equals(matcher.group(1));
      parts.add(body ? new SignedPart.RawBody() : new SignedPart.TimeOfSigning());
      at = matcher.end();
    }
    if (at < text.length()) {
      parts.add(new SignedPart.Fixed(text.substring(at)));
    }
    return parts;
  }

  private static Optional<Timestamp> timestamp(JsonNode timestamp) {
    if (timestamp.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(
        new Timestamp(
            place(timestamp),
            WireNames.parse(TimeFormat.class, timestamp.path("format").asText("unix")),
            FileMapper.duration(timestamp.path("tolerance"), "PT5M")));
  }
}
