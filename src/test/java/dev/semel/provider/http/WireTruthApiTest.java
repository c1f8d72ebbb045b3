// Whatever partners do: what is called not sent was not received, and nothing is received twice.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.Unknown;
import dev.semel.provider.http.ScriptedPartner.Link;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A seed makes the same partner again: {@code -Dwire.seed=7}. */
class WireTruthApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final int SUBMISSIONS = 300;
  private static final Pattern NAME = Pattern.compile("for (n[0-9]+)\"");
  private static final String BODY =
      "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}";
  private static final String ACCEPTED = RawPartner.answer("201 Created", BODY);

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  static LongStream seeds() {
    return LongStream.of(Long.getLong("wire.seed", System.nanoTime()), 4);
  }

  /** What a partner may do when a connection or a request comes. */
  private enum Deed {
    CLOSE_UNREAD,
    RESET_UNREAD,
    CLOSE_AFTER_ONE_BYTE,
    ANSWER_AFTER_THE_HEAD,
    READ_AND_CLOSE,
    READ_AND_RESET,
    READ_AND_SAY_NOTHING,
    READ_AND_CUT,
    ANSWER,
    ANSWER_AFTER_PROGRESS,
    ANSWER_AND_CLOSE,
    ANSWER_AND_RESET,
    ANSWER_TWICE,
    REFUSE_ODDLY
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void not_sent_was_never_received_and_nothing_is_received_twice(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, SubmitOutcome> outcomes = new TreeMap<>();
    Map<Deed, Integer> done = new EnumMap<>(Deed.class);
    ScriptedPartner partner = new ScriptedPartner(link -> hold(link, random, done));
    try (partner;
        FileProvider acme = Acme.at(partner.url(), VERTX, log, WireTruthApiTest::inAHurry)) {
      for (int i = 0; i < SUBMISSIONS; i++) {
        String name = "n" + i;
        boolean tooLate = random.nextInt(20) == 0;
        outcomes.put(name, acme.submit(Acme.request(name, "1"), () -> !tooLate));
      }
    }
    Map<String, Integer> received = received(partner);
    outcomes.forEach(
        (name, outcome) -> {
          int times = received.getOrDefault(name, 0);
          assertThat(times).as("seed %d: %s was received", seed, name).isLessThanOrEqualTo(1);
          if (outcome instanceof NotSent || outcome instanceof HeldBack) {
            assertThat(times).as("seed %d: %s is %s", seed, name, outcome).isZero();
          }
        });
    assertThat(outcomes.values()).as("seed %d", seed).hasAtLeastOneElementOfType(Accepted.class);
    assertThat(outcomes.values()).as("seed %d", seed).hasAtLeastOneElementOfType(Unknown.class);
    assertThat(done.keySet()).as("seed %d", seed).hasSizeGreaterThan(10);
  }

  private static String inAHurry(String text) {
    return Acme.hasty(text).replace("timeout: PT0.5S", "timeout: PT0.4S");
  }

  private static Map<String, Integer> received(ScriptedPartner partner) {
    Map<String, Integer> times = new TreeMap<>();
    for (String request : partner.requests()) {
      Matcher name = NAME.matcher(request);
      assertThat(name.find()).isTrue();
      times.merge(name.group(1), 1, Integer::sum);
    }
    return times;
  }

  /** Silence costs a time-out, so that it is rarer than everything else. */
  private static Deed next(SplittableRandom random, Map<Deed, Integer> done) {
    synchronized (random) {
      Deed deed = Deed.values()[random.nextInt(Deed.values().length)];
      if (deed == Deed.READ_AND_SAY_NOTHING && random.nextInt(4) > 0) {
        deed = Deed.ANSWER;
      }
      done.merge(deed, 1, Integer::sum);
      return deed;
    }
  }

  private static int below(SplittableRandom random, int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }

  private static void hold(Link link, SplittableRandom random, Map<Deed, Integer> done)
      throws IOException {
    while (meet(link, next(random, done), random)) {
      // The connection is kept for the next request.
    }
  }

  /** Returns whether the connection stays. */
  private static boolean meet(Link link, Deed deed, SplittableRandom random) throws IOException {
    switch (deed) {
      case CLOSE_UNREAD -> link.close();
      case RESET_UNREAD -> link.reset();
      case CLOSE_AFTER_ONE_BYTE -> {
        link.awaitFirstByte();
        link.close();
      }
      case ANSWER_AFTER_THE_HEAD -> {
        link.head();
        link.write(RawPartner.answer("503 Later", "{}"));
      }
      case READ_AND_CLOSE -> link.request();
      case READ_AND_RESET -> {
        link.request();
        link.reset();
      }
      case READ_AND_SAY_NOTHING -> {
        link.request();
        link.swallow();
      }
      case READ_AND_CUT -> {
        link.request();
        link.write(ACCEPTED.substring(0, below(random, ACCEPTED.length())));
      }
      case ANSWER -> {
        return answer(link, ACCEPTED);
      }
      case ANSWER_AFTER_PROGRESS -> {
        return answer(link, "HTTP/1.1 102 Processing\r\n\r\n" + ACCEPTED);
      }
      case ANSWER_AND_CLOSE -> answer(link, ACCEPTED);
      case ANSWER_AND_RESET -> {
        answer(link, ACCEPTED);
        link.reset();
      }
      case ANSWER_TWICE -> {
        return answer(link, ACCEPTED + ACCEPTED);
      }
      case REFUSE_ODDLY -> {
        return answer(link, RawPartner.answer("302 Found\r\nLocation: /elsewhere", ""));
      }
    }
    return false;
  }

  private static boolean answer(Link link, String answer) throws IOException {
    if (link.request().isEmpty()) {
      return false;
    }
    link.write(answer);
    return true;
  }
}
