package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.ClientReference.Form;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * References and keys are derived: these literal values may never change, or a resend after an
 * upgrade would be a second payout.
 */
class ClientReferenceTest {
  private static final String PAYOUT = "po_01kbz3v8m4e9f2n6r7t5w1x0ya";

  @Test
  void a_reference_is_the_payouts_id_without_its_prefix_and_the_attempt() {
    assertThat(ClientReference.of(PAYOUT, 1, Form.BASE32_UPPER))
        .isEqualTo("01KBZ3V8M4E9F2N6R7T5W1X0YA-1");
    assertThat(ClientReference.of(PAYOUT, 12, Form.BASE32_LOWER))
        .isEqualTo("01kbz3v8m4e9f2n6r7t5w1x0ya-12");
  }

  @Test
  void the_uuids_of_reference_and_key_keep_their_literal_values() {
    assertThat(ClientReference.of(PAYOUT, 1, Form.UUID))
        .isEqualTo("13111288-d3f7-40f4-99e6-2faf68279257");
    assertThat(ClientReference.of(PAYOUT, 2, Form.UUID))
        .isEqualTo("4fa06f60-3d8f-4c52-af6c-895f73ecdd28");
    assertThat(ClientReference.keyOf(PAYOUT, 1)).isEqualTo("85fc6500-62de-4ca6-a200-b8fa60e3d9b6");
    assertThat(ClientReference.keyOf(PAYOUT, 2)).isEqualTo("91ee1e55-2785-4d31-9240-b0d295a54e7b");
  }

  @Test
  void every_uuid_is_marked_as_version_4_of_the_usual_variant() {
    for (int attempt = 1; attempt <= 500; attempt++) {
      for (String text :
          new String[] {
            ClientReference.of(PAYOUT, attempt, Form.UUID), ClientReference.keyOf(PAYOUT, attempt)
          }) {
        UUID uuid = UUID.fromString(text);
        assertThat(uuid.version()).as(text).isEqualTo(4);
        assertThat(uuid.variant()).as(text).isEqualTo(2);
      }
    }
  }

  @Test
  void no_two_attempts_and_no_reference_and_key_are_alike() {
    Set<String> all = new HashSet<>();
    for (int attempt = 1; attempt <= 500; attempt++) {
      assertThat(all.add(ClientReference.of(PAYOUT, attempt, Form.UUID))).isTrue();
      assertThat(all.add(ClientReference.keyOf(PAYOUT, attempt))).isTrue();
      assertThat(all.add(ClientReference.of(PAYOUT, attempt, Form.BASE32_UPPER))).isTrue();
    }
  }
}
