package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The words of the states, which clients and the database know. */
class PayoutStateTest {
  @Test
  void the_wire_names_are_those_of_the_contract() {
    assertThat(Arrays.stream(PayoutState.values()).map(PayoutState::wireName))
        .containsExactly(
            "awaiting_funds",
            "ready",
            "submitting",
            "submission_unknown",
            "sent",
            "held",
            "paid",
            "failed",
            "returned",
            "cancelled");
  }

  @Test
  void a_wire_name_is_read_back_and_only_in_its_exact_spelling() {
    for (PayoutState state : PayoutState.values()) {
      assertThat(PayoutState.ofWireName(state.wireName())).isEqualTo(state);
      assertThat(WireNames.of(state)).isEqualTo(state.wireName());
    }
    for (String wrong : new String[] {"PAID", "Paid", " paid", "", "submission-unknown"}) {
      assertThatThrownBy(() -> PayoutState.ofWireName(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + wrong + "'");
    }
  }

  @Test
  void every_state_says_what_it_means_in_one_sentence() {
    for (PayoutState state : PayoutState.values()) {
      assertThat(state.meaning()).as(state.wireName()).matches("[A-Z].*[a-z]\\.");
    }
  }

  @Test
  void four_states_are_final() {
    assertThat(Arrays.stream(PayoutState.values()).filter(PayoutState::terminal))
        .containsExactly(
            PayoutState.PAID, PayoutState.FAILED, PayoutState.RETURNED, PayoutState.CANCELLED);
  }
}
