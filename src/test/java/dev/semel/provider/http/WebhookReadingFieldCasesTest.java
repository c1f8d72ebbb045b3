// How messages are read that others have had trouble with, and which event is which.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.MessageReading;
import dev.semel.provider.ProviderNotice;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.WebhookTerms;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookReadingFieldCasesTest {
  private static final String EVENT =
      "{'event_id':'ev-1','type':'t','created_at':'2026-12-01T10:00:00Z','sequence':7,"
          + "'data':{'id':'ac-1','client_reference':'R-1','status':'paid','amount':'10.00','currency':'KES'}}";

  // ---- what messages are written in ----

  private static MessageReading read(
      UnaryOperator<String> change, Map<String, String> headers, byte[] body)
      throws UnreadableMessageException {
    ProviderFile file = Acme.file(change);
    Map<String, List<String>> all = new HashMap<>();
    headers.forEach((name, value) -> all.put(name, List.of(value)));
    return new WebhookReader(
            file.webhook().orElseThrow(),
            new SignatureCheck(new WebhookTerms.Unsigned(), List.of()),
            file.words())
        .read(new InboundMessage(all, body, Instant.EPOCH));
  }

  private static ProviderNotice one(
      UnaryOperator<String> change, Map<String, String> headers, byte[] body)
      throws UnreadableMessageException {
    MessageReading reading = read(change, headers, body);
    assertThat(reading.faults()).isEmpty();
    assertThat(reading.notices()).hasSize(1);
    return reading.notices().getFirst();
  }

  private static String of(String format, String text) {
    return text.replace("webhook:\n", "webhook:\n  format: " + format + "\n")
        .replaceAll("/(event_id|type|created_at|sequence)", format.equals("xml") ? "/n/$1" : "/$1")
        .replaceAll(
            "/data/(id|client_reference|status|amount|currency)",
            format.equals("xml") ? "/n/payout/$1" : "/data.$1");
  }

  private static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void w_13_a_form_is_read_where_the_file_says_so() throws UnreadableMessageException {
    ProviderNotice notice =
        one(
            text -> of("form", text),
            Map.of("content-type", "application/x-www-form-urlencoded"),
            bytes(
                "event_id=ev%2D1&type=t&created_at=2026-12-01T10%3A00%3A00Z&sequence=7&data.id=ac+1"
                    + "&data%2Eclient_reference=R-1&data.status=paid&data.amount=10.00&data.currency=KES"));
    assertThat(notice.eventId()).isEqualTo("ev-1");
    assertThat(notice.reference()).contains("R-1");
    assertThat(notice.statement().providerPayoutId()).contains("ac 1");
    assertThat(notice.position().sequence()).contains(7L);
  }

  private static final String XML =
      """
      <?xml version="1.0" encoding="%s"?>
      <!-- what we tell --><x:n xmlns:x="urn:acme"><event_id>ev-1</event_id><x:type>t</x:type><created_at>2026-12-01T10:00:00Z</created_at>
        <sequence>7</sequence><payout><id>é-1</id><client_reference><![CDATA[R-1]]></client_reference><status>paid</status>
        <amount currency="KES">10.00</amount><currency>KES</currency></payout></x:n>""";

  @Test
  void w_13_xml_is_read_where_the_file_says_so_in_whatever_it_is_written()
      throws UnreadableMessageException {
    UnaryOperator<String> xml =
        text -> of("xml", text).replace("/n/payout/amount", "/n/payout/amount/#text");
    for (String charset : List.of("UTF-8", "ISO-8859-1", "UTF-16")) {
      byte[] body = XML.formatted(charset).getBytes(Charset.forName(charset));
      ProviderNotice notice = one(xml, Map.of(), body);
      assertThat(notice.eventId()).as(charset).isEqualTo("ev-1");
      assertThat(notice.statement().providerPayoutId()).as(charset).contains("é-1");
      assertThat(notice.reference()).contains("R-1");
      assertThat(notice.statement().money()).isPresent();
    }
    byte[] latin = XML.formatted("UTF-8").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(
            one(xml, Map.of("content-type", "text/xml; charset=\"iso-8859-1\""), latin)
                .statement()
                .providerPayoutId())
        .as("the header wins")
        .contains("é-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE n [<!ENTITY a 'x'>]><n>&a;</n>",
        "<!DOCTYPE n SYSTEM 'http://127.0.0.1:1/x.dtd'><n/>",
        "<!DOCTYPE n [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><n/>",
        "<!DOCTYPE n><n/>",
        "<n>&a;</n>",
        "<!DOCTYPE n><n><event_id>e</event_id><type>t</type><created_at>2026-12-01T10:00:00Z</created_at><payout><id>1</id><client_reference>r</client_reference><status>paid</status><amount>1</amount><currency>KES</currency></payout></n>",
        "<n><a></n>",
        "<n/><n/>",
        "<n",
        "",
        "{}",
        "<n><a/></n>"
      })
  void w_13_xml_that_declares_or_fetches_anything_is_refused(String xml) {
    for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16)) {
      assertThatThrownBy(() -> read(text -> of("xml", text), Map.of(), xml.getBytes(charset)))
          .as(xml)
          .isInstanceOf(UnreadableMessageException.class)
          .hasMessageNotContaining("passwd");
    }
  }

  @Test
  void w_13_many_events_in_xml_are_told_apart_and_a_poisoned_one_stops_no_other()
      throws UnreadableMessageException {
    String event =
        "<event><event_id>e%d</event_id><type>t</type><created_at>2026-12-01T10:00:00Z</created_at><sequence>7</sequence>"
            + "<data><id>i%d</id><client_reference>R%d</client_reference><status>paid</status><amount>%s</amount><currency>KES</currency></data></event>";
    String body =
        "<list>"
            + event.formatted(1, 1, 1, "1.00")
            + event.formatted(2, 2, 2, "much")
            + event.formatted(3, 3, 3, "3.00")
            + "</list>";
    MessageReading reading =
        read(
            text -> text.replace("webhook:\n", "webhook:\n  format: xml\n  events: /list/event\n"),
            Map.of(),
            bytes(body));
    assertThat(reading.notices()).extracting(ProviderNotice::eventId).containsExactly("e1", "e3");
    assertThat(reading.faults()).singleElement().asString().contains("event 2");
  }

  @Test
  void w_13_json_in_another_charset_is_decoded_and_never_guessed()
      throws UnreadableMessageException {
    String event = EVENT.replace('\'', '"').replace("ac-1", "Aimé");
    byte[] latin = event.getBytes(StandardCharsets.ISO_8859_1);
    assertThat(
            one(text -> text, Map.of("content-type", "application/json; charset=iso-8859-1"), latin)
                .statement()
                .providerPayoutId())
        .contains("Aimé");
    for (String type :
        List.of(
            "application/json",
            "application/json; charset=utf-8",
            "application/json;charset=x-no")) {
      assertThatThrownBy(() -> read(text -> text, Map.of("content-type", type), latin))
          .as(type)
          .isInstanceOf(UnreadableMessageException.class);
    }
  }

  private static byte[] packed(String how, byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (how) {
          case "gzip" -> new GZIPOutputStream(bytes);
          case "raw" -> new DeflaterOutputStream(bytes, new Deflater(6, true));
          default -> new DeflaterOutputStream(bytes);
        }) {
      out.write(body);
    }
    return bytes.toByteArray();
  }

  @Test
  void w_13_a_compressed_body_is_unpacked() throws Exception {
    for (String how : List.of("gzip", "deflate", "raw")) {
      byte[] body = packed(how, bytes(EVENT));
      Map<String, String> headers =
          Map.of(
              "content-encoding",
              how.equals("raw") ? "deflate" : how.toUpperCase(java.util.Locale.ROOT));
      assertThat(one(text -> text, headers, body).eventId()).as(how).isEqualTo("ev-1");
      assertThatThrownBy(() -> read(text -> text, headers, bytes(EVENT)))
          .as("it is not packed")
          .isInstanceOf(UnreadableMessageException.class);
    }
    assertThatThrownBy(() -> read(text -> text, Map.of("content-encoding", "br"), bytes(EVENT)))
        .isInstanceOf(UnreadableMessageException.class);
  }

  @Test
  void s_05_what_stands_for_gigabytes_is_unpacked_no_further_than_a_body_may_be_large()
      throws Exception {
    byte[] bomb = packed("gzip", new byte[200 * 1_048_576]);
    assertThat(bomb.length).isLessThan(1_048_576);
    long began = System.nanoTime();
    assertThatThrownBy(() -> read(text -> text, Map.of("content-encoding", "gzip"), bomb))
        .isInstanceOf(UnreadableMessageException.class)
        .hasMessageContaining("more than 1048576 bytes");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
  }

  // ---- which event it is ----

  @Test
  void w_11_ids_in_a_header_tell_identical_bodies_apart() throws UnreadableMessageException {
    UnaryOperator<String> headed =
        text -> text.replace("webhook:\n", "webhook:\n  id_header: X-Event-Id\n");
    assertThat(one(headed, Map.of("x-event-id", "h-1"), bytes(EVENT)).eventId()).isEqualTo("h-1");
    assertThat(one(headed, Map.of("x-event-id", "h-2"), bytes(EVENT)).eventId()).isEqualTo("h-2");
    MessageReading several =
        read(headed, Map.of("x-event-id", "h-3"), bytes("[" + EVENT + "," + EVENT + "]"));
    assertThat(several.notices())
        .extracting(ProviderNotice::eventId)
        .containsExactly("h-3#1", "h-3#2");
    for (String blank : List.of("", "  ", "\t")) {
      assertThat(one(headed, Map.of("x-event-id", blank), bytes(EVENT)).eventId())
          .isEqualTo("ev-1");
    }
  }

  @Test
  void w_11_a_blank_id_is_no_id() throws UnreadableMessageException {
    String built =
        one(text -> text, Map.of(), bytes(EVENT.replace("'event_id':'ev-1',", ""))).eventId();
    assertThat(built).hasSize(64);
    for (String blank : List.of("''", "'  '", "null", "'\\t'")) {
      assertThat(one(text -> text, Map.of(), bytes(EVENT.replace("'ev-1'", blank))).eventId())
          .as(blank)
          .isEqualTo(built);
    }
  }

  @Test
  void w_19_a_test_message_may_say_so_in_its_body_and_false_as_a_text_is_false()
      throws UnreadableMessageException {
    UnaryOperator<String> live =
        text ->
            text.replaceFirst(
                "(?m)^  test_messages: .*$", "  test_messages: {body: {/live: [false]}}");
    for (String said : List.of("false", "'false'")) {
      byte[] body = bytes(EVENT.replace("'sequence'", "'live':" + said + ",'sequence'"));
      MessageReading reading = read(live, Map.of(), body);
      assertThat(reading.test()).as(said).isTrue();
      assertThat(reading.notices()).isEmpty();
    }
    byte[] real = bytes(EVENT.replace("'sequence'", "'live':'true','sequence'"));
    assertThat(read(live, Map.of(), real).test()).isFalse();
  }

  @Test
  void w_22_unclaimed_is_not_paid_and_comes_back_a_month_later() throws IOException {
    String body =
        "{'id':'WH-1','event_type':'PAYMENT.PAYOUTS-ITEM.UNCLAIMED','create_time':'2026-12-01T10:00:00Z',"
            + "'resource':{'payout_batch_id':'b','transaction_status':'%s','payout_item':{'sender_item_id':'REFERENCE'}}}";
    try (Shipped paypal = Shipped.partner("paypal")) {
      assertThat(paypal.event(body.formatted("UNCLAIMED")).statement().status())
          .isEqualTo(dev.semel.domain.ProviderStatus.PROCESSING);
      assertThat(paypal.event(body.formatted("RETURNED")).statement().status())
          .isEqualTo(dev.semel.domain.ProviderStatus.RETURNED);
    }
  }
}
