// The webhook part of a sound file as records.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.WireNames;
import dev.semel.provider.file.WebhookTerms.Signature;
import dev.semel.provider.file.WebhookTerms.SignedPart;
import dev.semel.provider.file.WebhookTerms.TimeFormat;
import dev.semel.provider.file.WebhookTerms.Timestamp;
import java.util.ArrayList;
import java.util.List;
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
            JsonPointer.compile(webhook.path("events").asText("")),
            EndpointMapper.read(webhook.path("read")),
            tests.isMissingNode() ? Optional.empty() : Optional.of(EndpointMapper.condition(tests)),
            webhook.path("confirm_terminal").asBoolean(true)));
  }

  private static Signature signature(JsonNode signature) {
    String header = signature.path("header").asText();
    return switch (signature.path("kind").asText()) {
      case "hmac_sha256" -> hmac("HmacSHA256", signature);
      case "hmac_sha512" -> hmac("HmacSHA512", signature);
      case "shared_token" -> new WebhookTerms.SharedToken(header, secrets(signature));
      default -> new WebhookTerms.Unsigned();
    };
  }

  private static WebhookTerms.Hmac hmac(String algorithm, JsonNode signature) {
    return new WebhookTerms.Hmac(
        algorithm,
        signature.path("header").asText(),
        signature.path("prefix").asText(""),
        signature.path("encoding").asText("hex").equals("base64"),
        secrets(signature),
        over(signature.path("over").asText("${body}")),
        timestamp(signature.path("timestamp")));
  }

  private static List<Template> secrets(JsonNode signature) {
    JsonNode secret = signature.path("secret");
    return secret.isArray()
        ? secret.valueStream().map(EndpointMapper::template).toList()
        : List.of(EndpointMapper.template(secret));
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
            timestamp.path("header").asText(),
            WireNames.parse(TimeFormat.class, timestamp.path("format").asText("unix")),
            FileMapper.duration(timestamp.path("tolerance"), "PT5M")));
  }
}
