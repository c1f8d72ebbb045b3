// What partners are known to say in a way that others have read wrongly, read by their shipped
// files.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.LookupOutcome.Absent;
import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Duplicate;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.PlatformFault;
import dev.semel.provider.SubmitOutcome.Unknown;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderTrapsApiTest {
  private static final String MPESA_PAY = "POST /mpesa/b2c/v3/paymentrequest";
  private static final String MTN_PAY = "POST /disbursement/v1_0/transfer";
  private static final String FLUTTERWAVE_PAY = "POST /v3/transfers";
  private static final String STRIPE_PAY = "POST /v1/payouts";
  private static final String PAYPAL_PAY = "POST /v1/payments/payouts";
  private static final String RAZORPAY_PAY = "POST /v1/payouts";
  private static final String AIRWALLEX_PAY = "POST /api/v1/transfers/create";
  private static final String THUNES_PAY =
      "POST /v2/money-transfer/transactions/ext-REFERENCE/confirm";
  private static final String WISE_PAY =
      "POST /v3/profiles/test-profile_id/transfers/50001/payments";

  private static final SigningKey WISE_KEY = SigningKey.rsa();

  private static SubmitOutcome asked(Shipped partner, String request) {
    SubmitOutcome outcome = partner.submit();
    assertThat(partner.received(request)).as("asked to move money once").hasSize(1);
    return outcome;
  }

  /** What the answer to the one request that moves money means. */
  private static SubmitOutcome answered(Shipped partner, String request, String head, String said)
      throws IOException {
    try (partner) {
      return asked(partner.on(request, head, said), request);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"500 Internal Server Error", "400 Bad Request", "200 OK"})
  void mpesa_a_duplicate_under_a_500_code_is_a_duplicate_and_neither_unknown_nor_failed(String head)
      throws IOException {
    String said =
        "{'requestId':'1','errorCode':'500.002.1001','errorMessage':'Duplicate"
            + " OriginatorConversationID.'}";
    assertThat(answered(Shipped.partner("mpesa-b2c"), MPESA_PAY, head, said))
        .isInstanceOf(Duplicate.class);
  }

  @ParameterizedTest
  @CsvSource({
    "500.002.1001, Service is currently under maintenance",
    "500.003.02, Spike arrest violation",
    "500.003.03, Quota violation",
    "500.001.1001, Something"
  })
  void mpesa_any_other_500_code_is_unknown(String code, String message) throws IOException {
    String said = "{'errorCode':'%s','errorMessage':'%s'}".formatted(code, message);
    assertThat(answered(Shipped.partner("mpesa-b2c"), MPESA_PAY, "500 Oops", said))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void mpesa_an_acceptance_is_not_a_payment_and_a_query_is_answered_later() throws IOException {
    try (Shipped mpesa =
        Shipped.partner("mpesa-b2c")
            .on(
                MPESA_PAY,
                "200 OK",
                "{'ConversationID':'AG_1','OriginatorConversationID':'REFERENCE','ResponseCode':'0'}")
            .on(
                "POST /mpesa/transactionstatus/v1/query",
                "200 OK",
                "{'ConversationID':'AG_2','OriginatorConversationID':'x','ResponseCode':'0'}")) {
      assertThat(statusOf(asked(mpesa, MPESA_PAY))).isEqualTo(ProviderStatus.PROCESSING);
      assertThat(mpesa.lookup()).isInstanceOf(Unclear.class);
      assertThat(mpesa.received("POST /mpesa/transactionstatus/v1/query").getFirst())
          .contains("\"OriginalConversationID\":\"" + mpesa.reference() + "\"");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NOT_ALLOWED",
        "NOT_ALLOWED_TARGET_ENVIRONMENT",
        "INVALID_CALLBACK_URL_HOST",
        "INVALID_CURRENCY"
      })
  void mtn_a_final_refusal_under_a_500_is_read_by_its_code(String code) throws IOException {
    assertThat(mtn("500 Oops", code)).isEqualTo(new PlatformFault(code, Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"INTERNAL_PROCESSING_ERROR", "SERVICE_UNAVAILABLE", "PAYEE_NOT_FOUND"})
  void mtn_any_other_500_is_unknown(String code) throws IOException {
    assertThat(mtn("500 Oops", code)).isInstanceOf(Unknown.class);
  }

  private static SubmitOutcome mtn(String head, String code) throws IOException {
    return answered(Shipped.partner("mtn-momo"), MTN_PAY, head, "{'code':'" + code + "'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"400 Bad Request", "403 Forbidden", "503 Oops"})
  void mtn_the_codes_of_refusals_are_known_under_a_500_alone(String head) throws IOException {
    assertThat(mtn(head, "NOT_ALLOWED")).isInstanceOf(Unknown.class);
  }

  @Test
  void mtn_a_known_reference_is_looked_up_and_adopted() throws IOException {
    String transfer = "{'amount':'500','currency':'UGX','status':'SUCCESSFUL'}";
    try (Shipped mtn =
        Shipped.partner("mtn-momo")
            .on(MTN_PAY, "409 Conflict", "{'code':'RESOURCE_ALREADY_EXIST'}")
            .on("GET /disbursement/v1_0/transfer/REFERENCE", "200 OK", transfer)) {
      assertThat(asked(mtn, MTN_PAY)).isInstanceOf(Duplicate.class);
      assertThat(statusOf(mtn.lookup())).isEqualTo(ProviderStatus.PAID);
    }
  }

  @Test
  void mtn_an_acceptance_has_no_body_and_a_failure_is_found_with_a_200() throws IOException {
    String failed =
        "{'amount':'500','currency':'UGX','status':'FAILED','reason':{'code':'PAYEE_NOT_FOUND'}}";
    try (Shipped mtn =
        Shipped.partner("mtn-momo")
            .on(MTN_PAY, "202 Accepted", "")
            .on("GET /disbursement/v1_0/transfer/REFERENCE", "200 OK", failed)) {
      assertThat(statusOf(asked(mtn, MTN_PAY))).isEqualTo(ProviderStatus.PROCESSING);
      assertThat(mtn.lookup())
          .isInstanceOfSatisfying(
              Found.class,
              found -> {
                assertThat(found.statement().status()).isEqualTo(ProviderStatus.FAILED);
                assertThat(found.statement().code()).contains("PAYEE_NOT_FOUND");
              });
    }
  }

  @Test
  void mtn_a_404_is_absent_by_its_code_alone_and_proves_nothing() throws IOException {
    try (Shipped mtn =
        Shipped.partner("mtn-momo")
            .on("GET /disbursement/", "404 Not Found", "{'code':'RESOURCE_NOT_FOUND'}")
            .on("GET /disbursement/", "404 Not Found", "{'statusCode':404}")) {
      assertThat(mtn.lookup()).isInstanceOf(Absent.class);
      assertThat(mtn.lookup()).isInstanceOf(Unclear.class);
      assertThat(mtn.file().terms().visibleWithin()).isEmpty();
    }
  }

  @Test
  void flutterwave_its_gateways_503_is_unknown_and_the_transfer_is_adopted() throws IOException {
    String gateway =
        "{'status':'error','message':'An error occurred. Please contact support','data':null}";
    String listed =
        "{'status':'success','data':[{'id':7,'status':'PENDING','amount':100,'currency':'NGN','reference':'REFERENCE'}]}";
    try (Shipped flutterwave =
        Shipped.partner("flutterwave")
            .on(FLUTTERWAVE_PAY, "503 Service Unavailable", gateway)
            .on("GET /v3/transfers?reference=REFERENCE ", "200 OK", listed)) {
      assertThat(asked(flutterwave, FLUTTERWAVE_PAY)).isInstanceOf(Unknown.class);
      assertThat(statusOf(flutterwave.lookup())).isEqualTo(ProviderStatus.PROCESSING);
      assertThat(flutterwave.file().timeouts().total()).hasSeconds(40);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400 Bad Request, Transfer with this reference already exists",
    "409 Conflict, Duplicate reference. Please use a new reference.",
    "422 Oops, DUPLICATE TRANSFER"
  })
  void flutterwave_a_duplicate_is_read_by_its_words(String head, String message)
      throws IOException {
    assertThat(flutterwave(head, message)).isInstanceOf(Duplicate.class);
  }

  @Test
  void flutterwave_a_refusal_that_nobody_has_confirmed_is_unknown() throws IOException {
    assertThat(flutterwave("400 Bad Request", "Account resolve failed"))
        .isInstanceOf(Unknown.class);
  }

  private static SubmitOutcome flutterwave(String head, String message) throws IOException {
    String said = "{'status':'error','message':'" + message + "','data':null}";
    return answered(Shipped.partner("flutterwave"), FLUTTERWAVE_PAY, head, said);
  }

  @Test
  void flutterwave_an_empty_list_is_absent_and_another_reference_is_not_adopted()
      throws IOException {
    String other =
        "{'status':'success','data':[{'id':7,'status':'SUCCESSFUL','amount':100,'currency':'NGN','reference':'X'}]}";
    try (Shipped flutterwave =
        Shipped.partner("flutterwave")
            .on("GET /v3/transfers", "200 OK", "{'status':'success','data':[]}")
            .on("GET /v3/transfers", "200 OK", other)) {
      assertThat(flutterwave.lookup()).isInstanceOf(Absent.class);
      assertThat(flutterwave.lookup()).isInstanceOf(Unclear.class);
      assertThat(flutterwave.file().terms().visibleWithin()).isEmpty();
    }
  }

  @Test
  void stripe_a_stored_500_is_unknown_and_never_asked_for_again() throws IOException {
    String said = "{'error':{'type':'api_error','message':'An unknown error occurred'}}";
    try (Shipped stripe = Shipped.partner("stripe").on(STRIPE_PAY, "500 Oops", said)) {
      assertThat(asked(stripe, STRIPE_PAY)).isInstanceOf(Unknown.class);
      assertThat(stripe.provider().resendIsLookup()).isFalse();
      assertThat(stripe.file().replaysErrors()).isTrue();
      assertThat(stripe.file().terms().visibleWithin()).isEmpty();
      assertThat(stripe.received(STRIPE_PAY).getFirst())
          .contains("idempotency-key: " + stripe.key());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400 Bad Request, idempotency_error",
    "409 Conflict, idempotency_error",
    "402 Oops, card_error"
  })
  void stripe_what_is_said_of_the_key_is_no_refusal(String head, String type) throws IOException {
    String said = "{'error':{'type':'" + type + "','code':'idempotency_key_in_use'}}";
    assertThat(answered(Shipped.partner("stripe"), STRIPE_PAY, head, said))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void stripe_a_payout_is_found_in_the_list_by_what_we_wrote_into_it() throws IOException {
    String others =
        "{'object':'list','has_more':true,'data':[{'id':'po_9','amount':100,'currency':'usd','status':'paid','metadata':{}}]}";
    String ours =
        "{'object':'list','has_more':false,'data':[{'id':'po_1','amount':100,'currency':'usd','status':'in_transit','metadata':{'reference':'REFERENCE'}}]}";
    try (Shipped stripe =
        Shipped.partner("stripe")
            .on("GET /v1/payouts?", "200 OK", others)
            .on("GET /v1/payouts?", "200 OK", ours)) {
      assertThat(statusOf(stripe.lookup())).isEqualTo(ProviderStatus.PROCESSING);
      assertThat(stripe.received("GET /v1/payouts?").getLast()).contains("starting_after=po_9");
    }
  }

  /**
   * What is not documented is no return: it contradicts what was said, and a person gets a case.
   */
  @ParameterizedTest
  @CsvSource({
    "airwallex,   RETURNED, CANCELLED",
    "flutterwave, FAILED,   CANCELLED",
    "mpesa-b2c,   FAILED,   CANCELLED",
    "mtn-momo,    FAILED,   CANCELLED",
    "paypal,      FAILED,   CANCELLED",
    "paystack,    FAILED,   CANCELLED",
    "razorpayx,   FAILED,   CANCELLED",
    "stripe,      FAILED,   CANCELLED",
    "thunes,      FAILED,   CANCELLED",
    "wise,        FAILED,   PROCESSING"
  })
  void after_paid_only_what_the_partner_documents_says_that_the_money_came_back(
      String partner, ProviderStatus failed, ProviderStatus cancelled) throws IOException {
    Map<String, String> settings =
        partner.equals("wise") ? Map.of("webhook_public_key", WISE_KEY.publicKey()) : Map.of();
    try (Shipped shipped = Shipped.partner(partner, settings)) {
      ProviderTerms terms = shipped.file().terms();
      assertThat(terms.meaningAfterPaid(ProviderStatus.FAILED)).isEqualTo(failed);
      assertThat(terms.meaningAfterPaid(ProviderStatus.CANCELLED)).isEqualTo(cancelled);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"REVERSED", "CANCELLED"})
  void flutterwave_a_word_that_only_integrators_know_ends_nothing_and_raises_an_alert(String word)
      throws IOException {
    String listed =
        "{'status':'success','data':[{'id':7,'status':'%s','amount':100,'currency':'NGN','reference':'REFERENCE'}]}"
            .formatted(word);
    try (Shipped flutterwave =
        Shipped.partner("flutterwave").on("GET /v3/transfers?", "200 OK", listed)) {
      assertThat(statusOf(flutterwave.lookup())).isEqualTo(ProviderStatus.PROCESSING);
      assertThat(flutterwave.provider().listsStatus(word)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"400 Bad Request", "422 Oops"})
  void paystack_the_advice_to_use_a_new_reference_is_not_followed(String head) throws IOException {
    String said =
        """
        {'status':false,'message':'Please provide a unique reference. Reference already exists on a transfer',
         'meta':{'nextStep':'Create a new reference for the new transfer'},
         'type':'validation_error','code':'duplicate_transfer_reference'}""";
    String verified =
        "{'status':true,'data':{'transfer_code':'TRF_1','status':'success','amount':10000,'currency':'NGN','reference':'REFERENCE'}}";
    try (Shipped paystack =
        Shipped.partner("paystack")
            .on(
                "POST /transferrecipient",
                "201 Created",
                "{'status':true,'data':{'recipient_code':'RCP_1'}}")
            .on("POST /transfer ", head, said)
            .on("GET /transfer/verify/REFERENCE", "200 OK", verified)) {
      assertThat(asked(paystack, "POST /transfer ")).isInstanceOf(Duplicate.class);
      assertThat(statusOf(paystack.lookup())).isEqualTo(ProviderStatus.PAID);
      assertThat(paystack.received("POST /transfer ").getFirst())
          .contains("\"reference\":\"" + paystack.reference() + "\"", "\"amount\":10000,");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "pending, PROCESSING", "otp, PROCESSING", "received, PROCESSING", "success, PAID",
    "failed, FAILED", "reversed, RETURNED", "abandoned, CANCELLED", "blocked, CANCELLED",
    "rejected, CANCELLED"
  })
  void paystack_only_conclusive_words_end_a_payout(String word, ProviderStatus status)
      throws IOException {
    String verified =
        "{'status':true,'data':{'transfer_code':'TRF_1','status':'%s','amount':10000,'currency':'NGN','reference':'REFERENCE'}}"
            .formatted(word);
    try (Shipped paystack =
        Shipped.partner("paystack").on("GET /transfer/verify/REFERENCE", "200 OK", verified)) {
      assertThat(statusOf(paystack.lookup())).isEqualTo(status);
    }
  }

  @Test
  void airwallex_the_advice_to_use_another_request_id_is_not_followed() throws IOException {
    String said =
        "{'code':'request_id_duplicate','message':'… please provide a different request ID.'}";
    String listed =
        "{'has_more':false,'items':[{'id':'t-1','request_id':'REFERENCE','status':'SENT','transfer_amount':10.00,'transfer_currency':'HKD'}]}";
    try (Shipped airwallex =
        Shipped.partner("airwallex")
            .on(AIRWALLEX_PAY, "400 Bad Request", said)
            .on("GET /api/v1/transfers?", "200 OK", listed)) {
      assertThat(asked(airwallex, AIRWALLEX_PAY)).isInstanceOf(Duplicate.class);
      assertThat(statusOf(airwallex.lookup())).as("SENT").isEqualTo(ProviderStatus.PROCESSING);
    }
  }

  @Test
  void airwallex_a_filter_that_is_passed_over_finds_nothing_false() throws IOException {
    String others =
        "{'has_more':false,'items':[{'id':'t-9','request_id':'other','status':'PAID','transfer_amount':10.00,'transfer_currency':'HKD'}]}";
    try (Shipped airwallex =
        Shipped.partner("airwallex").on("GET /api/v1/transfers?", "200 OK", others)) {
      assertThat(airwallex.lookup()).isNotInstanceOf(Found.class);
    }
  }

  @Test
  void airwallex_a_paid_transfer_that_fails_came_back() throws IOException {
    String failed =
        "{'id':'t-1','request_id':'REFERENCE','status':'FAILED','transfer_amount':10.00,'transfer_currency':'HKD'}";
    try (Shipped airwallex =
        Shipped.partner("airwallex").on("GET /api/v1/transfers/t-1", "200 OK", failed)) {
      ProviderStatus said = airwallex.stated("t-1").status();
      assertThat(airwallex.file().terms().meaningAfterPaid(said))
          .isEqualTo(ProviderStatus.RETURNED);
    }
  }

  private static String paypalDuplicate(String href) {
    return """
    {'name':'USER_BUSINESS_ERROR','message':'User business error.','details':[{'field':'SENDER_BATCH_ID','location':'body',
     'issue':'Batch with given sender_batch_id already exists','link':[{'href':'%s','rel':'self','method':'GET'}]}],'links':[]}"""
        .formatted(href);
  }

  private static String paypalBatch(String item) {
    return """
    {'batch_header':{'payout_batch_id':'B1','batch_status':'SUCCESS','sender_batch_header':{'sender_batch_id':'REFERENCE'}},
     'items':[{'transaction_status':'%s','payout_item':{'amount':{'currency':'USD','value':'1.00'},'sender_item_id':'REFERENCE'}}]}"""
        .formatted(item);
  }

  @Test
  void paypal_the_link_to_the_original_is_inside_details_and_is_followed() throws IOException {
    try (Shipped paypal =
        Shipped.partner("paypal")
            .silentOn(PAYPAL_PAY)
            .on(
                PAYPAL_PAY,
                "400 Bad Request",
                paypalDuplicate("PARTNER_ADDRESS/v1/payments/payouts/B1"))
            .on("GET /v1/payments/payouts/B1", "200 OK", paypalBatch("SUCCESS"))) {
      assertThat(paypal.submit()).isInstanceOf(Unknown.class);
      assertThat(paypal.resend())
          .isInstanceOfSatisfying(
              Found.class,
              found -> {
                assertThat(found.statement().providerPayoutId()).contains("B1");
                assertThat(found.statement().status()).isEqualTo(ProviderStatus.PAID);
              });
      assertThat(paypal.received(PAYPAL_PAY)).hasSize(2);
      assertThat(paypal.received(PAYPAL_PAY).getLast())
          .isEqualTo(paypal.received(PAYPAL_PAY).getFirst());
    }
  }

  @Test
  void paypal_a_link_to_another_host_is_not_followed() throws IOException {
    try (Shipped paypal =
        Shipped.partner("paypal")
            .on(PAYPAL_PAY, "400 Bad Request", paypalDuplicate("https://paypal.example/B1"))) {
      assertThat(paypal.resend()).isInstanceOf(Unclear.class);
      assertThat(paypal.received("GET ")).isEmpty();
    }
  }

  @Test
  void paypal_the_resend_is_bound_to_thirty_days() throws IOException {
    try (Shipped paypal = Shipped.partner("paypal")) {
      assertThat(paypal.file().resendIsLookup()).isTrue();
      assertThat(paypal.file().terms().window().orElseThrow()).hasDays(30);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UNCLAIMED, PROCESSING",
    "ONHOLD, PROCESSING",
    "SUCCESS, PAID",
    "RETURNED, RETURNED",
    "REFUNDED, RETURNED",
    "BLOCKED, FAILED"
  })
  void paypal_the_item_counts_and_not_the_batch(String item, ProviderStatus status)
      throws IOException {
    try (Shipped paypal =
        Shipped.partner("paypal").on("GET /v1/payments/payouts/B1", "200 OK", paypalBatch(item))) {
      assertThat(paypal.stated("B1").status()).isEqualTo(status);
    }
  }

  @Test
  void paypal_a_201_says_nothing_of_the_money() throws IOException {
    String taken = "{'batch_header':{'payout_batch_id':'B1','batch_status':'SUCCESS'}}";
    assertThat(statusOf(answered(Shipped.partner("paypal"), PAYPAL_PAY, "201 Created", taken)))
        .isEqualTo(ProviderStatus.PROCESSING);
  }

  private static Shipped razorpay() {
    return Shipped.partner("razorpayx")
        .on("POST /v1/contacts", "201 Created", "{'id':'cont_1'}")
        .on("POST /v1/fund_accounts", "201 Created", "{'id':'fa_1'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"400 Bad Request", "409 Conflict"})
  void razorpayx_a_key_that_was_used_is_no_refusal(String head) throws IOException {
    String said = "{'error':{'code':'BAD_REQUEST_ERROR','description':'…'}}";
    try (Shipped razorpay = razorpay().on(RAZORPAY_PAY, head, said)) {
      assertThat(asked(razorpay, RAZORPAY_PAY)).isInstanceOf(Unknown.class);
      assertThat(razorpay.received(RAZORPAY_PAY).getFirst())
          .contains("x-payout-idempotency: " + razorpay.key(), "\"amount\":100,");
      assertThat(razorpay.file().terms().window().orElseThrow()).hasDays(7);
    }
  }

  @Test
  void razorpayx_a_payout_is_found_by_our_reference_among_others() throws IOException {
    String listed =
        """
        {'entity':'collection','count':2,'items':[
         {'id':'pout_9','amount':100,'currency':'INR','status':'processed','reference_id':'other'},
         {'id':'pout_1','amount':100,'currency':'INR','status':'reversed','reference_id':'REFERENCE'}]}""";
    try (Shipped razorpay =
        razorpay()
            .on("GET /v1/payouts?", "200 OK", listed)
            .on("GET /v1/payouts?", "200 OK", "{'entity':'collection','count':0,'items':[]}")) {
      assertThat(razorpay.lookup())
          .isInstanceOfSatisfying(
              Found.class,
              found -> {
                assertThat(found.statement().providerPayoutId()).contains("pout_1");
                assertThat(found.statement().status()).isEqualTo(ProviderStatus.RETURNED);
              });
    }
  }

  private static Shipped thunes() {
    return Shipped.partner("thunes")
        .on("POST /v2/money-transfer/quotations ", "201 Created", "{'id':11}")
        .on(
            "POST /v2/money-transfer/quotations/ext-REFERENCE/transactions",
            "201 Created",
            "{'id':21,'status_class':'1'}");
  }

  @Test
  void thunes_a_lost_answer_before_the_confirmation_is_harmless_and_a_repeat_goes_on()
      throws IOException {
    String taken = "{'errors':[{'code':'1007001','message':'External ID has already been used'}]}";
    try (Shipped thunes =
        Shipped.partner("thunes")
            .silentOn("POST /v2/money-transfer/quotations ")
            .on("POST /v2/money-transfer/quotations ", "400 Bad Request", taken)
            .silentOn("POST /v2/money-transfer/quotations/ext-REFERENCE/transactions")
            .on(
                "POST /v2/money-transfer/quotations/ext-REFERENCE/transactions",
                "400 Bad Request",
                taken)
            .on(
                THUNES_PAY,
                "200 OK",
                "{'id':21,'external_id':'REFERENCE','status':'20000','status_class':'2'}")) {
      assertThat(thunes.submit()).isInstanceOf(NotSent.class);
      assertThat(thunes.submit()).isInstanceOf(NotSent.class);
      assertThat(thunes.received(THUNES_PAY)).isEmpty();
      assertThat(asked(thunes, THUNES_PAY)).isInstanceOf(Accepted.class);
    }
  }

  @Test
  void thunes_a_lost_confirmation_is_unknown_and_an_unconfirmed_transaction_proves_nothing()
      throws IOException {
    String unconfirmed =
        "{'id':21,'external_id':'REFERENCE','status':'10000','status_class':'1','destination':{'amount':100.00,'currency':'PHP'}}";
    try (Shipped thunes =
        thunes()
            .silentOn(THUNES_PAY)
            .on("GET /v2/money-transfer/transactions/ext-REFERENCE", "200 OK", unconfirmed)) {
      assertThat(asked(thunes, THUNES_PAY)).isInstanceOf(Unknown.class);
      assertThat(thunes.lookup()).isInstanceOf(Unclear.class);
    }
  }

  @Test
  void thunes_confirmed_before_is_looked_up_and_adopted() throws IOException {
    String confirmed =
        "{'id':21,'external_id':'REFERENCE','status':'70000','status_class':'7','destination':{'amount':100.00,'currency':'PHP'}}";
    try (Shipped thunes =
        thunes()
            .on(THUNES_PAY, "400 Bad Request", "{'errors':[{'code':'1007002'}]}")
            .on("GET /v2/money-transfer/transactions/ext-REFERENCE", "200 OK", confirmed)) {
      assertThat(asked(thunes, THUNES_PAY)).isInstanceOf(Duplicate.class);
      assertThat(statusOf(thunes.lookup())).isEqualTo(ProviderStatus.PAID);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "6, AVAILABLE, PROCESSING, false",
    "8, REVERSED, RETURNED, true",
    "9, DECLINED, FAILED, true"
  })
  void thunes_a_class_on_which_sources_conflict_is_no_end(
      String statusClass, String message, ProviderStatus status, boolean listed)
      throws IOException {
    String found =
        "{'id':21,'external_id':'REFERENCE','status_class':'%s','status_message':'%s','destination':{'amount':100.00,'currency':'PHP'}}"
            .formatted(statusClass, message);
    try (Shipped thunes =
        thunes().on("GET /v2/money-transfer/transactions/ext-REFERENCE", "200 OK", found)) {
      assertThat(thunes.lookup())
          .isInstanceOfSatisfying(
              Found.class,
              it -> {
                assertThat(it.statement().status()).isEqualTo(status);
                assertThat(thunes.provider().listsStatus(it.statement().providerWord()))
                    .isEqualTo(listed);
              });
    }
  }

  @ParameterizedTest
  @CsvSource({"8, EXPIRED", "9, IN-CLASS-9"})
  void thunes_of_classes_8_and_9_only_what_says_reversed_and_declined_tells_anything(
      String statusClass, String message) throws IOException {
    String found =
        "{'id':21,'external_id':'REFERENCE','status_class':'%s','status_message':'%s','destination':{'amount':100.00,'currency':'PHP'}}"
            .formatted(statusClass, message);
    try (Shipped thunes =
        thunes().on("GET /v2/money-transfer/transactions/ext-REFERENCE", "200 OK", found)) {
      assertThat(thunes.lookup()).isInstanceOf(Unclear.class);
    }
  }

  private static Shipped wise() {
    return Shipped.partner("wise", Map.of("webhook_public_key", WISE_KEY.publicKey()))
        .on("POST /v3/profiles/test-profile_id/quotes", "200 OK", "{'id':'q-1'}")
        .on("POST /v1/accounts", "200 OK", "{'id':301}");
  }

  private static final String WISE_TRANSFER =
      "{'id':50001,'customerTransactionId':'REFERENCE','status':'%s','targetValue':1.00,'targetCurrency':'EUR'}";

  @Test
  void wise_a_lost_answer_before_the_funding_is_harmless_and_the_repeat_brings_the_same_transfer()
      throws IOException {
    String funded = "{'type':'BALANCE','status':'COMPLETED','errorCode':null}";
    try (Shipped wise =
        wise()
            .silentOn("POST /v1/transfers")
            .on("POST /v1/transfers", "200 OK", WISE_TRANSFER.formatted("incoming_payment_waiting"))
            .on(WISE_PAY, "201 Created", funded)) {
      assertThat(wise.submit()).isInstanceOf(NotSent.class);
      assertThat(wise.received(WISE_PAY)).isEmpty();
      assertThat(asked(wise, WISE_PAY)).isInstanceOf(Accepted.class);
      assertThat(wise.received("POST /v1/transfers"))
          .allMatch(r -> r.contains("\"customerTransactionId\":\"" + wise.reference() + "\""));
    }
  }

  @Test
  void wise_a_lost_funding_is_unknown_and_an_unfunded_transfer_proves_nothing() throws IOException {
    String listed = "[" + WISE_TRANSFER.formatted("incoming_payment_waiting") + "]";
    try (Shipped wise =
        wise()
            .on("POST /v1/transfers", "200 OK", WISE_TRANSFER.formatted("incoming_payment_waiting"))
            .silentOn(WISE_PAY)
            .on("GET /v1/transfers?", "200 OK", listed)) {
      assertThat(asked(wise, WISE_PAY)).isInstanceOf(Unknown.class);
      assertThat(wise.lookup()).isInstanceOf(Unclear.class);
    }
  }

  @Test
  void wise_a_second_factor_is_a_fault_of_ours_and_no_payment() throws IOException {
    String challenge = "\r\nx-2fa-approval: 4f6b\r\nx-2fa-approval-result: REJECTED";
    assertThat(forbidden(challenge)).isInstanceOf(PlatformFault.class);
    assertThat(forbidden("")).as("any other 403").isInstanceOf(Unknown.class);
  }

  private static SubmitOutcome forbidden(String headers) throws IOException {
    Shipped wise =
        wise()
            .on(
                "POST /v1/transfers",
                "200 OK",
                WISE_TRANSFER.formatted("incoming_payment_waiting"));
    String said = "{'message':'You are forbidden to send this request'}";
    return answered(wise, WISE_PAY, "403 Forbidden" + headers, said);
  }

  @Test
  void wise_after_paid_a_cancelled_transfer_is_on_its_way_back_and_a_refund_came_back()
      throws IOException {
    try (Shipped wise =
        wise()
            .on("GET /v1/transfers/50001", "200 OK", WISE_TRANSFER.formatted("bounced_back"))
            .on("GET /v1/transfers/50001", "200 OK", WISE_TRANSFER.formatted("cancelled"))
            .on("GET /v1/transfers/50001", "200 OK", WISE_TRANSFER.formatted("funds_refunded"))) {
      assertThat(wise.stated("50001").status()).isEqualTo(ProviderStatus.PROCESSING);
      ProviderStatus cancelled = wise.stated("50001").status();
      assertThat(cancelled).isEqualTo(ProviderStatus.CANCELLED);
      assertThat(wise.file().terms().meaningAfterPaid(cancelled))
          .isEqualTo(ProviderStatus.PROCESSING);
      assertThat(wise.stated("50001").status()).isEqualTo(ProviderStatus.RETURNED);
    }
  }

  private static ProviderStatus statusOf(LookupOutcome outcome) {
    assertThat(outcome).isInstanceOf(Found.class);
    return ((Found) outcome).statement().status();
  }

  private static ProviderStatus statusOf(SubmitOutcome outcome) {
    assertThat(outcome).isInstanceOf(Accepted.class);
    return ((Accepted) outcome).statement().status();
  }
}
