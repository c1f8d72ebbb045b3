// How requests to a partner prove who we are.
package dev.semel.provider.file;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the {@code auth} of a file says.
 *
 * @param proof what is written into every request, of settings and secrets alone
 * @param headers further headers of every request, that for a token included
 * @param token the call that gets a token for the other requests, where there is one
 * @param certificate the client certificate, where there is one
 */
public record AuthTerms(
    Endpoint.Auth proof,
    Map<String, Template> headers,
    Optional<TokenCall> token,
    Optional<Certificate> certificate) {
  public AuthTerms {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /**
   * A call that gets a token.
   *
   * @param baseUrl what its path is added to, where that is not the partner's
   * @param request how to ask
   * @param proof how that request proves who we are
   * @param read where the token is in the answer, and how long it lasts
   * @param send the header of the other requests that carries it
   * @param lasts how long it lasts where its answer does not say
   * @param expired which answers to the other requests say that it is no longer taken
   */
  public record TokenCall(
      Optional<Template> baseUrl,
      Endpoint.Request request,
      Endpoint.Auth proof,
      ReadRules read,
      Endpoint.OwnHeader send,
      Duration lasts,
      Condition expired) {}

  /** A certificate of ours that the partner asks for in the TLS handshake. */
  public sealed interface Certificate {
    /** In a PKCS#12 file. */
    record Keystore(Template file, Template password) implements Certificate {}

    /** In PEM files: the certificate with its chain, and its key. */
    record Pem(Template certificate, Template key) implements Certificate {}
  }

  /** How the request for a token proves who we are. */
  public AuthTerms of(TokenCall call) {
    return new AuthTerms(call.proof(), headers, Optional.empty(), Optional.empty());
  }
}
