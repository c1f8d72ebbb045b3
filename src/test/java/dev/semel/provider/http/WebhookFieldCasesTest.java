// Faults of webhooks that others have met, where no database is needed to see them.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.WebhookVerdict.Rejected;
import dev.semel.provider.WebhookVerdict.Verified;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.WebhookTerms;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookFieldCasesTest {
  /** Key, message and signatures of the libraries of Standard Webhooks; OpenSSL makes the same. */
  private static final String SECRET = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final String BODY = "{\"test\": 2432232314}";
  private static final Instant THEN = Instant.ofEpochSecond(1614265330);
  private static final String GOOD = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  private static final String BAD = "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=";

  /** Of the key {@code TESTSIGNINGKEYDONOTUSETHISFORANY}. */
  private static final String GOOD_V1A =
      "v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==";

  private static final String PUBLIC_KEY = "ZlN4eg7dSSqi0moX9hQUk3orrOouK3QVQSlJa248c/g=";

  private static WebhookTerms.Signature standard(String key) {
    return Acme.file(
            text ->
                text.replaceFirst(
                        "(?m)^  signature: .*$",
                        Matcher.quoteReplacement(
                            "  signature: {kind: standard_webhooks, " + key + "}"))
                    .replace("secrets: [", "config: [k]\nsecrets: ["))
        .webhook()
        .orElseThrow()
        .signature();
  }

  private static WebhookVerdict check(
      String key, List<String> keys, String signature, String body, Instant receivedAt) {
    Map<String, List<String>> headers =
        Map.of(
            "webhook-id", List.of(ID),
            "webhook-timestamp", List.of(Long.toString(THEN.getEpochSecond())),
            "webhook-signature", signature.isEmpty() ? List.of() : List.of(signature));
    return new SignatureCheck(standard(key), keys)
        .check(new InboundMessage(headers, body.getBytes(StandardCharsets.UTF_8), receivedAt));
  }

  private static WebhookVerdict hmac(List<String> secrets, String signature) {
    return check("secret: \"${secret.webhook_secret}\"", secrets, signature, BODY, THEN);
  }

  @Test
  void w_14_any_good_signature_of_several_will_do_and_after_the_rotation_the_old_one_will_not() {
    for (String several :
        List.of(BAD + " " + GOOD, GOOD_V1A + " " + GOOD, "v2,x " + BAD + " " + GOOD + " " + BAD)) {
      assertThat(hmac(List.of(SECRET), several)).as(several).isInstanceOf(Verified.class);
    }
    assertThat(hmac(List.of(OTHER_SECRET, SECRET), GOOD))
        .as("while both are listed")
        .isInstanceOf(Verified.class);
    assertThat(hmac(List.of(OTHER_SECRET), GOOD))
        .as("after the old one is gone")
        .isInstanceOf(Rejected.class);
    for (String none : List.of("", " ", "v1,", "v1", ",", BAD, GOOD_V1A)) {
      assertThat(hmac(List.of(SECRET), none)).as(none).isInstanceOf(Rejected.class);
    }
  }

  @Test
  void w_14_the_partners_own_key_signs_as_version_1a() {
    String key = "public_key: \"${config.k}\"";
    for (String written : List.of(PUBLIC_KEY, "whpk_" + PUBLIC_KEY)) {
      assertThat(check(key, List.of(written), GOOD + " " + GOOD_V1A, BODY, THEN))
          .isInstanceOf(Verified.class);
      assertThat(check(key, List.of(written), GOOD_V1A, BODY + " ", THEN))
          .isInstanceOf(Rejected.class);
      assertThat(check(key, List.of(written), GOOD_V1A.replace("v1a", "v1"), BODY, THEN))
          .as("a signature of another version")
          .isInstanceOf(Rejected.class);
    }
  }

  @Test
  void w_15_a_secret_may_have_its_mark_or_not_and_is_never_taken_as_text() {
    assertThat(hmac(List.of(SECRET), GOOD)).isInstanceOf(Verified.class);
    assertThat(hmac(List.of("whsec_" + SECRET), GOOD)).isInstanceOf(Verified.class);
    assertThatThrownBy(() -> hmac(List.of("whsec_not base64!"), GOOD))
        .isInstanceOf(IllegalArgumentException.class);
    // Where the file says hmac_sha256, the secret is its text, as Stripe has it.
    WebhookTerms.Signature plain = Acme.file(text -> text).webhook().orElseThrow().signature();
    assertThat(((WebhookTerms.Signed) plain).keyForm()).isEqualTo(WebhookTerms.KeyForm.PLAIN);
  }

  @Test
  void w_16_a_partner_without_its_secret_is_connected_to_nobody() {
    ProviderFile file = Acme.file(text -> text);
    for (String secret : List.of("", " ")) {
      Map<String, String> environment =
          Map.of(
              "SEMEL_PROVIDER_ACME_BASE_URL", "http://acme.test",
              "SEMEL_PROVIDER_ACME_API_KEY", "key",
              "SEMEL_PROVIDER_ACME_WEBHOOK_SECRET", secret);
      ProviderSettings.Found found =
          ProviderSettings.find(file, name -> Optional.ofNullable(environment.get(name)));
      assertThat(found.faults()).as("'%s'", secret).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-600, 600, -301, 301})
  void w_17_a_signature_is_good_for_five_minutes_before_and_after(long seconds) {
    assertThat(
            check(
                "secret: \"${secret.webhook_secret}\"",
                List.of(SECRET),
                GOOD,
                BODY,
                THEN.plusSeconds(seconds)))
        .isInstanceOf(Rejected.class);
    assertThat(
            check(
                "secret: \"${secret.webhook_secret}\"",
                List.of(SECRET),
                GOOD,
                BODY,
                THEN.plusSeconds(seconds / Math.abs(seconds) * 300)))
        .isInstanceOf(Verified.class);
  }

  // ---- signatures that strangers write ----

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "00",
        "g0",
        "zzzz",
        "ÄÖ",
        "\u0000",
        "=",
        "v1=",
        ",",
        "sha256=",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "000000000000000000000000000000000000000000000000000000000000000000000000"
      })
  void s_09_a_signature_of_any_length_and_form_is_refused_and_never_throws(String signature) {
    WebhookTerms.Signature hmac = Acme.file(text -> text).webhook().orElseThrow().signature();
    for (List<String> header :
        List.of(List.of(signature), List.of(signature, signature), List.<String>of())) {
      InboundMessage message =
          new InboundMessage(
              Map.of(
                  "x-acme-signature",
                  header,
                  "x-acme-timestamp",
                  List.of(Long.toString(THEN.getEpochSecond()))),
              BODY.getBytes(StandardCharsets.UTF_8),
              THEN);
      assertThat(new SignatureCheck(hmac, List.of("s")).check(message))
          .isInstanceOf(Rejected.class);
    }
  }
}
