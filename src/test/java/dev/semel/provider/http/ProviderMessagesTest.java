// What partners' messages prove and how they are told apart, by their shipped files.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.domain.ProviderStatus;
import dev.semel.provider.ProviderNotice;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.WebhookVerdict.Hint;
import dev.semel.provider.WebhookVerdict.Rejected;
import dev.semel.provider.WebhookVerdict.Verified;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderMessagesTest {
  private static final SigningKey WISE_KEY = SigningKey.rsa();

  private static String hmac(String algorithm, String secret, String signed) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), algorithm));
      return HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mtn-momo", "mpesa-b2c", "thunes", "paypal"})
  void unsigned_callbacks_only_make_us_ask(String name) throws IOException {
    try (Shipped partner = Shipped.partner(name)) {
      assertThat(partner.verify(Map.of(), "{}")).isInstanceOf(Hint.class);
    }
  }

  @Test
  void mtn_a_callback_names_the_payout_and_has_an_id_of_its_news() throws IOException {
    String body = "{'referenceId':'REFERENCE','externalId':'x','status':'%s'}";
    try (Shipped mtn = Shipped.partner("mtn-momo")) {
      ProviderNotice paid = mtn.event(body.formatted("SUCCESSFUL"));
      assertThat(paid.reference()).contains(mtn.reference());
      assertThat(mtn.event(body.formatted("SUCCESSFUL")).eventId()).isEqualTo(paid.eventId());
      assertThat(mtn.event(body.formatted("FAILED")).eventId()).isNotEqualTo(paid.eventId());
    }
  }

  @Test
  void mpesa_only_completed_ends_a_payout_and_a_result_code_does_not() throws IOException {
    String body =
        """
        {'Result':{'ResultType':0,'ResultCode':%s,'ResultDesc':'…','OriginatorConversationID':'REFERENCE','ConversationID':'AG_1','TransactionID':'0',
         'ResultParameters':{'ResultParameter':[%s{'Key':'Amount','Value':10.0}]}}}""";
    try (Shipped mpesa = Shipped.partner("mpesa-b2c")) {
      ProviderNotice paidByCode = mpesa.event(body.formatted("0", ""));
      assertThat(paidByCode.reference()).contains(mpesa.reference());
      assertThat(paidByCode.statement().status()).isEqualTo(ProviderStatus.PROCESSING);
      ProviderNotice timeOut = mpesa.event(body.formatted("1037", ""));
      assertThat(timeOut.statement().status()).isEqualTo(ProviderStatus.PROCESSING);
      String completed = "{'Key':'TransactionStatus','Value':'Completed'},";
      assertThat(mpesa.event(body.formatted("0", completed)).statement().status())
          .isEqualTo(ProviderStatus.PAID);
    }
  }

  @Test
  void mpesa_a_result_of_a_failure_and_a_time_out_say_no_amount_and_are_read() throws IOException {
    String body =
        "{'Result':{'ResultType':%s,'ResultCode':%s,'ResultDesc':'…','OriginatorConversationID':'REFERENCE','ConversationID':'AG_1','TransactionID':'0'}}";
    try (Shipped mpesa = Shipped.partner("mpesa-b2c")) {
      for (String failed : List.of(body.formatted("0", "2001"), body.formatted("1", "1037"))) {
        ProviderNotice notice = mpesa.event(failed);
        assertThat(notice.reference()).contains(mpesa.reference());
        assertThat(notice.statement().providerWord()).isEmpty();
        assertThat(notice.statement().money()).isEmpty();
      }
      String completed =
          body.formatted("0", "0")
              .replace(
                  "'TransactionID'",
                  "'ResultParameters':{'ResultParameter':[{'Key':'TransactionStatus','Value':'Completed'}]},'TransactionID'");
      assertThatThrownBy(() -> mpesa.event(completed))
          .as("who says that money moved says how much")
          .hasMessageContaining("not how much");
    }
  }

  @Test
  void thunes_a_callback_is_told_apart_by_transaction_and_status() throws IOException {
    String body = "{'id':21,'external_id':'REFERENCE','status_class':'%s'}";
    try (Shipped thunes = Shipped.partner("thunes")) {
      assertThat(thunes.event(body.formatted("7")).eventId())
          .isEqualTo(thunes.event(body.formatted("7")).eventId())
          .isNotEqualTo(thunes.event(body.formatted("8")).eventId());
    }
  }

  @Test
  void flutterwave_a_shared_secret_in_a_header_signs_nothing() throws IOException {
    String body =
        "{'event':'transfer.completed','data':{'id':7,'reference':'REFERENCE','status':'FAILED'}}";
    try (Shipped flutterwave = Shipped.partner("flutterwave")) {
      assertThat(flutterwave.verify(Map.of("verif-hash", "test-webhook_hash"), body))
          .isInstanceOf(Hint.class);
      assertThat(flutterwave.verify(Map.of("verif-hash", "other"), body))
          .isInstanceOf(Rejected.class);
      assertThat(flutterwave.event(body).statement().status())
          .as("completed is said of failures, too")
          .isEqualTo(ProviderStatus.FAILED);
    }
  }

  @Test
  void paystack_a_message_is_signed_with_the_secret_key() throws IOException {
    String body = "{\"event\":\"transfer.success\"}";
    String good = hmac("HmacSHA512", "test-secret_key", body);
    try (Shipped paystack = Shipped.partner("paystack")) {
      assertThat(paystack.verify(Map.of("x-paystack-signature", good), body))
          .isInstanceOf(Verified.class);
      assertThat(paystack.verify(Map.of("x-paystack-signature", good), body + " "))
          .isInstanceOf(Rejected.class);
    }
  }

  @Test
  void razorpayx_an_event_is_told_apart_by_payout_and_status() throws IOException {
    String body =
        "{'event':'payout.processed','created_at':1764590400,'payload':{'payout':{'entity':{'id':'pout_1','status':'%s','amount':100,'currency':'INR','reference_id':'REFERENCE'}}}}";
    String plain = body.formatted("processed").replace('\'', '"');
    try (Shipped razorpay = Shipped.partner("razorpayx")) {
      assertThat(razorpay.verify(Map.of("x-razorpay-signature", hmacOf(razorpay, plain)), plain))
          .isInstanceOf(Verified.class);
      assertThat(razorpay.event(body.formatted("processed")).eventId())
          .isNotEqualTo(razorpay.event(body.formatted("reversed")).eventId());
    }
  }

  private static String hmacOf(Shipped partner, String body) {
    return hmac(
        "HmacSHA256", "test-webhook_secret", body.replace("REFERENCE", partner.reference()));
  }

  @Test
  void airwallex_a_message_is_signed_over_its_time_and_body() throws IOException {
    String body = "{\"id\":\"evt_1\"}";
    String time = Long.toString(Shipped.NOW.toEpochMilli());
    String old = Long.toString(Shipped.NOW.minusSeconds(3600).toEpochMilli());
    try (Shipped airwallex = Shipped.partner("airwallex")) {
      assertThat(airwallex.verify(signed(time, body), body)).isInstanceOf(Verified.class);
      assertThat(airwallex.verify(signed(old, body), body)).isInstanceOf(Rejected.class);
    }
  }

  private static Map<String, String> signed(String time, String body) {
    return Map.of(
        "x-timestamp", time, "x-signature", hmac("HmacSHA256", "test-webhook_secret", time + body));
  }

  @Test
  void stripe_time_and_signatures_are_in_one_header() throws IOException {
    String body = "{\"id\":\"evt_1\"}";
    String time = Long.toString(Shipped.NOW.getEpochSecond());
    String good = hmac("HmacSHA256", "test-webhook_secret", time + "." + body);
    try (Shipped stripe = Shipped.partner("stripe")) {
      assertThat(stripe.verify(stripeHeader(time, "00", good), body)).isInstanceOf(Verified.class);
      assertThat(stripe.verify(stripeHeader(time, "00", "11"), body)).isInstanceOf(Rejected.class);
      String old = Long.toString(Shipped.NOW.minusSeconds(3600).getEpochSecond());
      String late = hmac("HmacSHA256", "test-webhook_secret", old + "." + body);
      assertThat(stripe.verify(stripeHeader(old, late, late), body)).isInstanceOf(Rejected.class);
    }
  }

  private static Map<String, String> stripeHeader(String time, String one, String other) {
    return Map.of("stripe-signature", "t=" + time + ",v1=" + one + ",v1=" + other);
  }

  private static final String WISE_EVENT =
      "{\"data\":{\"resource\":{\"id\":50001,\"type\":\"transfer\"},\"current_state\":\"%s\",\"occurred_at\":\"2026-12-01T11:00:00Z\"},\"event_type\":\"transfers#state-change\"}";

  private static Shipped wise() {
    return Shipped.partner("wise", Map.of("webhook_public_key", WISE_KEY.publicKey()));
  }

  @Test
  void wise_a_deliverys_id_is_not_the_events() throws IOException {
    String body = WISE_EVENT.formatted("outgoing_payment_sent");
    try (Shipped wise = wise()) {
      for (String delivery : new String[] {"one", "two"}) {
        Map<String, String> headers =
            Map.of("x-delivery-id", delivery, "x-signature-sha256", WISE_KEY.sign(body));
        assertThat(wise.verify(headers, body)).isInstanceOf(Verified.class);
      }
      String id = wise.event(body).eventId();
      assertThat(wise.event(body).eventId()).isEqualTo(id);
      assertThat(wise.event(WISE_EVENT.formatted("bounced_back")).eventId()).isNotEqualTo(id);
    }
  }

  @Test
  void wise_a_stranger_can_not_sign_and_a_test_is_not_applied() throws IOException {
    String body = WISE_EVENT.formatted("outgoing_payment_sent");
    try (Shipped wise = wise()) {
      Map<String, String> stranger = Map.of("x-signature-sha256", SigningKey.rsa().sign(body));
      assertThat(wise.verify(stranger, body)).isInstanceOf(Rejected.class);
      Map<String, String> test =
          Map.of("x-signature-sha256", WISE_KEY.sign(body), "x-test-notification", "true");
      assertThat(wise.verify(test, body)).isInstanceOf(WebhookVerdict.Test.class);
    }
  }
}
