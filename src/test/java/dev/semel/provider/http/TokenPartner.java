// A partner that gives tokens, and takes the last of them alone.
package dev.semel.provider.http;

import dev.semel.provider.http.ScriptedPartner.Link;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Whoever comes with another token is answered with 401, and nothing is processed. */
final class TokenPartner implements AutoCloseable {
  /** An answer that accepts a payout, and one that a question about it gets. */
  static final String ACCEPTED =
      "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}";

  private static final String AUTH =
      """
      auth:
        token:
          request: {method: POST, path: /token}
          basic: {user: client-of-acme, password: "${secret.api_key}"}
          read: {token: /access_token, expires_in: /expires_in}
      """;

  private final ScriptedPartner partner;
  private final AtomicInteger given = new AtomicInteger();
  private volatile String taken = "";
  private volatile boolean takesNone;
  private volatile Optional<String> tokenAnswer = Optional.empty();
  private volatile String refusal = RawPartner.answer("401 No", "{\"code\":\"token_expired\"}");
  private volatile CountDownLatch tokensHeld = new CountDownLatch(0);
  private volatile CountDownLatch refusalsHeld = new CountDownLatch(0);

  TokenPartner() throws IOException {
    partner = new ScriptedPartner(this::hold);
  }

  /** A file whose requests carry a token of this partner. */
  static UnaryOperator<String> file(String auth) {
    return text -> Acme.patient(text.replace("auth: {bearer: \"${secret.api_key}\"}\n", auth));
  }

  static UnaryOperator<String> file() {
    return file(AUTH);
  }

  /** The same file, with room for many submissions at once. */
  static String withRoomForMany(String text) {
    return file().apply(text).replace("in_flight: 32", "in_flight: 64");
  }

  String url() {
    return partner.url();
  }

  /** The token that was given last is not taken any more; the next is. */
  void expire() {
    taken = "";
  }

  /** No token is taken from now on. */
  void takeNone() {
    takesNone = true;
  }

  void answerTokensWith(String answer) {
    tokenAnswer = Optional.of(answer);
  }

  /** Gives this token, and takes it. */
  void answerTokensWith(String answer, String token) {
    taken = token;
    tokenAnswer = Optional.of(answer);
  }

  void giveTokensAgain() {
    tokenAnswer = Optional.empty();
  }

  void refuseWith(String answer) {
    refusal = answer;
  }

  /** No token is given before the count of this is down. */
  void holdTokens(CountDownLatch until) {
    tokensHeld = until;
  }

  /** Nobody is refused before so many would be. */
  void refuseTogether(int many) {
    refusalsHeld = new CountDownLatch(many);
  }

  List<String> tokenCalls() {
    return partner.requests().stream().filter(TokenPartner::isTokenCall).toList();
  }

  List<String> others() {
    return partner.requests().stream().filter(request -> !isTokenCall(request)).toList();
  }

  String lastToken() {
    return token(given.get());
  }

  private static boolean isTokenCall(String request) {
    return request.split("\\?| HTTP", 2)[0].contains("token");
  }

  private static String token(int number) {
    return "tkn-" + number + "-of-acme-which-nobody-may-see";
  }

  private void hold(Link link) throws IOException {
    for (String request = link.request(); !request.isEmpty(); request = link.request()) {
      link.write(isTokenCall(request) ? tokenAnswer() : answer(request));
    }
  }

  private String tokenAnswer() {
    await(tokensHeld);
    if (tokenAnswer.isPresent()) {
      return tokenAnswer.get();
    }
    String token = token(given.incrementAndGet());
    taken = takesNone ? "" : token;
    return RawPartner.answer(
        "200 OK", "{\"access_token\":\"" + token + "\",\"expires_in\":\"3600\"}");
  }

  private String answer(String request) {
    String needed = "authorization: bearer " + taken + "\r\n";
    if (taken.isEmpty() || !request.toLowerCase(Locale.ROOT).contains(needed)) {
      refusalsHeld.countDown();
      await(refusalsHeld);
      return refusal;
    }
    if (!request.startsWith("GET")) {
      return RawPartner.answer("201 Created", ACCEPTED);
    }
    String found = ACCEPTED.replace("}", ",\"client_reference\":\"" + Acme.REFERENCE + "\"}");
    boolean byReference = request.startsWith("GET /v1/payouts?");
    return RawPartner.answer("200 OK", byReference ? "{\"data\":[" + found + "]}" : found);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    while (tokensHeld.getCount() > 0) {
      tokensHeld.countDown();
    }
    while (refusalsHeld.getCount() > 0) {
      refusalsHeld.countDown();
    }
    partner.close();
  }
}
