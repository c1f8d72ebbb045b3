// Nobody but the partner can make a message that counts.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.WebhookVerdict.Hint;
import dev.semel.provider.WebhookVerdict.Rejected;
import dev.semel.provider.WebhookVerdict.Verified;
import dev.semel.provider.file.WebhookTerms.Algorithm;
import dev.semel.provider.file.WebhookTerms.KeyForm;
import dev.semel.provider.file.WebhookTerms.Place;
import dev.semel.provider.file.WebhookTerms.SharedToken;
import dev.semel.provider.file.WebhookTerms.Signed;
import dev.semel.provider.file.WebhookTerms.SignedPart;
import dev.semel.provider.file.WebhookTerms.TimeFormat;
import dev.semel.provider.file.WebhookTerms.Timestamp;
import dev.semel.provider.file.WebhookTerms.Unsigned;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureCheckTest {
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
  private static final byte[] BODY = {'{', (byte) 0xff, 0, '}', '\n'};
  private static final Signed HMAC =
      new Signed(
          Algorithm.HMAC_SHA256,
          new Place("X-Sig", "", Optional.empty()),
          false,
          List.of(),
          KeyForm.PLAIN,
          List.of(
              new SignedPart.TimeOfSigning(), new SignedPart.Fixed("."), new SignedPart.RawBody()),
          Optional.of(
              new Timestamp(
                  new Place("X-Time", "", Optional.empty()),
                  TimeFormat.UNIX,
                  Duration.ofMinutes(5))));

  private static String sign(String secret, String time) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    ByteArrayOutputStream signed = new ByteArrayOutputStream();
    signed.writeBytes((time + ".").getBytes(StandardCharsets.UTF_8));
    signed.writeBytes(BODY);
    return HexFormat.of().formatHex(mac.doFinal(signed.toByteArray()));
  }

  private static WebhookVerdict check(
      List<String> secrets, List<String> signatures, String... times) {
    Map<String, List<String>> headers = Map.of("x-sig", signatures, "x-time", List.of(times));
    return new SignatureCheck(HMAC, secrets).check(new InboundMessage(headers, BODY, NOW));
  }

  private static String timeAgo(Duration age) {
    return Long.toString(NOW.minus(age).getEpochSecond());
  }

  @Test
  void a_good_signature_over_the_raw_bytes_is_verified() throws GeneralSecurityException {
    String time = timeAgo(Duration.ZERO);
    assertThat(check(List.of("s1"), List.of(sign("s1", time)), time)).isEqualTo(new Verified());
    assertThat(
            check(
                List.of("s1"), List.of(sign("s1", time).toUpperCase(java.util.Locale.ROOT)), time))
        .isEqualTo(new Verified());
  }

  @Test
  void any_secret_and_any_of_several_values_will_do() throws GeneralSecurityException {
    String time = timeAgo(Duration.ZERO);
    assertThat(check(List.of("new", "old"), List.of("00", sign("old", time)), time))
        .isEqualTo(new Verified());
  }

  @Test
  void a_time_outside_the_tolerance_is_rejected_on_both_sides() throws GeneralSecurityException {
    for (Duration age : List.of(Duration.ofSeconds(301), Duration.ofSeconds(-301))) {
      String time = timeAgo(age);
      assertThat(check(List.of("s"), List.of(sign("s", time)), time)).isInstanceOf(Rejected.class);
    }
    String edge = timeAgo(Duration.ofMinutes(5));
    assertThat(check(List.of("s"), List.of(sign("s", edge)), edge)).isEqualTo(new Verified());
  }

  @Test
  void two_time_stamps_or_none_are_rejected() throws GeneralSecurityException {
    String time = timeAgo(Duration.ZERO);
    assertThat(check(List.of("s"), List.of(sign("s", time)), time, time))
        .isInstanceOf(Rejected.class);
    assertThat(check(List.of("s"), List.of(sign("s", time)))).isInstanceOf(Rejected.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "zz", "é\u0000", "00", "sha256=00", "٠٠", " ", "0x00", "====", "-1"})
  void a_signature_that_is_none_is_rejected_and_never_throws(String signature) {
    String time = timeAgo(Duration.ZERO);
    assertThat(check(List.of("s"), List.of(signature), time)).isInstanceOf(Rejected.class);
    assertThat(check(List.of("s"), List.of(signature.repeat(5000)), time))
        .isInstanceOf(Rejected.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "-1",
        "99999999999999999999",
        "999999999999999",
        "١٢٣",
        "1e9",
        "2026-12-01T10:00:00Z"
      })
  void a_time_that_is_none_is_rejected_and_never_throws(String time)
      throws GeneralSecurityException {
    assertThat(check(List.of("s"), List.of(sign("s", time)), time)).isInstanceOf(Rejected.class);
  }

  @Test
  void a_changed_body_is_rejected() throws GeneralSecurityException {
    String time = timeAgo(Duration.ZERO);
    Map<String, List<String>> headers =
        Map.of("x-sig", List.of(sign("s", time)), "x-time", List.of(time));
    InboundMessage changed = new InboundMessage(headers, new byte[] {'{', '}'}, NOW);
    assertThat(new SignatureCheck(HMAC, List.of("s")).check(changed)).isInstanceOf(Rejected.class);
  }

  @Test
  void a_shared_token_or_nothing_is_only_a_hint() {
    InboundMessage message = new InboundMessage(Map.of("x-token", List.of("t")), BODY, NOW);
    SharedToken token = new SharedToken("X-Token", List.of());
    assertThat(new SignatureCheck(token, List.of("t")).check(message)).isEqualTo(new Hint());
    assertThat(new SignatureCheck(token, List.of("u")).check(message)).isInstanceOf(Rejected.class);
    assertThat(new SignatureCheck(new Unsigned(), List.of()).check(message)).isEqualTo(new Hint());
  }
}
