// What a file may say of how requests prove who we are.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthRulesTest {
  private static final String BEARER = "auth: {bearer: \"${secret.api_key}\"}\n";
  private static final String TOKEN =
      "token: {request: {method: POST, path: /t}, basic: {user: u, password: \"${secret.api_key}\"},"
          + " read: {token: /t, expires_in: /e}}";
  private static final String OAUTH2 =
      "oauth2: {token_url: /t, client_id: c, client_secret: \"${secret.api_key}\"}";

  private static ProviderFileReading read(String auth) throws IOException {
    String text = Files.readString(Path.of("src/test/resources/providers/acme.yaml"));
    assertThat(text).contains(BEARER);
    String written = auth.replace("TOKEN", TOKEN).replace("OAUTH2", OAUTH2);
    return new ProviderFileReader().read(text.replace(BEARER, "auth: {" + written + "}\n"));
  }

  private static List<ProviderFileFault> faultsOf(String auth) throws IOException {
    return switch (read(auth)) {
      case Sound _ -> List.of();
      case Faulty faulty -> faulty.faults();
    };
  }

  private static String explained(String auth) throws IOException {
    assertThat(faultsOf(auth)).isEmpty();
    return read(auth) instanceof Sound sound
        ? String.join("\n", ProviderExplanation.of(sound.file()))
        : "";
  }

  @Test
  void each_kind_is_explained_in_words() throws IOException {
    assertThat(explained("basic: {user: u, password: \"${secret.api_key}\"}"))
        .contains("carry a user and a password.");
    assertThat(explained("header: {name: X-Key, value: \"${secret.api_key}\"}"))
        .contains("by the header X-Key.");
    assertThat(explained("headers: {X-Key: \"${secret.api_key}\", X-Version: 2}"))
        .contains("by the headers X-Key and X-Version.");
    assertThat(explained("OAUTH2"))
        .contains("a token in the header Authorization")
        .contains("where its answer does not say when that is, after 5 minutes.")
        .contains("Without a token nothing is sent.")
        .contains("only where the rule for that answer says that nothing was processed");
    assertThat(
            explained(
                TOKEN.replace(
                    ", expires_in: /e}",
                    "}, lasts: PT9M, send: {name: X-S, value:" + " \"${token.value}\"}")))
        .contains("a token in the header X-S")
        .contains("which is after 9 minutes.");
    assertThat(
            explained(
                "bearer: \"${secret.api_key}\", mtls: {keystore: k, password: \"${secret.api_key}\"}"))
        .contains("a fixed bearer token.")
        .contains("a client certificate from a PKCS#12 file.");
    assertThat(explained("mtls: {certificate: c, key: k}")).contains("from PEM files.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                                     ¦ /auth                        ¦ Change this
          bearer: "${secret.api_key}", TOKEN                      ¦ /auth/token                  ¦ keep this or bearer
          OAUTH2, TOKEN                                           ¦ /auth/token                  ¦ keep this or oauth2
          basic: {user: u, password: literal}                     ¦ /auth/basic/password         ¦ not in this file
          headers: {X-Api-Key: literal}                           ¦ /auth/headers/X-Api-Key      ¦ not in this file
          headers: {Host: h}                                      ¦ /auth/headers/Host           ¦ written by the program
          headers: {authorization: "${secret.api_key}"}, TOKEN    ¦ /auth/headers/authorization  ¦ keep one of both
          headers: {X-Id: "${payout.id}"}                         ¦ /auth/headers/X-Id           ¦ no value
          headers: {X-Id: "${config.id?}"}                        ¦ /auth/headers/X-Id           ¦ whole value
          oauth2: {token_url: /t, client_id: c, client_secret: s} ¦ /auth/oauth2/client_secret   ¦ not in this file
          oauth2: {token_url: "/t?a=b", client_id: c, client_secret: "${secret.api_key}"} ¦ /auth/oauth2/token_url ¦ a query can't stand
          oauth2: {token_url: t, client_id: c, client_secret: "${secret.api_key}"} ¦ /auth/oauth2/token_url ¦ begins with /
          oauth2: {token_url: "${secret.api_key}", client_id: c, client_secret: "${secret.api_key}"} ¦ /auth/oauth2/token_url ¦ not declared
          oauth2: {token_url: /t, client_id: c, client_secret: "${secret.api_key}", client_auth: header} ¦ /auth/oauth2/client_auth ¦ not one of the words
          oauth2: {token_url: /t, client_id: c, client_secret: "${secret.api_key}", lasts: soon} ¦ /auth/oauth2/lasts ¦ not a duration
          oauth2: {token_url: /t, client_id: c, client_secret: "${secret.api_key}", expired: {status: 600}} ¦ /auth/oauth2/expired/status ¦ from 100 to 599
          oauth2: {token_url: /t, client_secret: "${secret.api_key}"} ¦ /auth/oauth2             ¦ 'client_id' is missing
          token: {request: {method: POST, path: /t}}              ¦ /auth/token                  ¦ 'read' is missing
          token: {request: {method: POST, path: /t}, read: {expires_in: /e}} ¦ /auth/token/read  ¦ 'token' is missing
          token: {request: {method: POST, path: /t}, read: {token: t}} ¦ /auth/token/read/token ¦ fit
          token: {request: {method: POST, path: /t}, read: {token: /t, expires_in: /e, expires_at: /a}} ¦ /auth/token/read/expires_at ¦ remove one
          token: {request: {method: POST, path: /t}, read: {token: /t, expires_in: {at: /e, as: unix}}} ¦ /auth/token/read/expires_in/as ¦ remove it
          token: {request: {method: POST, path: /t}, read: {token: /t, expires_at: {at: /e, as: local_time}}} ¦ /auth/token/read/expires_at ¦ add zone
          token: {request: {method: GET, path: /t, form: {a: b}}, read: {token: /t}} ¦ /auth/token/request ¦ carries no body
          token: {request: {method: POST, path: "/t/${attempt.key}"}, read: {token: /t}} ¦ /auth/token/request/path ¦ no value
          token: {request: {method: POST, path: /t}, basic: {user: u, password: p}, read: {token: /t}} ¦ /auth/token/basic/password ¦ not in this file
          token: {request: {method: POST, path: /t}, read: {token: /t}, send: {name: X-T, value: x}} ¦ /auth/token/send/value ¦ never be sent
          bearer: "${token.value}${secret.api_key}"               ¦ /auth/bearer                 ¦ no value
          mtls: {keystore: k, password: p}                        ¦ /auth/mtls/password          ¦ not in this file
          mtls: {keystore: k}                                     ¦ /auth/mtls                   ¦ one of the pairs
          mtls: {certificate: c}                                  ¦ /auth/mtls                   ¦ one of the pairs
          mtls: {keystore: k, password: "${secret.api_key}", key: k} ¦ /auth/mtls                ¦ one of the pairs
          """)
  void a_fault_is_told_where_it_is(String auth, String pointer, String words) throws IOException {
    assertThat(faultsOf(auth))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).isEqualTo(pointer);
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isEqualTo(15);
            });
  }
}
