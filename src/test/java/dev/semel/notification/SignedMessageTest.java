// Signatures are those of Standard Webhooks, to the byte.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SignedMessageTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final byte[] BODY = "{\"a\":\"ü\"}".getBytes(StandardCharsets.UTF_8);
  private static final Instant AT = Instant.parse("2026-12-01T10:00:00.987654Z");

  /** RFC 8410: what stands before an ed25519 public key in its usual encoding. */
  private static final String PUBLIC_KEY_HEAD = "302a300506032b6570032100";

  /** The vectors of the reference libraries of standard-webhooks/standard-webhooks. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "HMAC_SHA256, MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='",
    "ED25519, VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=, 'v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag=='"
  })
  void the_specifications_vectors_are_signed_as_it_says(
      SigningKey.Kind kind, String key, String signature) {
    SignedMessage message =
        SignedMessage.of(
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            Instant.ofEpochSecond(1_614_265_330),
            "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8),
            List.of(SigningKey.of(kind, Base64.getDecoder().decode(key))));

    assertThat(message.headers())
        .containsEntry("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
        .containsEntry("webhook-timestamp", "1614265330")
        .containsEntry("webhook-signature", signature)
        .containsEntry("content-type", "application/json");
  }

  @Test
  void the_time_is_in_whole_seconds_and_the_body_is_what_was_signed() {
    SigningKey key = SigningKey.make(SigningKey.Kind.HMAC_SHA256, RANDOM);
    SignedMessage message = SignedMessage.of("evt_1", AT, BODY, List.of(key));

    assertThat(message.headers()).containsEntry("webhook-timestamp", "1796119200");
    assertThat(message.body()).isEqualTo(BODY);
    assertThat(message.headers().get("webhook-signature"))
        .isEqualTo(key.sign("evt_1.1796119200.{\"a\":\"ü\"}".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void w_14_while_keys_change_there_is_a_signature_of_each_the_new_one_first() {
    SigningKey secret = SigningKey.make(SigningKey.Kind.HMAC_SHA256, RANDOM);
    SigningKey pair = SigningKey.make(SigningKey.Kind.ED25519, RANDOM);
    String[] signatures =
        SignedMessage.of("evt_1", AT, BODY, List.of(pair, secret))
            .headers()
            .getOrDefault("webhook-signature", "")
            .split(" ", -1);

    assertThat(signatures).hasSize(2);
    assertThat(signatures[0]).startsWith("v1a,");
    assertThat(signatures[1]).startsWith("v1,");
  }

  @Test
  void w_15_a_secret_is_shown_as_whsec_and_base64_of_the_bytes_that_sign() {
    SigningKey key = SigningKey.make(SigningKey.Kind.HMAC_SHA256, RANDOM);
    String text = key.secretText().orElseThrow();

    assertThat(text).startsWith("whsec_");
    byte[] bytes = Base64.getDecoder().decode(text.substring("whsec_".length()));
    assertThat(bytes).hasSizeBetween(24, 64);
    assertThat(SigningKey.of(SigningKey.Kind.HMAC_SHA256, bytes).sign(BODY))
        .isEqualTo(key.sign(BODY));
    assertThat(key.publicText()).isEmpty();
  }

  @Test
  void of_a_pair_the_public_half_is_shown_and_verifies_what_was_signed() throws Exception {
    SigningKey key = SigningKey.make(SigningKey.Kind.ED25519, RANDOM);
    String text = key.publicText().orElseThrow();

    assertThat(text).matches("whpk_[0-9A-Za-z+/]{43}=");
    assertThat(key.secretText()).as("nobody needs it").isEmpty();
    String signature = key.sign(BODY);
    assertThat(verifies(text, BODY, signature)).isTrue();
    assertThat(verifies(text, new byte[] {1}, signature)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(SigningKey.Kind.class)
  void a_key_tells_nothing_of_itself_in_a_log(SigningKey.Kind kind) {
    assertThat(SigningKey.make(kind, RANDOM)).hasToString(kind + " …");
  }

  private static boolean verifies(String publicText, byte[] message, String signature)
      throws GeneralSecurityException {
    byte[] raw = Base64.getDecoder().decode(publicText.substring("whpk_".length()));
    byte[] encoded = HexFormat.of().parseHex(PUBLIC_KEY_HEAD + HexFormat.of().formatHex(raw));
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
    verifier.update(message);
    return verifier.verify(Base64.getDecoder().decode(signature.substring("v1a,".length())));
  }
}
