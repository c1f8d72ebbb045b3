// Lists of payments, in the ways in which partners page them.
package dev.semel.app.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.app.conformance.Dialect.Call;
import dev.semel.app.conformance.Dialect.Does;
import dev.semel.app.conformance.Dialect.When;
import dev.semel.domain.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ListingTest {
  private static final Instant NOW = Instant.parse("2030-01-07T09:00:00Z");

  @Test
  void pages_follow_each_other_by_the_last_one_seen() {
    Map<String, String> page = Map.of("default", "2", "after", "${query.after?}");

    assertThat(ids(page, Map.of())).isEqualTo("[p1, p2] true next p2");
    assertThat(ids(page, Map.of("query.after", "p2"))).isEqualTo("[p3, p4] true next p4");
    assertThat(ids(page, Map.of("query.after", "p4"))).isEqualTo("[p5] false next -");
  }

  @Test
  void pages_follow_each_other_by_offset_and_by_number() {
    Map<String, String> offset = Map.of("size", "${query.limit}", "from", "${query.offset?}");
    Map<String, String> number = Map.of("default", "2", "number", "${query.page?}", "first", "0");

    assertThat(ids(offset, Map.of("query.limit", "2"))).isEqualTo("[p1, p2] true next 2");
    assertThat(ids(offset, Map.of("query.limit", "2", "query.offset", "4")))
        .isEqualTo("[p5] false next -");
    assertThat(ids(number, Map.of("query.page", "1"))).isEqualTo("[p3, p4] true next 2");
  }

  @Test
  void a_list_is_bounded_by_times_and_by_a_reference() {
    Map<String, String> page = Map.of("default", "9");

    assertThat(ids(page, Map.of("query.since", "2030-01-07T08:59:58Z")))
        .isEqualTo("[p1, p2] false next -");
    assertThat(ids(page, Map.of("query.until", Long.toString(NOW.getEpochSecond() - 4))))
        .isEqualTo("[p4, p5] false next -");
    assertThat(ids(page, Map.of("query.ref", "ref-3"))).isEqualTo("[p3] false next -");
  }

  private static String ids(Map<String, String> page, Map<String, String> request) {
    Call call =
        new Call(
            "list",
            new When("GET", "/list", Map.of(), Map.of(), Map.of(), Map.of()),
            Does.LIST,
            Map.of(
                "reference", "${query.ref?}",
                "since", "${query.since?}",
                "until", "${query.until?}"),
            false,
            Map.of(),
            Map.of(),
            Optional.empty(),
            Duration.ofHours(1),
            page,
            Optional.of(TextNode.valueOf("${payment.id}")),
            Optional.empty(),
            Map.of());
    Places places =
        new Listing(call, Places.of(request), payments())
            .page(payment -> Places.of(Map.of("payment.id", payment.id())));
    List<String> ids = new ArrayList<>();
    places.find("items").orElseThrow().forEach(item -> ids.add(item.asText()));
    return ids
        + " "
        + places.find("more").orElseThrow()
        + " next "
        + places.find("next").map(JsonNode::asText).orElse("-");
  }

  /** Five, newest first, a second or more apart. */
  private static List<Payment> payments() {
    List<Payment> payments = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      payments.add(
          new Payment(
              "p" + i,
              "ref-" + i,
              "ref-" + i,
              Money.of("1.00", "KES"),
              Map.of(),
              false,
              NOW.minusSeconds(i)));
    }
    return payments;
  }
}
