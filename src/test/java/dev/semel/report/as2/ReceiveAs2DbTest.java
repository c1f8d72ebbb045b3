// Reports over AS2, sent by a client that nobody here has written.
package dev.semel.report.as2;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.helger.as2lib.client.AS2ClientResponse;
import com.helger.as2lib.crypto.ECryptoAlgorithmSign;
import com.helger.as2lib.message.AS2MessageMDN;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.semel.report.as2.As2Sender.ECompression;
import dev.semel.report.as2.As2Sender.Letter;
import dev.semel.report.pickup.Seal;
import dev.semel.report.pickup.Sources;
import dev.semel.report.pickup.Taken;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.UUID;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class ReceiveAs2DbTest {
  private static final String REPORT = "reference,amount\r\nR-1,10.00\nR-2,20.00";

  private static final Logger LOG = Logger.getLogger(ReceiveAs2DbTest.class);

  @Inject ReceiptStore receipts;
  @Inject DataSource database;

  @TempDir Path directory;
  private HttpServer server;
  private Sources sources;
  private Taken gate;
  private As2Sender sender;

  @BeforeEach
  void listen() throws IOException {
    sources = new Sources(database);
    sources.sent(As2Sender.partnership());
    gate = new Taken();
    As2Resource resource = new As2Resource(sources, new ReceiveAs2(receipts, gate));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/as2/", exchange -> answer(resource, exchange));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    sender =
        new As2Sender(
            directory,
            "http://127.0.0.1:" + server.getAddress().getPort() + "/as2/" + sources.name);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static void answer(As2Resource resource, HttpExchange exchange) throws IOException {
    byte[] body;
    int status;
    try {
      String path = exchange.getRequestURI().getPath();
      Response response =
          resource.receive(
              path.substring(path.lastIndexOf('/') + 1),
              exchange.getRequestBody().readAllBytes(),
              name -> exchange.getRequestHeaders().getFirst(name));
      response
          .getHeaders()
          .forEach(
              (name, values) ->
                  exchange.getResponseHeaders().set(name, values.getFirst().toString()));
      status = response.getStatus();
      body = (byte[]) response.getEntity();
    } catch (RuntimeException e) {
      status = 500;
      body = e.toString().getBytes(StandardCharsets.UTF_8);
      LOG.error("the server of the test failed", e);
    }
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @ParameterizedTest
  @CsvSource({
    "NEVER, DIGEST_SHA_256",
    "BEFORE_SIGNING, DIGEST_SHA_256",
    "AFTER_SIGNING, DIGEST_SHA_512",
    "NEVER, DIGEST_SHA_1"
  })
  void f_16_a_report_gets_a_signed_receipt_with_the_digest_that_the_sender_has(
      ECompression compression, ECryptoAlgorithmSign digest) throws Exception {
    AS2ClientResponse response = sender.send(letter(REPORT, true, compression, digest));

    assertThat(disposition(response))
        .isEqualTo("automatic-action/MDN-sent-automatically; processed");
    assertThat(sender.digests).containsExactly("same");
    assertThat(response.getMDNVerificationCertificate())
        .isEqualTo(As2Sender.partnership().certificate());
    assertThat(gate.contents()).containsExactly(REPORT);
    assertThat(gate.reports.getFirst().label()).isEqualTo("settlement-20261130.csv");
    assertThat(gate.reports.getFirst().day()).isEqualTo(LocalDate.of(2026, 11, 30));
    assertThat(gate.reports.getFirst().seal()).isInstanceOf(Seal.Good.class);
    assertThat(response.hasException()).as(String.valueOf(response.getException())).isFalse();
  }

  @Test
  void f_16_a_message_that_need_not_be_encrypted_is_signed_all_the_same() throws Exception {
    sources.sent(As2Sender.openPartnership());

    AS2ClientResponse response =
        sender.send(letter(REPORT, false, ECompression.NEVER, ECryptoAlgorithmSign.DIGEST_SHA_256));
    assertThat(disposition(response)).endsWith("; processed");
    assertThat(sender.digests).containsExactly("same");

    AS2ClientResponse unsigned = sender.send(letter(REPORT, false, ECompression.NEVER, null));

    assertThat(disposition(unsigned)).endsWith("processed/error: insufficient-message-security");
    assertThat(gate.contents()).containsExactly(REPORT);
  }

  @Test
  void f_13_the_same_message_again_gets_the_same_receipt_and_is_one_report() throws Exception {
    Letter letter = letter(REPORT, true, ECompression.NEVER, ECryptoAlgorithmSign.DIGEST_SHA_256);

    AS2ClientResponse first = sender.send(letter);
    AS2ClientResponse again = sender.send(letter);

    assertThat(again.getMDNMessageID()).isEqualTo(first.getMDNMessageID());
    assertThat(mic(again)).isEqualTo(mic(first));
    assertThat(gate.contents()).containsExactly(REPORT);
  }

  @Test
  void another_report_under_a_message_id_that_was_used_is_refused() throws Exception {
    Letter first = letter(REPORT, true, ECompression.NEVER, ECryptoAlgorithmSign.DIGEST_SHA_256);
    sender.send(first);

    AS2ClientResponse other =
        sender.send(
            new Letter("another", true, ECompression.NEVER, first.digest(), first.messageId()));

    assertThat(disposition(other)).endsWith("processed/error: unexpected-processing-error");
    assertThat(gate.contents()).containsExactly(REPORT);
  }

  @Test
  void a_message_that_is_not_encrypted_or_signed_by_a_stranger_gets_a_receipt_that_says_so()
      throws Exception {
    AS2ClientResponse open =
        sender.send(letter(REPORT, false, ECompression.NEVER, ECryptoAlgorithmSign.DIGEST_SHA_256));
    sources.sent(As2Sender.partnershipWithAnother());
    AS2ClientResponse strange =
        sender.send(letter(REPORT, true, ECompression.NEVER, ECryptoAlgorithmSign.DIGEST_SHA_256));

    AS2ClientResponse packed =
        sender.send(
            letter(REPORT, false, ECompression.AFTER_SIGNING, ECryptoAlgorithmSign.DIGEST_SHA_256));

    assertThat(disposition(open)).endsWith("processed/error: insufficient-message-security");
    assertThat(disposition(packed))
        .as("nothing is unpacked that anybody could have sent")
        .endsWith("processed/error: insufficient-message-security");
    assertThat(disposition(strange)).endsWith("processed/error: authentication-failed");
    assertThat(gate.reports).as("people look at what the stranger sent").hasSize(1);
    assertThat(gate.reports.getFirst().seal())
        .isInstanceOfSatisfying(
            Seal.Doubtful.class,
            seal -> assertThat(seal.doubt()).isEqualTo(Seal.Doubt.SIGNER_UNKNOWN));
  }

  @Test
  void f_18_a_report_that_could_not_be_kept_gets_no_receipt_that_it_was() throws Exception {
    gate.fails = true;
    Letter letter = letter(REPORT, true, ECompression.NEVER, ECryptoAlgorithmSign.DIGEST_SHA_256);
    AS2ClientResponse failed = sender.send(letter);
    gate.fails = false;
    AS2ClientResponse again = sender.send(letter);

    assertThat(disposition(failed)).endsWith("processed/error: unexpected-processing-error");
    assertThat(disposition(again)).endsWith("; processed");
  }

  @Test
  void nobody_of_that_name_is_404_and_says_nothing_of_anybody() {
    given()
        .contentType("text/plain")
        .body("x".getBytes(StandardCharsets.UTF_8))
        .post("/as2/nobody")
        .then()
        .statusCode(404)
        .body("type", equalTo("/problems/not-found"));
  }

  private static Letter letter(
      String content,
      boolean encrypted,
      ECompression compression,
      @Nullable ECryptoAlgorithmSign digest) {
    return new Letter(content, encrypted, compression, digest, UUID.randomUUID() + "@acme.example");
  }

  private static String disposition(AS2ClientResponse response) {
    assertThat(response.getMDN()).as(String.valueOf(response.getException())).isNotNull();
    return response.getMDNDisposition();
  }

  private static String mic(AS2ClientResponse response) {
    return response.getMDN().attrs().getAsString(AS2MessageMDN.MDNA_MIC);
  }
}
