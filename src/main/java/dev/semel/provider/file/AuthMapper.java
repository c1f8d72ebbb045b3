// The auth of a sound file as records.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.provider.file.AuthTerms.Certificate;
import dev.semel.provider.file.AuthTerms.TokenCall;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Maps how requests prove who we are. */
final class AuthMapper {
  /** Where the header that carries a token has it. */
  static final String TOKEN = "token.value";

  private static final String LASTS = "PT5M";
  private static final int UNAUTHORIZED = 401;

  private final JsonNode auth;

  AuthMapper(JsonNode auth) {
    this.auth = auth;
  }

  AuthTerms auth() {
    return new AuthTerms(
        proof(), EndpointMapper.templates(auth.path("headers")), token(), certificate());
  }

  private Endpoint.Auth proof() {
    if (auth.has("bearer")) {
      return new Endpoint.Bearer(template(auth.path("bearer")));
    }
    if (auth.has("basic")) {
      return basic(auth.path("basic"));
    }
    if (auth.has("header")) {
      return header(auth.path("header"));
    }
    return new Endpoint.NoAuth();
  }

  private static Endpoint.Basic basic(JsonNode basic) {
    return new Endpoint.Basic(
        template(basic.path("user")), template(basic.path("password")), false);
  }

  private static Endpoint.OwnHeader header(JsonNode header) {
    return new Endpoint.OwnHeader(header.path("name").asText(), template(header.path("value")));
  }

  private Optional<TokenCall> token() {
    if (auth.has("oauth2")) {
      return Optional.of(oauth2(auth.path("oauth2")));
    }
    return auth.has("token") ? Optional.of(token(auth.path("token"))) : Optional.empty();
  }

  private static TokenCall token(JsonNode token) {
    return new TokenCall(
        token.has("base_url") ? Optional.of(template(token.path("base_url"))) : Optional.empty(),
        EndpointMapper.request(token.path("request")),
        token.has("basic") ? basic(token.path("basic")) : new Endpoint.NoAuth(),
        EndpointMapper.read(token.path("read")),
        token.has("send") ? header(token.path("send")) : bearer(),
        lasts(token),
        expired(token));
  }

  /** The client credentials grant of RFC 6749, section 4.4. */
  private static TokenCall oauth2(JsonNode oauth2) {
    boolean inBody = oauth2.path("client_auth").asText("basic").equals("body");
    Template url = template(oauth2.path("token_url"));
    boolean ofBaseUrl = oauth2.path("token_url").asText().startsWith("/");
    return new TokenCall(
        ofBaseUrl ? Optional.empty() : Optional.of(url),
        new Endpoint.Request(
            "POST",
            ofBaseUrl ? url : parsed(""),
            Map.of(),
            Map.of(),
            new Endpoint.FormBody(EndpointMapper.templates(grant(oauth2, inBody)))),
        inBody
            ? new Endpoint.NoAuth()
            : new Endpoint.Basic(
                template(oauth2.path("client_id")), template(oauth2.path("client_secret")), true),
        new ReadRules(
            JsonPointer.empty(),
            Map.of(
                "token", value("/access_token", false), "expires_in", value("/expires_in", true))),
        bearer(),
        lasts(oauth2),
        expired(oauth2));
  }

  private static JsonNode grant(JsonNode oauth2, boolean inBody) {
    ObjectNode form = JsonNodeFactory.instance.objectNode();
    form.put("grant_type", "client_credentials");
    if (oauth2.has("scope")) {
      form.set("scope", oauth2.path("scope"));
    }
    if (inBody) {
      form.set("client_id", oauth2.path("client_id"));
      form.set("client_secret", oauth2.path("client_secret"));
    }
    return form;
  }

  private static ValueRead value(String pointer, boolean optional) {
    return new ValueRead(
        JsonPointer.compile(pointer),
        ValueRead.As.PLAIN,
        optional,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Endpoint.OwnHeader bearer() {
    return new Endpoint.OwnHeader("Authorization", parsed("Bearer ${" + TOKEN + "}"));
  }

  private static Duration lasts(JsonNode token) {
    return Duration.parse(token.path("lasts").asText(LASTS));
  }

  private static Condition expired(JsonNode token) {
    JsonNode unauthorized = JsonNodeFactory.instance.objectNode().put("status", UNAUTHORIZED);
    return EndpointMapper.condition(token.has("expired") ? token.path("expired") : unauthorized);
  }

  private Optional<Certificate> certificate() {
    JsonNode mtls = auth.path("mtls");
    if (mtls.has("keystore")) {
      return Optional.of(
          new Certificate.Keystore(
              template(mtls.path("keystore")), template(mtls.path("password"))));
    }
    return mtls.has("certificate")
        ? Optional.of(
            new Certificate.Pem(template(mtls.path("certificate")), template(mtls.path("key"))))
        : Optional.empty();
  }

  private static Template template(JsonNode node) {
    return EndpointMapper.template(node);
  }

  private static Template parsed(String text) {
    return template(JsonNodeFactory.instance.textNode(text));
  }
}
