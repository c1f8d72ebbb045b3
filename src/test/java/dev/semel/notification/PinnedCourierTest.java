// Messages go to the address that was checked, under the receiver's name, and nowhere else.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.http.TestAuthority;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PinnedCourierTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final TestAuthority AUTHORITY = new TestAuthority();
  private static final String NAME = "shop.example.com";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration IMPATIENCE = Duration.ofMillis(300);

  /** Another address of this machine: Linux answers on all of 127/8. */
  private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.0.2");

  private static final SignedMessage MESSAGE =
      new SignedMessage(
          Map.of("webhook-id", "evt_1", "content-type", "application/json"),
          "{\"a\":\"ü\"}".getBytes(StandardCharsets.UTF_8));

  private final PaperNames names = new PaperNames();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void a_message_is_posted_as_it_is_and_the_answer_is_told() throws IOException {
    try (Receiver receiver = receiver(Receiver.text("200 OK", "thanks", "X-A: b"))) {
      Reply reply = post("http://" + NAME + ":" + receiver.port() + "/hooks?shop=7", PATIENCE);

      assertThat(reply)
          .isInstanceOfSatisfying(
              Reply.Answered.class,
              answered -> {
                assertThat(answered.status()).isEqualTo(200);
                assertThat(answered.address()).isEqualTo("127.0.0.2");
                assertThat(answered.headers()).containsEntry("x-a", List.of("b"));
                assertThat(answered.body()).asString(StandardCharsets.UTF_8).isEqualTo("thanks");
                assertThat(answered.truncated()).isFalse();
              });
      Receiver.Got got = receiver.got().getFirst();
      assertThat(got.head()).startsWith("POST /hooks?shop=7 HTTP/1.1\r\n");
      assertThat(got.header("host")).isEqualTo(NAME + ":" + receiver.port());
      assertThat(got.header("webhook-id")).isEqualTo("evt_1");
      assertThat(got.header("connection")).isEqualTo("close");
      assertThat(got.body()).isEqualTo("{\"a\":\"ü\"}");
    }
  }

  @Test
  void s_02_a_name_is_asked_for_once_and_what_it_stands_for_next_is_not_connected_to()
      throws IOException {
    try (Receiver receiver = receiver(Receiver.text("200 OK", ""))) {
      names.tell(NAME, "127.0.0.2").tell(NAME, "127.0.0.1");
      Reply reply = postTo("http://" + NAME + ":" + receiver.port() + "/", PATIENCE);

      assertThat(reply)
          .isInstanceOfSatisfying(
              Reply.Answered.class,
              answered -> assertThat(answered.address()).isEqualTo("127.0.0.2"));
      assertThat(names.asked()).containsExactly(NAME);
    }
  }

  @Test
  void s_02_a_name_that_turns_to_a_private_address_is_refused_before_any_connection()
      throws IOException {
    try (Receiver receiver = receiver(Receiver.text("200 OK", ""))) {
      names.tell(NAME, "127.0.0.2");
      ReceiverAddresses strict = new ReceiverAddresses(names, () -> false);
      Reply reply =
          new PinnedCourier(VERTX, strict, System::nanoTime)
              .post(
                  "t",
                  URI.create("https://" + NAME + ":" + receiver.port() + "/"),
                  MESSAGE,
                  PATIENCE);

      assertThat(reply).isInstanceOf(Reply.AddressRefused.class);
      assertThat(receiver.got()).isEmpty();
    }
  }

  @Test
  void tls_speaks_of_the_name_while_the_connection_goes_to_the_address() throws IOException {
    try (Receiver receiver =
        new Receiver(OTHER, AUTHORITY.server(NAME), Receiver.text("204 No Content", ""))) {
      names.tell(NAME, "127.0.0.2");
      Reply reply = postTo("https://" + NAME + ":" + receiver.port() + "/", PATIENCE);

      assertThat(reply).isInstanceOf(Reply.Answered.class);
      assertThat(receiver.got().getFirst().serverName()).isEqualTo(NAME);
      assertThat(receiver.got().getFirst().header("host")).isEqualTo(NAME + ":" + receiver.port());
    }
  }

  @Test
  void a_certificate_for_another_name_or_of_nobody_gets_nothing() throws IOException {
    for (SSLContext tls :
        List.of(
            AUTHORITY.server("other.example.com"),
            AUTHORITY.server("127.0.0.2"),
            TestAuthority.selfSignedServer(NAME))) {
      try (Receiver receiver = new Receiver(OTHER, tls, Receiver.text("200 OK", ""))) {
        names.tell(NAME, "127.0.0.2");
        Reply reply = postTo("https://" + NAME + ":" + receiver.port() + "/", PATIENCE);

        assertThat(reply)
            .isInstanceOfSatisfying(
                Reply.NotConnected.class,
                none -> assertThat(none.reason()).contains("certificate"));
        assertThat(receiver.got()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void s_02_a_redirect_is_an_answer_like_any_other_and_is_not_followed(int status)
      throws IOException {
    try (Receiver inside = Receiver.answering("200 OK");
        Receiver receiver =
            receiver(
                Receiver.text(
                    status + " Elsewhere",
                    "",
                    "Location: http://127.0.0.1:" + inside.port() + "/"))) {
      assertThat(status(post("http://" + NAME + ":" + receiver.port() + "/", PATIENCE)))
          .isEqualTo(status);
      assertThat(inside.got()).isEmpty();
    }
  }

  @Test
  void an_answer_without_end_is_read_no_further_than_is_sensible() throws Exception {
    CountDownLatch stopped = new CountDownLatch(1);
    try (Receiver receiver =
        receiver(
            (connection, _) -> {
              Receiver.write(connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
              String piece = "1000\r\n" + "x".repeat(0x1000) + "\r\n";
              try {
                while (true) {
                  Receiver.write(connection, piece);
                }
              } catch (IOException enough) {
                stopped.countDown();
              }
            })) {
      Reply reply = post("http://" + NAME + ":" + receiver.port() + "/", PATIENCE);

      assertThat(status(reply)).isEqualTo(200);
      assertThat(((Reply.Answered) reply).body()).hasSize(4096);
      assertThat(((Reply.Answered) reply).truncated()).isTrue();
      assertThat(stopped.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void w_21_a_receiver_that_says_nothing_is_left_when_the_time_is_over() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    try (Receiver receiver = receiver((_, _) -> never.await())) {
      long began = System.nanoTime();
      Reply reply = post("http://" + NAME + ":" + receiver.port() + "/", IMPATIENCE);

      assertThat(reply)
          .isEqualTo(new Reply.NoAnswer(Optional.of("127.0.0.2"), "No answer came in time."));
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isBetween(IMPATIENCE, PATIENCE);
    }
  }

  @Test
  void a_status_counts_even_if_the_end_of_the_answer_does_not_come() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    try (Receiver receiver =
        receiver(
            (connection, _) -> {
              Receiver.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
              never.await();
            })) {
      Reply reply = post("http://" + NAME + ":" + receiver.port() + "/", Duration.ofSeconds(2));

      assertThat(status(reply)).isEqualTo(200);
      assertThat(((Reply.Answered) reply).truncated()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "HTTP/1.1 2", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nno-colon\r\n\r\n"})
  void a_receiver_that_speaks_no_http_has_not_answered(String answer) throws IOException {
    try (Receiver receiver = receiver((connection, _) -> Receiver.write(connection, answer))) {
      Reply reply = post("http://" + NAME + ":" + receiver.port() + "/", PATIENCE);

      assertThat(reply).isNotInstanceOf(Reply.NotConnected.class);
      assertThat(reply instanceof Reply.Answered answered && answered.status() == 200)
          .as("%s", reply)
          .isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"99 Odd", "1000 Odd", "70000 Odd"})
  void a_status_that_http_does_not_have_is_no_answer(String status) throws IOException {
    try (Receiver receiver =
        receiver(
            (connection, _) ->
                Receiver.write(
                    connection, "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n"))) {
      Reply reply = post("http://" + NAME + ":" + receiver.port() + "/", PATIENCE);

      assertThat(reply).isInstanceOf(Reply.NoAnswer.class);
    }
  }

  @Test
  void headers_without_end_are_no_answer() throws IOException {
    try (Receiver receiver =
        receiver(
            (connection, _) -> {
              Receiver.write(connection, "HTTP/1.1 200 OK\r\n");
              for (int i = 0; i < 1_000; i++) {
                Receiver.write(connection, "X-" + i + ": " + "y".repeat(100) + "\r\n");
              }
            })) {
      Reply reply = post("http://" + NAME + ":" + receiver.port() + "/", PATIENCE);
      assertThat(reply).isInstanceOf(Reply.NoAnswer.class);
    }
  }

  @Test
  void where_nobody_listens_nothing_was_sent_and_the_next_address_is_tried() throws IOException {
    try (Receiver receiver = receiver(Receiver.text("200 OK", ""))) {
      // On the first of the two addresses nobody listens at this port.
      names.tell(NAME, "127.0.0.3", "127.0.0.2");
      assertThat(status(postTo("http://" + NAME + ":" + receiver.port() + "/", PATIENCE)))
          .isEqualTo(200);
    }
    Reply reply = post("http://" + NAME + ":1/", PATIENCE);
    assertThat(reply)
        .isEqualTo(new Reply.NotConnected(Optional.of("127.0.0.2"), "No connection came about."));
  }

  @Test
  void an_address_in_the_url_is_taken_as_it_is() throws IOException {
    InetAddress six = InetAddress.ofLiteral("::1");
    try (Receiver receiver = new Receiver(six, null, Receiver.text("200 OK", ""))) {
      assertThat(status(postTo("http://[::1]:" + receiver.port() + "/", PATIENCE))).isEqualTo(200);
      assertThat(receiver.got().getFirst().header("host")).isEqualTo("[::1]:" + receiver.port());
    }
  }

  @Test
  void no_proxy_is_asked() throws IOException {
    List<String> settings = Arrays.asList("http.proxyHost", "http.proxyPort");
    try (Receiver proxy = Receiver.answering("200 OK");
        Receiver receiver = receiver(Receiver.text("201 Created", ""))) {
      System.setProperty(settings.get(0), "127.0.0.1");
      System.setProperty(settings.get(1), Integer.toString(proxy.port()));
      assertThat(status(post("http://" + NAME + ":" + receiver.port() + "/", PATIENCE)))
          .isEqualTo(201);
      assertThat(proxy.got()).isEmpty();
    } finally {
      settings.forEach(System::clearProperty);
    }
  }

  @Test
  void whoever_is_told_to_stop_says_so() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    try (Receiver receiver = receiver((_, _) -> never.await())) {
      Thread.currentThread().interrupt();
      Reply reply = post("http://" + NAME + ":" + receiver.port() + "/", PATIENCE);

      assertThat(reply).isEqualTo(new Reply.Interrupted());
      assertThat(Thread.interrupted()).as("so that others hear of it").isTrue();
    }
  }

  private static Receiver receiver(Receiver.Answer answer) throws IOException {
    return new Receiver(OTHER, null, answer);
  }

  /** Posts to the name, which stands for the other address. */
  private Reply post(String url, Duration longest) {
    names.tell(NAME, "127.0.0.2");
    return postTo(url, longest);
  }

  private Reply postTo(String url, Duration longest) {
    ReceiverAddresses addresses = new ReceiverAddresses(names, () -> true);
    PemTrustOptions trust = new PemTrustOptions().addCertValue(Buffer.buffer(AUTHORITY.pem()));
    return new PinnedCourier(
            VERTX, addresses, System::nanoTime, PinnedCourier.options().setTrustOptions(trust))
        .post("t", URI.create(url), MESSAGE, longest);
  }

  private static int status(Reply reply) {
    assertThat(reply).isInstanceOf(Reply.Answered.class);
    return ((Reply.Answered) reply).status();
  }
}
