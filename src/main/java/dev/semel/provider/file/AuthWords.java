// How requests prove who we are, in words.
package dev.semel.provider.file;

import dev.semel.provider.file.AuthTerms.Certificate;
import dev.semel.provider.file.AuthTerms.TokenCall;
import java.util.ArrayList;
import java.util.List;

/** The sentences of an explanation that are about {@code auth}. */
final class AuthWords {
  private AuthWords() {}

  static List<String> of(AuthTerms auth) {
    List<String> sentences = new ArrayList<>();
    sentences.add(auth.token().map(AuthWords::token).orElseGet(() -> fixed(auth)));
    auth.certificate().ifPresent(certificate -> sentences.add(certificate(certificate)));
    return sentences;
  }

  private static String fixed(AuthTerms auth) {
    String proof =
        switch (auth.proof()) {
          case Endpoint.NoAuth _ ->
              auth.headers().isEmpty()
                  ? "Requests carry nothing that proves who we are"
                  : "Requests prove who we are by the headers "
                      + String.join(" and ", auth.headers().keySet());
          case Endpoint.Bearer _ -> "Requests carry a fixed bearer token";
          case Endpoint.Basic _ -> "Requests carry a user and a password";
          case Endpoint.OwnHeader own -> "Requests prove who we are by the header " + own.name();
        };
    return proof + ".";
  }

  private static String token(TokenCall token) {
    boolean ends = token.read().values().containsKey("expires_in");
    boolean endsAt = token.read().values().containsKey("expires_at");
    return "Requests carry a token in the header "
        + token.send().name()
        + ". It is got by a call of its own, kept in memory only, and got anew shortly before it ends"
        + (ends || endsAt
            ? "; where its answer does not say when that is, after "
            : ", which is after ")
        + ProviderExplanation.words(token.lasts())
        + ". Without a token nothing is sent. When the partner no longer takes one that we had"
        + " kept, it is got anew, and a question is asked once more; a submission is made once more"
        + " only where the rule for that answer says that nothing was processed, and it costs no try.";
  }

  private static String certificate(Certificate certificate) {
    return switch (certificate) {
      case Certificate.Keystore _ ->
          "Connections prove who we are by a client certificate from a PKCS#12 file.";
      case Certificate.Pem _ ->
          "Connections prove who we are by a client certificate from PEM files.";
    };
  }
}
