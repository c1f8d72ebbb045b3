// The signatures of the ten partners, by their shipped files, against ones that another program
// made.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.WebhookVerdict.Hint;
import dev.semel.provider.WebhookVerdict.Rejected;
import dev.semel.provider.WebhookVerdict.Verified;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Sound;
import dev.semel.provider.file.WebhookTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All constants were made with OpenSSL 3 over the bytes of {@link #BODY} in the file {@code b}, as
 * the comment of each says.
 */
class PartnerSignaturesTest {
  private static final String BODY =
      "{\"event\":\"transfer.success\",\"data\":{\"amount\":1255000,\"transfer_code\":\"TRF_1ptvuv321ahaa7q\",\"status\":\"success\"}}";

  private static final Instant NOW = Instant.ofEpochSecond(1796119200);

  /** {@code openssl dgst -sha512 -hmac sk_test_paystack b} */
  private static final String PAYSTACK =
      "a3e9dc9c132a00ea52a6997a80c2e62773c6d27ecafb38e7613ecea1c62daf15a57c761be653d0bdbe0a43b44a309588a383d67e58ba0258e0d97050606473ca";

  /** {@code openssl dgst -sha256 -hmac razorpay-webhook-secret b} */
  private static final String RAZORPAYX =
      "5280a376e5f218f8b5d2c8fb1da9598b7f328f094511cfc067f02e76754a3410";

  /** {@code (printf 1796119200000; cat b) | openssl dgst -sha256 -hmac airwallex-webhook-secret} */
  private static final String AIRWALLEX =
      "4b54b65d30f7a4af791ca36e1d942be229f421064f1bc4e89852fc765598e493";

  /** {@code (printf 1796119200.; cat b) | openssl dgst -sha256 -hmac whsec_stripe_secret} */
  private static final String STRIPE =
      "cafef39695245f43cd7aa4906e51bb0e743efc96e9061b3568f54d73a8f1f832";

  /** {@code openssl dgst -sha256 -sign k.pem b | base64 -w0}, with an RSA key of 2048 bits */
  private static final String WISE =
      "l0RoAlJhJjOhIC49A/cCphhzCgVHrFAMdjtqC7PlecOH2yr8vXq9T123wdY+MsbBR+zbWgcGLWs+VHIbV0g8g7urSV46i5B9dSJJT6o+5dny7nflvl3pj7eGX9Dtjs76Ww7fSfbVAL5D1hBA5aFE5A2bTWGpQeGKYsf8zqu0G0nS6PgKhIG4xmyyhRlHXKt8wJ/Vzp39WwMHeN1/f0NodKaD3v3UiaWEPpDmwoU/JNDoR8DIomLqTERdmAr5czP8HrxZ4gKVwRfQjwGH3u96FPcHMvBSU9/WXU3zsHRymt5+nSXCeNHdeVDvuQUjW4dGsBl8IRKJ4HaQWgQQuR16Ng==";

  /** {@code openssl pkey -in k.pem -pubout -outform DER | base64 -w0} */
  private static final String WISE_KEY =
      "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2rW7Ppws+brsV6fUOAbjIZdAoBshFxd3LfP0rvZLoQEmBpyT49qNW8l8LFWxkVaEJkC1LnyH+t2RHG0zZ1OHOyiFZkW42ogiYw/+p5eqCP/1qHR42Y+Cmh9F/ethjXE47xm/BaJ0iirJzibbErIWOhfdLfsl9ux13vAistuKqBViUG8mVjTFrwF5w2VOvq1oIdLvRo+g3Hv0y8AVo6wJlUI/v/y7aMFb6AGOmERYQALbgs2N3NknPipPTgyssNRkPvmwI2PUcbij7P/Ut1m+eQA/WeOhsFqtPqDrlUzz2hU7ZquHTg/42WkWZeKs63K2kDD3zjLRE8eDLYPp/bD/NwIDAQAB";

  private static WebhookTerms terms(String partner) throws IOException {
    String text = Files.readString(Path.of("src/main/resources/providers", partner + ".yaml"));
    return ((Sound) new ProviderFileReader().read(text)).file().webhook().orElseThrow();
  }

  private static WebhookVerdict check(
      String partner, String key, Map<String, String> headers, String body, Instant receivedAt)
      throws IOException {
    Map<String, List<String>> all = new HashMap<>();
    headers.forEach((name, value) -> all.put(name, List.of(value)));
    List<String> keys = key.isEmpty() ? List.of() : List.of("another-" + key, key);
    return new SignatureCheck(terms(partner).signature(), keys)
        .check(new InboundMessage(all, body.getBytes(StandardCharsets.UTF_8), receivedAt));
  }

  /** Good as it is, and bad with another body, another secret, without or with half a signature. */
  private static void judge(String partner, String key, String header, Map<String, String> good)
      throws IOException {
    assertThat(check(partner, key, good, BODY, NOW)).isInstanceOf(Verified.class);
    assertThat(check(partner, key, good, BODY + "\n", NOW)).isInstanceOf(Rejected.class);
    assertThat(check(partner, "other", good, BODY, NOW)).isInstanceOf(Rejected.class);
    Map<String, String> spoilt = new HashMap<>(good);
    spoilt.merge(header, "", (value, _) -> value.substring(0, value.length() / 2));
    assertThat(check(partner, key, spoilt, BODY, NOW)).isInstanceOf(Rejected.class);
    spoilt.remove(header);
    assertThat(check(partner, key, spoilt, BODY, NOW)).isInstanceOf(Rejected.class);
  }

  @Test
  void paystack_signs_the_body_by_hmac_sha512_in_hex() throws IOException {
    judge(
        "paystack",
        "sk_test_paystack",
        "x-paystack-signature",
        Map.of("x-paystack-signature", PAYSTACK));
  }

  @Test
  void razorpayx_signs_the_body_by_hmac_sha256_in_hex() throws IOException {
    judge(
        "razorpayx",
        "razorpay-webhook-secret",
        "x-razorpay-signature",
        Map.of("x-razorpay-signature", RAZORPAYX));
  }

  @Test
  void airwallex_signs_the_time_in_milliseconds_and_the_body() throws IOException {
    Map<String, String> good = Map.of("x-timestamp", "1796119200000", "x-signature", AIRWALLEX);
    judge("airwallex", "airwallex-webhook-secret", "x-signature", good);
    assertThat(check("airwallex", "airwallex-webhook-secret", good, BODY, NOW.plusSeconds(301)))
        .isInstanceOf(Rejected.class);
  }

  @Test
  void stripe_signs_the_time_a_dot_and_the_body_in_one_header() throws IOException {
    Map<String, String> good =
        Map.of("stripe-signature", "t=1796119200,v1=" + "0".repeat(64) + ",v1=" + STRIPE);
    assertThat(check("stripe", "whsec_stripe_secret", good, BODY, NOW))
        .isInstanceOf(Verified.class);
    judge(
        "stripe",
        "whsec_stripe_secret",
        "stripe-signature",
        Map.of("stripe-signature", "t=1796119200,v1=" + STRIPE));
    for (long seconds : new long[] {-301, 301}) {
      assertThat(check("stripe", "whsec_stripe_secret", good, BODY, NOW.plusSeconds(seconds)))
          .isInstanceOf(Rejected.class);
    }
  }

  @Test
  void wise_signs_the_body_by_rsa_in_base64() throws IOException {
    List<String> keys = List.of(WISE_KEY);
    Map<String, List<String>> headers = Map.of("x-signature-sha256", List.of(WISE));
    SignatureCheck check = new SignatureCheck(terms("wise").signature(), keys);
    for (String body : List.of(BODY, BODY + " ")) {
      assertThat(
              check.check(new InboundMessage(headers, body.getBytes(StandardCharsets.UTF_8), NOW))
                  instanceof Verified)
          .isEqualTo(body.equals(BODY));
    }
  }

  @Test
  void flutterwave_sends_a_hash_that_signs_nothing() throws IOException {
    Map<String, String> good = Map.of("verif-hash", "my-hash");
    assertThat(check("flutterwave", "my-hash", good, BODY, NOW)).isInstanceOf(Hint.class);
    for (Map<String, String> bad :
        List.of(
            Map.<String, String>of(),
            Map.of("verif-hash", "my-has"),
            Map.of("verif-hash", "MY-HASH"),
            Map.of("verif-hash", ""))) {
      assertThat(check("flutterwave", "my-hash", bad, BODY, NOW)).isInstanceOf(Rejected.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"thunes", "paypal", "mtn-momo", "mpesa-b2c"})
  void these_sign_nothing_that_could_be_checked_and_only_make_us_ask(String partner)
      throws IOException {
    assertThat(check(partner, "", Map.of(), BODY, NOW)).isInstanceOf(Hint.class);
  }
}
