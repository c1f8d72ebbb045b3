// What the events in a partner's message say.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.ProviderNotice;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.WebhookTerms;
import dev.semel.provider.file.WebhookTerms.Algorithm;
import dev.semel.provider.file.WebhookTerms.KeyForm;
import dev.semel.provider.file.WebhookTerms.Place;
import dev.semel.provider.file.WebhookTerms.Signed;
import dev.semel.provider.file.WebhookTerms.SignedPart;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookReaderTest {
  private static final String EVENT =
      "{'event_id':'ev-1','type':'payout.updated','created_at':'2026-12-01T10:00:00+03:00','sequence':7,"
          + "'data':{'id':'ac-1','client_reference':'R-1','status':'paid','amount':'10.00','currency':'KES'}}";

  private static WebhookReader reader(UnaryOperator<String> change) {
    return reader(change, new SignatureCheck(new WebhookTerms.Unsigned(), List.of()));
  }

  private static WebhookReader reader(UnaryOperator<String> change, SignatureCheck signature) {
    ProviderFile file = Acme.file(change);
    WebhookTerms terms = file.webhook().orElseThrow();
    return new WebhookReader(terms, signature, file.words());
  }

  private static List<ProviderNotice> read(String body) throws UnreadableMessageException {
    return reader(text -> text).read(message(body)).notices();
  }

  private static InboundMessage message(String body) {
    byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return new InboundMessage(Map.of("x-test-notification", List.of("true")), bytes, Instant.EPOCH);
  }

  @Test
  void an_event_is_read() throws UnreadableMessageException {
    ProviderNotice notice = read(EVENT).getFirst();
    assertThat(notice.eventId()).isEqualTo("ev-1");
    assertThat(notice.reference()).contains("R-1");
    assertThat(notice.statement().providerPayoutId()).contains("ac-1");
    assertThat(notice.statement().status()).isEqualTo(ProviderStatus.PAID);
    assertThat(notice.position().sequence()).contains(7L);
    assertThat(notice.position().occurredAt()).contains(Instant.parse("2026-12-01T07:00:00Z"));
    assertThat(notice.statusListed()).isTrue();
  }

  @Test
  void an_event_without_an_id_gets_the_same_one_whenever_it_is_told_again()
      throws UnreadableMessageException {
    String without = EVENT.replace("'event_id':'ev-1',", "");
    String first = read(without).getFirst().eventId();
    assertThat(first)
        .hasSize(64)
        .isEqualTo(read(without.replace("10.00", "10.0")).getFirst().eventId());
    assertThat(first).isNotEqualTo(read(without.replace("paid", "failed")).getFirst().eventId());
  }

  @Test
  void an_unlisted_word_is_processing_and_marked() throws UnreadableMessageException {
    ProviderNotice notice = read(EVENT.replace("'paid'", "'PAID'")).getFirst();
    assertThat(notice.statement().status()).isEqualTo(ProviderStatus.PROCESSING);
    assertThat(notice.statusListed()).isFalse();
  }

  @Test
  void a_value_may_be_one_of_several_that_are_named_and_a_currency_go_without_saying()
      throws UnreadableMessageException {
    WebhookReader named =
        reader(
            text ->
                text.replace(
                    "amount: /data/amount, currency: /data/currency",
                    "amount: {at: /data/params, where: {/Key: Amount}, value: /Value}, currency: {fixed: KES}"));
    String params = "'params':[{'Key':'Receipt','Value':'X1'},{'Key':'Amount','Value':10}]";
    String event = EVENT.replace("'amount':'10.00','currency':'KES'", params);
    assertThat(named.read(message(event)).notices().getFirst().statement().money())
        .contains(Money.of("10.00", "KES"));
    for (String bad :
        List.of(
            event.replace("'Amount'", "'Sum'"),
            event.replace("'Receipt'", "'Amount'"),
            event.replace(params, "'params':{}"))) {
      assertThatThrownBy(() -> named.read(message(bad)))
          .isInstanceOf(UnreadableMessageException.class);
    }
  }

  @Test
  void events_may_come_in_an_array() throws UnreadableMessageException {
    WebhookReader many =
        reader(text -> text.replace("webhook:\n", "webhook:\n  events: /events\n"));
    assertThat(many.read(message("{'events':[" + EVENT + "," + EVENT + "]}")).notices()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]x",
        "7",
        "{}",
        "{'type':'t'}",
        "<xml/>",
        "{'type':'t','created_at':'yesterday','data':{'id':'1','client_reference':'r','status':'paid','amount':'1','currency':'KES'}}",
        "{'type':'t','created_at':'2026-12-01T10:00:00Z','data':{'id':'1','client_reference':'r','status':'paid','amount':'one','currency':'KES'}}",
        "{'type':'t','created_at':'2026-12-01T10:00:00Z','data':{'id':'1','client_reference':'r','status':'paid','amount':'1','currency':'ZZZ'}}"
      })
  void what_is_not_as_promised_is_refused(String body) {
    assertThatThrownBy(() -> read(body)).isInstanceOf(UnreadableMessageException.class);
  }

  @Test
  void a_signed_test_message_is_told_apart_and_what_proves_nothing_stays_a_hint() {
    Place header = new Place("X-Sig", "", Optional.empty());
    Signed signed =
        new Signed(
            Algorithm.HMAC_SHA256,
            header,
            false,
            List.of(),
            KeyForm.PLAIN,
            List.of(new SignedPart.RawBody()),
            Optional.empty());
    // printf '{}' | openssl dgst -sha256 -hmac s
    String signature = "143ca8d517ba1b181025d732b1cf275d90104fca57bb02a565542978aa18c4b6";
    Map<String, List<String>> headers =
        Map.of("x-test-notification", List.of("true"), "x-sig", List.of(signature));
    InboundMessage proven =
        new InboundMessage(headers, "{}".getBytes(StandardCharsets.UTF_8), Instant.EPOCH);

    assertThat(reader(text -> text, new SignatureCheck(signed, List.of("s"))).verify(proven))
        .isEqualTo(new WebhookVerdict.Test());
    assertThat(reader(text -> text).verify(message("{}"))).isEqualTo(new WebhookVerdict.Hint());
  }
}
