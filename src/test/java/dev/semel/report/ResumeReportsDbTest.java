// Reports that a stop interrupted are taken up again, and read once.
package dev.semel.report;

import static dev.semel.provider.ReportVerification.NONE;
import static dev.semel.report.GateWorld.DAY;
import static dev.semel.report.GateWorld.DECISIONS;
import static dev.semel.report.GateWorld.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ResumeReportsDbTest {
  private static final String STATUS = "SELECT status FROM report WHERE originator = ?";

  @Inject ReceiveReport receive;
  @Inject DecideDelivery decideDelivery;
  @Inject ReadReport readReport;
  @Inject ResumeStore store;
  @Inject DataSource database;

  private GateWorld world;

  @BeforeEach
  void open() {
    world = new GateWorld(database);
  }

  /** One node of several. */
  private ResumeReports node() {
    return new ResumeReports(world.sources, store, decideDelivery, readReport);
  }

  @Test
  void a_report_that_was_kept_and_not_decided_about_is_taken_up_and_read_once() throws IOException {
    receive.keep(DeliveryWay.SENT, world.arrived(text("a"), Optional.empty()));

    assertThat(node().step()).as("whoever has just kept it goes on by itself").isFalse();
    world.due();
    assertThat(node().step()).isTrue();
    world.due();
    assertThat(node().step()).isFalse();

    assertThat(world.texts(DECISIONS)).containsExactly("accept");
    assertThat(world.texts(STATUS)).containsExactly("accepted");
    assertThat(world.source.reads).isEqualTo(1);
  }

  @Test
  void a_report_that_was_accepted_and_not_read_is_taken_up_and_read_once() throws IOException {
    receive.receive(DeliveryWay.PICKED_UP, NONE, world.arrived(text("a"), Optional.empty()));
    world.due();

    assertThat(node().step()).isTrue();
    assertThat(node().step()).isFalse();
    ReceivedReport again =
        receive.receive(DeliveryWay.PICKED_UP, NONE, world.arrived(text("a"), Optional.empty()));
    readReport.read(world.provider, world.source, DAY, again);

    assertThat(world.texts(STATUS)).containsExactly("accepted");
    assertThat(world.source.reads).isEqualTo(1);
  }

  @Test
  void a_wrong_checksum_is_found_by_who_takes_it_up_as_well() throws IOException {
    receive.keep(DeliveryWay.PICKED_UP, world.arrived(text("a"), GateWorld.wrongChecksum()));
    world.due();

    node().step();

    assertThat(world.texts(DECISIONS)).containsExactly("quarantine");
    assertThat(world.source.reads).isZero();
  }

  @Test
  void a_process_that_dies_while_it_reads_leaves_nothing_behind_and_another_reads_it()
      throws IOException {
    receive.receive(DeliveryWay.PICKED_UP, NONE, world.arrived(text("a"), Optional.empty()));
    world.due();
    world.source.meanwhile =
        () -> {
          throw new IllegalStateException("the node dies here");
        };

    node().step();

    assertThat(world.texts(STATUS)).containsExactly("received");
    assertThat(world.texts("SELECT resume_faults FROM report_delivery WHERE originator = ?"))
        .containsExactly("1");
    assertThat(node().step()).as("not at once").isFalse();
    world.source.meanwhile = () -> {};
    world.due();
    node().step();
    assertThat(world.texts(STATUS)).containsExactly("accepted");
    assertThat(world.source.reads).isEqualTo(2);
  }

  @Test
  void while_one_node_reads_a_report_no_other_takes_it_up() throws IOException {
    receive.receive(DeliveryWay.PICKED_UP, NONE, world.arrived(text("a"), Optional.empty()));
    world.due();
    AtomicBoolean taken = new AtomicBoolean();
    world.source.meanwhile =
        () -> {
          world.due();
          taken.set(CompletableFuture.supplyAsync(node()::step).join());
        };

    node().step();

    assertThat(taken).isFalse();
    assertThat(world.source.reads).isEqualTo(1);
    assertThat(world.texts(STATUS)).containsExactly("accepted");
  }

  @Test
  void of_two_that_have_the_same_report_the_second_finds_it_read() throws IOException {
    ReceivedReport received =
        receive.receive(DeliveryWay.PICKED_UP, NONE, world.arrived(text("a"), Optional.empty()));
    ReceivedReport again = decideDelivery.decide(received.delivery(), NONE);

    ReportAtHand first = readReport.read(world.provider, world.source, DAY, received);
    ReportAtHand second = readReport.read(world.provider, world.source, DAY, again);

    assertThat(first).isInstanceOf(ReportAtHand.Usable.class).isEqualTo(second);
    assertThat(world.source.reads).isEqualTo(1);
    assertThat(Tx.call(() -> store.unread(List.of(world.provider)))).isEmpty();
  }
}
