// The ways in which partners sign their messages, from the file to the verdict.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.WebhookVerdict.Rejected;
import dev.semel.provider.WebhookVerdict.Verified;
import dev.semel.provider.file.WebhookTerms;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureKindsTest {
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
  private static final String BODY = "{\"amount\":\"125.50\"}\n";
  private static final String RSA =
      "{kind: rsa_sha256, header: X-Sig, public_key: \"${config.k}\"}";
  private static final String STRIPE =
      "{kind: hmac_sha256, header: Stripe-Signature, field: v1, secret: \"${secret.webhook_secret}\","
          + " over: \"${timestamp}.${body}\", timestamp: {header: Stripe-Signature, field: t, tolerance: PT5M}}";
  private static final KeyPair RSA_KEYS = keys("RSA", 2048);
  private static final KeyPair OTHER_RSA_KEYS = keys("RSA", 2048);

  private static KeyPair keys(String kind, int size) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
      if (size > 0) {
        generator.initialize(size);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static WebhookTerms.Signature signature(String yaml) {
    return Acme.file(
            text ->
                text.replaceFirst(
                        "(?m)^  signature: .*$",
                        java.util.regex.Matcher.quoteReplacement("  signature: " + yaml))
                    .replace("secrets: [", "config: [k]\nsecrets: ["))
        .webhook()
        .orElseThrow()
        .signature();
  }

  private static WebhookVerdict check(
      String yaml, List<String> keys, Map<String, List<String>> headers, String body) {
    InboundMessage message =
        new InboundMessage(headers, body.getBytes(StandardCharsets.UTF_8), NOW);
    return new SignatureCheck(signature(yaml), keys).check(message);
  }

  private static byte[] signed(String algorithm, PrivateKey key, String text)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(text.getBytes(StandardCharsets.UTF_8));
    return signature.sign();
  }

  private static String hmac(String secret, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String pem(Key key) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(key.getEncoded())
        + "\n-----END PUBLIC KEY-----\n";
  }

  @Test
  void an_rsa_signature_counts_under_any_of_the_keys_and_over_these_bytes_alone()
      throws GeneralSecurityException {
    String good = base64(signed("SHA256withRSA", RSA_KEYS.getPrivate(), BODY));
    Map<String, List<String>> headers = Map.of("x-sig", List.of(good));
    List<String> rotating = List.of(pem(OTHER_RSA_KEYS.getPublic()), pem(RSA_KEYS.getPublic()));
    assertThat(check(RSA, rotating, headers, BODY)).isEqualTo(new Verified());
    assertThat(check(RSA, rotating, headers, BODY.replace("125", "925")))
        .isInstanceOf(Rejected.class);
    assertThat(check(RSA, List.of(pem(OTHER_RSA_KEYS.getPublic())), headers, BODY))
        .isInstanceOf(Rejected.class);
    String sha1 = base64(signed("SHA1withRSA", RSA_KEYS.getPrivate(), BODY));
    assertThat(check(RSA, rotating, Map.of("x-sig", List.of(sha1)), BODY))
        .isInstanceOf(Rejected.class);
  }

  @Test
  void a_public_key_may_be_written_on_one_line() throws GeneralSecurityException {
    Map<String, List<String>> headers =
        Map.of("x-sig", List.of(base64(signed("SHA256withRSA", RSA_KEYS.getPrivate(), BODY))));
    String pem = pem(RSA_KEYS.getPublic());
    for (String written :
        List.of(
            pem.replace("\r", "").replace("\n", "\\n"),
            base64(RSA_KEYS.getPublic().getEncoded()))) {
      assertThat(check(RSA, List.of(written), headers, BODY)).isEqualTo(new Verified());
    }
  }

  @Test
  void an_ed25519_key_may_be_a_pem_or_its_bytes() throws GeneralSecurityException {
    KeyPair keys = keys("Ed25519", 0);
    byte[] encoded = keys.getPublic().getEncoded();
    byte[] bare = java.util.Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    String yaml =
        "{kind: ed25519, header: X-Sig, encoding: hex, public_key: \"${config.k}\", over: \"${timestamp}${body}\","
            + " timestamp: {header: X-Time, format: unix_ms, tolerance: PT5M}}";
    String time = Long.toString(NOW.toEpochMilli());
    String good = HexFormat.of().formatHex(signed("Ed25519", keys.getPrivate(), time + BODY));
    Map<String, List<String>> headers = Map.of("x-sig", List.of(good), "x-time", List.of(time));
    for (String written :
        List.of(pem(keys.getPublic()), base64(bare), HexFormat.of().formatHex(bare))) {
      assertThat(check(yaml, List.of(written), headers, BODY)).isEqualTo(new Verified());
      assertThat(check(yaml, List.of(written), headers, BODY + " ")).isInstanceOf(Rejected.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AA==", "zz", "%%%", "AAAA AAAA", "-----BEGIN", "é", "=", "\u0000"})
  void what_is_no_signature_is_refused_and_never_throws(String value) {
    for (String keyed : List.of(pem(RSA_KEYS.getPublic()))) {
      assertThat(check(RSA, List.of(keyed), Map.of("x-sig", List.of(value)), BODY))
          .isInstanceOf(Rejected.class);
    }
    String ed = RSA.replace("rsa_sha256", "ed25519");
    assertThat(
            check(
                ed,
                List.of(pem(keys("Ed25519", 0).getPublic())),
                Map.of("x-sig", List.of(value)),
                BODY))
        .isInstanceOf(Rejected.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "no key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"})
  void what_is_no_key_is_told_when_the_file_is_connected(String key) {
    assertThatThrownBy(() -> new SignatureCheck(signature(RSA), List.of(key)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_short_rsa_key_or_one_of_another_kind_is_none() {
    WebhookTerms.Signed rsa = (WebhookTerms.Signed) signature(RSA);
    assertThat(SignatureKeys.parse(rsa, pem(keys("RSA", 1024).getPublic()))).isEmpty();
    assertThat(SignatureKeys.parse(rsa, pem(keys("Ed25519", 0).getPublic()))).isEmpty();
    assertThat(SignatureKeys.parse(rsa, pem(RSA_KEYS.getPublic()))).isPresent();
  }

  @Test
  void a_setting_that_is_no_key_is_a_fault_of_the_settings() {
    var file =
        Acme.file(
            text ->
                text.replaceFirst(
                        "(?m)^  signature: .*$",
                        java.util.regex.Matcher.quoteReplacement("  signature: " + RSA))
                    .replace("secrets: [", "config: [k]\nsecrets: ["));
    Map<String, String> environment =
        Map.of(
            "SEMEL_PROVIDER_ACME_BASE_URL", "http://acme.test",
            "SEMEL_PROVIDER_ACME_API_KEY", "key",
            "SEMEL_PROVIDER_ACME_WEBHOOK_SECRET", "whsec",
            "SEMEL_PROVIDER_ACME_K", "no key");
    ProviderSettings.Found found =
        ProviderSettings.find(file, name -> Optional.ofNullable(environment.get(name)));
    assertThat(found.wrong()).isTrue();
    assertThat(found.faults()).singleElement().asString().contains("a key of the webhook");
  }

  /** The message, secret and signature of the specification's own libraries. */
  @Test
  void a_standard_webhook_is_verified_as_its_specification_says() {
    String yaml = "{kind: standard_webhooks, secret: \"${secret.webhook_secret}\"}";
    String body = "{\"test\": 2432232314}";
    String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    String good = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    Instant then = Instant.ofEpochSecond(1614265330);
    SignatureCheck check = new SignatureCheck(signature(yaml), List.of("whsec_AAAA", secret));
    for (String header :
        List.of(
            good, "v1,AAAA " + good, "v2,AAAA v1,%%% " + good + " v1a,AAAA", good + " " + good)) {
      assertThat(
              check.check(
                  standard("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", header, body, then)))
          .as(header)
          .isEqualTo(new Verified());
    }
    List<InboundMessage> bad = new ArrayList<>();
    bad.add(standard("msg_other", "1614265330", good, body, then));
    bad.add(standard("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265331", good, body, then));
    bad.add(standard("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", good, body + " ", then));
    bad.add(
        standard(
            "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", good.replace("v1,", ""), body, then));
    bad.add(
        standard("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", good, body, then.plusSeconds(301)));
    bad.add(
        new InboundMessage(
            Map.of("webhook-timestamp", List.of("1614265330"), "webhook-signature", List.of(good)),
            body.getBytes(StandardCharsets.UTF_8),
            then));
    assertThat(bad).allSatisfy(m -> assertThat(check.check(m)).isInstanceOf(Rejected.class));
  }

  private static InboundMessage standard(
      String id, String time, String signature, String body, Instant receivedAt) {
    return new InboundMessage(
        Map.of(
            "webhook-id", List.of(id),
            "webhook-timestamp", List.of(time),
            "webhook-signature", List.of(signature)),
        body.getBytes(StandardCharsets.UTF_8),
        receivedAt);
  }

  @Test
  void a_list_in_one_header_may_have_several_signatures_while_a_secret_is_rotated()
      throws GeneralSecurityException {
    String time = Long.toString(NOW.getEpochSecond());
    String good = hmac("new", time + "." + BODY);
    for (String list :
        List.of(
            "t=" + time + ",v1=" + good,
            "t=" + time + ", v1=00 ,v1=" + good + ",v0=ff",
            "v1=" + good + ",t=" + time)) {
      assertThat(
              check(STRIPE, List.of("old", "new"), Map.of("stripe-signature", List.of(list)), BODY))
          .as(list)
          .isEqualTo(new Verified());
    }
    for (String list :
        List.of(
            "t=" + time + ",v0=" + good,
            "v1=" + good,
            "t=" + time + ",t=" + time + ",v1=" + good,
            "t=" + (NOW.getEpochSecond() - 301) + ",v1=" + good,
            "t=" + time + ",xv1=" + good,
            good)) {
      assertThat(
              check(STRIPE, List.of("old", "new"), Map.of("stripe-signature", List.of(list)), BODY))
          .as(list)
          .isInstanceOf(Rejected.class);
    }
  }

  @Test
  void a_time_in_milliseconds_may_stand_right_before_the_body() throws GeneralSecurityException {
    String yaml =
        "{kind: hmac_sha256, header: x-signature, secret: \"${secret.webhook_secret}\", over: \"${timestamp}${body}\","
            + " timestamp: {header: x-timestamp, format: unix_ms, tolerance: PT5M}}";
    String time = Long.toString(NOW.toEpochMilli());
    Map<String, List<String>> headers =
        Map.of("x-timestamp", List.of(time), "x-signature", List.of(hmac("s", time + BODY)));
    assertThat(check(yaml, List.of("s"), headers, BODY)).isEqualTo(new Verified());
    assertThat(check(yaml, List.of("t"), headers, BODY)).isInstanceOf(Rejected.class);
  }
}
