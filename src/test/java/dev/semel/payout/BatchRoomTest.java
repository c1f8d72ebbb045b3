// How many batches are worked on at once.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BatchRoomTest {
  private final BatchRoom room = new BatchRoom(2, Duration.ofMillis(1));

  @Test
  void one_more_than_there_is_room_for_is_told_to_come_back() {
    assertThat(room.<String>inside(() -> room.inside(() -> refused()))).isEqualTo("refused");
  }

  private String refused() {
    assertThatThrownBy(() -> room.inside(() -> "inside"))
        .isInstanceOfSatisfying(
            ProblemException.class,
            problem -> assertThat(problem.type()).isEqualTo(ProblemType.UNAVAILABLE));
    return "refused";
  }

  @Test
  void what_has_ended_or_failed_leaves_its_room_to_the_next() {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  room.inside(
                      () -> {
                        throw new IllegalStateException("broken");
                      }))
          .hasMessage("broken");
      assertThat(room.<String>inside(() -> room.inside(() -> "inside"))).isEqualTo("inside");
    }
  }
}
