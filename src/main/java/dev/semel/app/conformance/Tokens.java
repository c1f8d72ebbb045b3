// Who may call the partner.
package dev.semel.app.conformance;

import dev.semel.app.conformance.Dialect.Auth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** Gives access tokens, and knows whom the partner lets in. */
final class Tokens {
  private final VirtualClock clock;
  private final Wording wording;
  private final Map<String, Instant> given = new HashMap<>();

  Tokens(VirtualClock clock, Wording wording) {
    this.clock = clock;
    this.wording = wording;
  }

  String issue(Duration lasts) {
    String token = "token-" + UUID.randomUUID();
    given.put(token, clock.instant().plus(lasts));
    return token;
  }

  /** Makes all tokens that were given useless. */
  void revoke() {
    given.clear();
  }

  boolean admit(Auth auth, Asked asked) {
    String header = asked.headers().getOrDefault("authorization", "");
    return switch (auth) {
      case Dialect.Open _ -> true;
      case Dialect.Bearer bearer ->
          header.startsWith("Bearer ")
              && bearer
                  .setting()
                  .map(name -> header.equals("Bearer " + wording.setting(name)))
                  .orElseGet(() -> lives(header.substring("Bearer ".length())));
      case Dialect.Basic basic ->
          header.equals(
              "Basic "
                  + base64(
                      wording.setting(basic.user()) + ":" + wording.setting(basic.password())));
      case Dialect.Own own ->
          own.headers().entrySet().stream()
              .allMatch(
                  wanted ->
                      Phrase.text(wanted.getValue(), wording.everywhere())
                          .filter(asked.headers().getOrDefault(lower(wanted.getKey()), "")::equals)
                          .isPresent());
    };
  }

  private boolean lives(String token) {
    Instant until = given.get(token);
    return until != null && clock.instant().isBefore(until);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
