// What a fingerprint is made of, and that it does not depend on how a tree was built.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  @Test
  void members_are_put_in_order_at_every_depth_in_lists_too() throws Exception {
    assertThat(of("{\"b\": [{\"d\": 1, \"c\": [{\"f\": 2, \"e\": 3}]}], \"a\": null}"))
        .isEqualTo(of("{\"a\": null, \"b\": [{\"c\": [{\"e\": 3, \"f\": 2}], \"d\": 1}]}"));
  }

  @Test
  void the_order_of_a_list_counts() throws Exception {
    assertThat(of("{\"a\": [1, 2]}")).isNotEqualTo(of("{\"a\": [2, 1]}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0", "10.00", "1e1", "1.0E+1", "100e-1"})
  void numbers_of_equal_value_are_one(String spelling) throws Exception {
    assertThat(of("{\"n\": [" + spelling + "]}")).isEqualTo(of("{\"n\": [10]}"));
    assertThat(of("{\"n\": \"" + spelling + "\"}")).isNotEqualTo(of("{\"n\": \"10\"}"));
  }

  @Test
  void texts_count_in_nfc_and_names_of_members_as_they_are() throws Exception {
    assertThat(of("{\"n\": [\"e\u0301\"]}")).isEqualTo(of("{\"n\": [\"\u00e9\"]}"));
    assertThat(of("{\"e\u0301\": 1}")).isNotEqualTo(of("{\"\u00e9\": 1}"));
  }

  @Test
  void method_path_and_query_count() throws Exception {
    var tree = JSON.readTree("{}");
    assertThat(Fingerprint.of("POST", "/v1/a", tree))
        .isNotEqualTo(Fingerprint.of("PATCH", "/v1/a", tree))
        .isNotEqualTo(Fingerprint.of("POST", "/v1/b", tree))
        .isNotEqualTo(Fingerprint.of("POST", "/v1/a?x=1", tree));
  }

  private static byte[] of(String json) throws JsonProcessingException {
    return Fingerprint.of("POST", "/v1/a", JSON.readTree(json));
  }
}
