// Checks what a file says of how requests prove who we are.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds proofs that contradict each other, and calls for a token that would never bring one. */
final class AuthRules {
  private static final List<String> PROOFS =
      List.of("bearer", "basic", "header", "oauth2", "token");
  private static final Set<String> WRITE_AUTHORIZATION =
      Set.of("bearer", "basic", "oauth2", "token");
  private static final Pattern NAMED_AS_SECRET =
      Pattern.compile("(?i).*(key|secret|token|password|authorization).*");
  private static final Pattern TOKEN_URL =
      Pattern.compile("(/|https?://|\\$\\{config\\.)[A-Za-z0-9._~!$&'()*+,;=:@/{}-]*");

  private final JsonNode file;
  private final JsonNode auth;
  private final FaultList faults;

  AuthRules(JsonNode file, FaultList faults) {
    this.file = file;
    this.auth = file.path("auth");
    this.faults = faults;
  }

  void check() {
    oneProof();
    headers();
    tokenUrl();
    token();
    expired("oauth2");
    expired("token");
    certificate();
  }

  private Optional<String> proof() {
    return PROOFS.stream().filter(auth::has).findFirst();
  }

  private void oneProof() {
    PROOFS.stream()
        .filter(auth::has)
        .skip(1)
        .forEach(
            other ->
                faults.add(
                    "/auth/" + other,
                    "Requests prove who we are in one way; keep this or "
                        + proof().orElse("the other")
                        + "."));
  }

  private void headers() {
    auth.path("headers").properties().forEach(h -> header(h.getKey(), h.getValue()));
  }

  private void header(String name, JsonNode value) {
    String at = Pointers.child("/auth/headers", name);
    if (NAMED_AS_SECRET.matcher(name).matches() && !value.asText().contains("${secret.")) {
      faults.add(
          at,
          "A secret is kept outside, not in this file; list its name under secrets and write"
              + " ${secret.NAME}.");
    }
    boolean written =
        proof()
            .map(
                proof ->
                    name.equalsIgnoreCase(auth.path("header").path("name").asText())
                        || name.equalsIgnoreCase(auth.at("/token/send/name").asText())
                        || (WRITE_AUTHORIZATION.contains(proof)
                            && !auth.at("/token").has("send")
                            && name.toLowerCase(Locale.ROOT).equals("authorization")))
            .orElse(false);
    if (written) {
      faults.add(at, "This header is written already; keep one of both.");
    }
  }

  private void tokenUrl() {
    JsonNode url = auth.at("/oauth2/token_url");
    if (url.isTextual() && !TOKEN_URL.matcher(url.asText()).matches()) {
      faults.add(
          "/auth/oauth2/token_url",
          "Write a path that begins with / and is added to base_url, or a whole address such as"
              + " ${config.token_url}; a query can't stand here, use token instead of oauth2.");
    }
  }

  private void token() {
    JsonNode read = auth.at("/token/read");
    new AnswerRules(file, faults).read(read, "/auth/token/read");
    if (read.has("expires_in") && read.has("expires_at")) {
      faults.add(
          "/auth/token/read/expires_at", "The end of a token is read in one way; remove one.");
    }
    if (read.path("expires_in").has("as")) {
      faults.add("/auth/token/read/expires_in/as", "Seconds are read as they are; remove it.");
    }
    JsonNode send = auth.at("/token/send/value");
    if (send.isTextual() && !send.asText().contains("${" + AuthMapper.TOKEN)) {
      faults.add(
          "/auth/token/send/value",
          "The token would never be sent; write ${" + AuthMapper.TOKEN + "} where it belongs.");
    }
  }

  private void expired(String kind) {
    JsonNode expired = auth.path(kind).path("expired");
    if (!expired.isMissingNode()) {
      new AnswerRules(file, faults).when(expired, "/auth/" + kind + "/expired");
    }
  }

  private void certificate() {
    JsonNode mtls = auth.path("mtls");
    if (mtls.isMissingNode()) {
      return;
    }
    boolean keystore = mtls.has("keystore") && mtls.has("password");
    boolean pem = mtls.has("certificate") && mtls.has("key");
    if (mtls.isObject() && (keystore == pem || mtls.size() != 2)) {
      faults.add(
          "/auth/mtls",
          "A client certificate is in a keystore with its password, or in two PEM files,"
              + " certificate and key; give one of the pairs.");
    }
  }
}
