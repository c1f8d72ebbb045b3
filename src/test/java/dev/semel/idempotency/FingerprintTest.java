// What makes two requests the same, and what does not.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  @Test
  void the_order_of_members_does_not_count_also_inside_arrays() throws Exception {
    assertThat(of("{\"a\": [{\"x\": 1, \"y\": {\"p\": 1, \"q\": 2}}], \"b\": 1}"))
        .isEqualTo(of("{\"b\": 1, \"a\": [{\"y\": {\"q\": 2, \"p\": 1}, \"x\": 1}]}"));
  }

  @Test
  void the_order_of_an_array_counts() throws Exception {
    assertThat(of("{\"a\": [{\"x\": 1}, {\"x\": 2}]}"))
        .isNotEqualTo(of("{\"a\": [{\"x\": 2}, {\"x\": 1}]}"));
  }

  private static byte[] of(String understood) throws JsonProcessingException {
    return Fingerprint.of("POST", "/v1/payout-batches", new JsonMapper().readTree(understood));
  }
}
