// What the simulator remembers: over restarts, over repeats, and beside other instances.
package dev.semel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.simulator.PartnerClient.Answered;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryApiTest {

  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(5);

  @TempDir Path directory;

  @Test
  void a_restart_remembers_what_was_paid_and_goes_on_with_what_was_not() throws IOException {
    JsonNode before;
    try (PartnerClient partner = partner("one", SHORT)) {
      partner.submit("A-1", "1");
      partner.awaitStatus("A-1", "paid");
      before = partner.truth("A-1");
    }
    try (PartnerClient partner = partner("one", LONG)) {
      assertThat(partner.truth("A-1")).isEqualTo(before);
      assertThat(partner.submit("A-1", "1").status()).isEqualTo(409);
      assertThat(partner.submit("B-1", "1").status()).isEqualTo(201);
    }
    try (PartnerClient partner = partner("one", SHORT)) {
      partner.awaitStatus("B-1", "paid");
      assertThat(partner.truth("B-1").at("/times_paid").asInt()).isEqualTo(1);
      assertThat(partner.truth("A-1").at("/times_paid").asInt()).isEqualTo(1);
      assertThat(partner.truth("A-1").at("/times_received").asInt()).isEqualTo(2);
    }
  }

  @Test
  void a_cut_last_line_is_taken_off() throws IOException {
    try (PartnerClient partner = partner("one", LONG)) {
      partner.submit("A-1", "1");
    }
    Path journal = directory.resolve("one/journal.jsonl");
    Files.writeString(journal, "{\"type\":\"paid\",\"id\":\"si", StandardOpenOption.APPEND);
    try (PartnerClient partner = partner("one", LONG)) {
      assertThat(partner.truth("A-1").at("/times_accepted").asInt()).isEqualTo(1);
      assertThat(partner.submit("B-1", "1").status()).isEqualTo(201);
    }
    try (PartnerClient partner = partner("one", LONG)) {
      assertThat(partner.truth("B-1").at("/times_accepted").asInt()).isEqualTo(1);
    }
  }

  @Test
  void a_damaged_line_in_the_middle_stops_the_start_and_is_named() throws IOException {
    Files.createDirectories(directory.resolve("one"));
    Files.writeString(directory.resolve("one/journal.jsonl"), "{\"type\":\"pa\n\n");

    assertThatThrownBy(() -> partner("one", LONG))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Line 1 of");
  }

  @Test
  void what_was_answered_is_on_disk_already() throws IOException {
    try (PartnerClient partner = partner("one", LONG)) {
      partner.submit("A-1", "1");

      assertThat(Files.readAllLines(directory.resolve("one/journal.jsonl")))
          .anyMatch(line -> line.contains("\"accepted\"") && line.contains("\"A-1\""));
    }
  }

  @Test
  void a_webhook_that_was_not_taken_comes_after_the_restart() throws IOException {
    try (WebhookReceiver deaf = new WebhookReceiver(Integer.MAX_VALUE);
        PartnerClient partner = partner("one", SHORT)) {
      partner.simulator.sendWebhooksTo(deaf.target());
      partner.submit("A-1", "1");
      partner.awaitStatus("A-1", "paid");
      PartnerClient.await(() -> deaf.got().size() >= 2);
    }
    try (WebhookReceiver receiver = new WebhookReceiver(0);
        PartnerClient partner = partner("one", SHORT)) {
      partner.simulator.sendWebhooksTo(receiver.target());
      PartnerClient.await(() -> receiver.statuses("A-1").size() == 2);
      assertThat(receiver.statuses("A-1")).containsExactly("processing", "paid");
    }
  }

  @Test
  void two_instances_stand_side_by_side_and_never_share_a_directory() throws IOException {
    try (PartnerClient one = partner("one", SHORT);
        PartnerClient two = partner("two", SHORT)) {
      one.submit("A-1", "1");
      two.submit("B-1", "1");
      one.awaitStatus("A-1", "paid");
      two.awaitStatus("B-1", "paid");

      assertThat(one.simulator.truth()).extracting(Truth::payout).containsExactly("A");
      assertThat(two.simulator.truth()).extracting(Truth::payout).containsExactly("B");
      assertThatThrownBy(() -> partner("one", SHORT))
          .hasMessageContaining("Another simulator uses");
    }
  }

  @Test
  void a_reference_is_accepted_once_by_default() throws IOException {
    try (PartnerClient partner = partner("one", SHORT)) {
      Answered first = partner.submit("A-1", "1");
      Answered again = partner.submit("A-1", "1");
      Answered other = partner.submit("A-1", "2");

      assertThat(again.status()).isEqualTo(409);
      assertThat(again.text("/code")).isEqualTo("duplicate_reference");
      assertThat(again.text("/id")).isEqualTo(first.text("/id"));
      assertThat(other.text("/code")).isEqualTo("reference_content_differs");
    }
  }

  @Test
  void a_second_reference_for_the_same_payout_is_paid_twice_and_the_truth_shows_it()
      throws IOException {
    try (PartnerClient partner = partner("one", SHORT)) {
      partner.submit("A-1", "1");
      partner.submit("A-2", "1");
      partner.awaitStatus("A-1", "paid");
      PartnerClient.await(() -> partner.simulator.truth().getFirst().timesPaid() == 2);

      JsonNode truth = partner.truth("A-2");
      assertThat(truth.at("/payout").asText()).isEqualTo("A");
      assertThat(truth.at("/references")).hasSize(2);
      assertThat(truth.at("/amount_paid").asText()).isEqualTo("251.00");
      assertThat(truth.at("/movements")).hasSize(2);
    }
  }

  @Test
  void a_forgetful_partner_pays_every_submission() throws IOException {
    try (PartnerClient partner =
        new PartnerClient(config("one", SHORT).withDuplicates(Duplicates.FORGETFUL))) {
      partner.submit("A-1", "1");
      partner.submit("A-1", "1");
      PartnerClient.await(() -> partner.simulator.truth().getFirst().timesPaid() == 2);

      assertThat(partner.lookUp("A-1").json().at("/data")).hasSize(2);
    }
  }

  @Test
  void a_partner_that_replays_keys_answers_the_same_again() throws IOException {
    try (PartnerClient partner =
        new PartnerClient(config("one", SHORT).withDuplicates(Duplicates.REPLAYS_KEY))) {
      String body = PartnerClient.payout("A-1", "1");
      Answered first = partner.submitBody("k1", body);
      partner.awaitStatus("A-1", "paid");
      Answered again = partner.submitBody("k1", body);
      Answered reused = partner.submitBody("k1", PartnerClient.payout("A-1", "2"));

      assertThat(again.status()).isEqualTo(201);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(reused.text("/code")).isEqualTo("idempotency_key_reused");
      assertThat(partner.simulator.truth().getFirst().timesPaid()).isEqualTo(1);
      partner.submitBody("k2", body);
      PartnerClient.await(() -> partner.simulator.truth().getFirst().timesPaid() == 2);
    }
  }

  @Test
  void a_partner_can_pay_at_once_and_answer_lookups_with_empty_lists() throws IOException {
    try (PartnerClient partner = new PartnerClient(config("one", LONG).withAnswers(true, true))) {
      assertThat(partner.submit("A-1", "1").text("/status")).isEqualTo("paid");
      assertThat(partner.truth("A-1").at("/times_paid").asInt()).isEqualTo(1);
      Answered nothing = partner.lookUp("B-1");
      assertThat(nothing.status()).isEqualTo(200);
      assertThat(nothing.json().at("/data")).isEmpty();
    }
  }

  @Test
  void references_of_one_payout_belong_together() {
    assertThat(List.of("01ARZ-1", "01ARZ-22", "01ARZ", "a-b-3", "9b1de-4f21-400000000000"))
        .extracting(Ledger::payoutOf)
        .containsExactly("01ARZ", "01ARZ", "01ARZ", "a-b", "9b1de-4f21-400000000000");
  }

  private PartnerClient partner(String name, Duration step) {
    return new PartnerClient(config(name, step));
  }

  private SimulatorConfig config(String name, Duration step) {
    return SimulatorConfig.defaults(directory.resolve(name), PartnerClient.API_KEY)
        .withTimings(
            Timings.defaults()
                .withSteps(step, step)
                .withVisibility(Duration.ZERO, Duration.ZERO, Duration.ZERO));
  }
}
