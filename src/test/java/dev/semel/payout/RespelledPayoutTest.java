// Whatever means the same has the same fingerprint, and whatever does not has another.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.idempotency.Fingerprint;
import dev.semel.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code -Drespell.seed=…} makes one try again, the one that a failure names. */
class RespelledPayoutTest {
  private static final int TRIES = 10_000;

  private interface Try {
    void make(PayoutMeaning meaning, PayoutSpelling spelling);
  }

  @Test
  void every_spelling_of_a_request_has_the_fingerprint_of_every_other() {
    tries(
        (meaning, spelling) -> {
          ObjectNode request = meaning.any();
          String plain = request.toString();
          String other = spelling.spell(request);
          assertThat(fingerprint(other)).as("%s%n%s", plain, other).isEqualTo(fingerprint(plain));
        });
  }

  @Test
  void every_other_meaning_has_another_fingerprint() {
    tries(
        (meaning, spelling) -> {
          ObjectNode request = meaning.any();
          String spelled = spelling.spell(request);
          String other = spelling.spell(meaning.other(request));
          assertThat(fingerprint(other))
              .as("%s%n%s", spelled, other)
              .isNotEqualTo(fingerprint(spelled));
        });
  }

  private static void tries(Try one) {
    Long given = Long.getLong("respell.seed");
    long first = given == null ? System.nanoTime() : given;
    for (long seed = first; seed < first + (given == null ? TRIES : 1); seed++) {
      Random random = new Random(seed);
      try {
        one.make(new PayoutMeaning(random), new PayoutSpelling(random));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("with -Drespell.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }

  static String fingerprint(String body) {
    NewPayout asked = read(body);
    return HexFormat.of().formatHex(Fingerprint.of("POST", "/v1/payouts", asked.understood()));
  }

  private static NewPayout read(String body) {
    try {
      return NewPayoutReader.read(body.getBytes(StandardCharsets.UTF_8));
    } catch (ProblemException e) {
      throw new AssertionError(e.errors() + " in " + body, e);
    }
  }
}
