// The bodies of createWebhookEndpoint and updateWebhookEndpoint.
package dev.semel.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.EventType;
import dev.semel.domain.WireNames;
import dev.semel.json.BodyReader;
import dev.semel.notification.WebhookEndpoint.Mode;
import dev.semel.notification.WebhookEndpoint.Terms;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What somebody asks of an endpoint. To create one takes a URL; to change one takes what is to
 * change, and null where it is to have none.
 *
 * @param signing what its keys are to be; only for a new one
 * @param enabled whether it is to be delivered to
 */
record EndpointRequest(
    Optional<String> url,
    Member<List<EventType>> events,
    Optional<Mode> mode,
    Member<String> description,
    Optional<SigningKey.Kind> signing,
    Optional<Boolean> enabled) {
  private static final List<String> TYPES =
      Arrays.stream(EventType.values()).map(EventType::wireName).toList();
  private static final List<String> MODES =
      Arrays.stream(Mode.values()).map(WireNames::of).toList();
  private static final List<String> KINDS =
      Arrays.stream(SigningKey.Kind.values()).map(WireNames::of).toList();
  private static final int LONGEST_URL = 2048;

  /**
   * A member whose null means something else than its absence.
   *
   * @param sent whether it was there
   */
  record Member<T>(boolean sent, Optional<T> value) {
    static <T> Member<T> of(BodyReader body, String name, Optional<T> value) {
      return new Member<>(value.isPresent() || body.isNull(name), value);
    }

    /** What holds from now on. */
    Optional<T> over(Optional<T> before) {
      return sent ? value : before;
    }
  }

  /** Reads the body of createWebhookEndpoint. */
  static EndpointRequest toCreate(byte[] bytes, boolean allowPrivate) {
    BodyReader body = BodyReader.of(bytes);
    Optional<String> url = Optional.of(body.requiredText("url", 1, LONGEST_URL));
    Optional<SigningKey.Kind> signing = signing(body);
    return read(body, url.filter(_ -> body.isValid("url")), allowPrivate, signing, Optional.empty())
        .whole();
  }

  /** The same with everything said that is understood where it is left out. */
  private EndpointRequest whole() {
    return new EndpointRequest(
        url,
        new Member<>(true, events.value()),
        Optional.of(mode.orElse(Mode.FULL)),
        new Member<>(true, description.value()),
        Optional.of(signing.orElse(SigningKey.Kind.HMAC_SHA256)),
        enabled);
  }

  /** What keys are to be, where it is said. */
  static Optional<SigningKey.Kind> signing(BodyReader body) {
    return body.optionalChoice("signing", KINDS)
        .map(word -> WireNames.parse(SigningKey.Kind.class, word));
  }

  /** Reads the body of updateWebhookEndpoint. */
  static EndpointRequest toUpdate(byte[] bytes, boolean allowPrivate) {
    BodyReader body = BodyReader.of(bytes);
    Optional<Boolean> enabled =
        body.optionalChoice("status", List.of("enabled", "disabled")).map("enabled"::equals);
    return read(
        body, body.optionalText("url", 1, LONGEST_URL), allowPrivate, Optional.empty(), enabled);
  }

  private static EndpointRequest read(
      BodyReader body,
      Optional<String> url,
      boolean allowPrivate,
      Optional<SigningKey.Kind> signing,
      Optional<Boolean> enabled) {
    EndpointUrl.check(body, "url", url, allowPrivate);
    Optional<List<EventType>> events =
        body.has("events")
            ? Optional.of(types(body.requiredChoices("events", 1, TYPES.size(), TYPES)))
            : Optional.empty();
    Optional<Mode> mode =
        body.optionalChoice("mode", MODES).map(word -> WireNames.parse(Mode.class, word));
    Optional<String> description = body.optionalText("description", 1, 500);
    EndpointRequest request =
        new EndpointRequest(
            url,
            Member.of(body, "events", events),
            mode,
            Member.of(body, "description", description),
            signing,
            enabled);
    body.throwIfInvalid();
    return request;
  }

  private static List<EventType> types(List<String> words) {
    return words.stream().flatMap(word -> EventType.find(word).stream()).sorted().toList();
  }

  /** What the new endpoint is. */
  Terms terms() {
    return new Terms(url.orElseThrow(), events.value(), mode.orElseThrow(), description.value());
  }

  /** What the endpoint is from now on. */
  Terms over(Terms before) {
    return new Terms(
        url.orElse(before.url()),
        events.over(before.events()),
        mode.orElse(before.mode()),
        description.over(before.description()));
  }

  /** Everything that makes two requests the same, in one exact form. */
  JsonNode understood() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    url.ifPresent(value -> json.put("url", value));
    if (events.sent()) {
      json.set("events", EndpointJson.types(events.value()));
    }
    mode.ifPresent(value -> json.put("mode", WireNames.of(value)));
    if (description.sent()) {
      json.put("description", description.value().orElse(null));
    }
    signing.ifPresent(value -> json.put("signing", WireNames.of(value)));
    enabled.ifPresent(value -> json.put("enabled", value));
    return json;
  }
}
