// No reader of the feed misses an event or gets one twice, in whatever order transactions commit.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.db.Ids;
import dev.semel.domain.EventType;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class EventFeedDbTest {
  @Inject ReadEvents readEvents;
  @Inject PublishEvents publishEvents;
  @Inject PurgeEvents purgeEvents;
  @Inject EventStore store;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final AtomicInteger sequence = new AtomicInteger();
  private Tenant tenant;
  private PayoutRow payout;

  @BeforeEach
  void aPayout() {
    tenant = Tenant.create(credentials, database);
    payout = PayoutRow.write(database, tenant, "nowhere", "awaiting_funds", "");
  }

  @Test
  void what_commits_late_comes_later_and_is_not_passed_over() throws SQLException {
    try (Writer held = new Writer("now()")) {
      String first = write("now()");
      String second = write("now()");
      Poller poller = new Poller(10);
      poller.poll();
      assertThat(poller.seen).containsExactly(first, second);

      held.commit();
      String third = write("now()");
      poller.poll();
      assertThat(poller.seen).containsExactly(first, second, held.id, third);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void every_event_is_seen_once_when_commits_are_scrambled(long seed) throws SQLException {
    Random random = new Random(seed);
    List<Writer> open = new ArrayList<>();
    List<String> all = new ArrayList<>();
    Poller poller = new Poller(2);
    try {
      for (int i = 0; i < 60 || !open.isEmpty(); i++) {
        if (i < 60 && open.size() < 12 && random.nextBoolean()) {
          Writer writer = new Writer("now()");
          open.add(writer);
          all.add(writer.id);
        } else if (!open.isEmpty()) {
          open.remove(random.nextInt(open.size())).commit();
        }
        if (random.nextInt(3) == 0) {
          poller.poll();
        }
      }
    } finally {
      for (Writer writer : open) {
        writer.close();
      }
    }
    poller.pollToTheEnd();
    assertThat(poller.seen).hasSize(all.size()).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void readers_and_workers_that_publish_at_once_give_every_event_one_place() throws Exception {
    AtomicBoolean written = new AtomicBoolean();
    List<String> all = Collections.synchronizedList(new ArrayList<>());
    List<Poller> pollers = List.of(new Poller(7), new Poller(100), new Poller(1));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        writers.add(threads.submit(writeMany(all)));
      }
      List<Future<?>> others = new ArrayList<>();
      for (Poller poller : pollers) {
        others.add(threads.submit(() -> poller.pollUntil(written)));
      }
      others.add(
          threads.submit(
              () -> {
                while (!written.get()) {
                  publishEvents.ofAll();
                }
              }));
      for (Future<?> writer : writers) {
        writer.get();
      }
      written.set(true);
      for (Future<?> other : others) {
        other.get();
      }
    }
    for (Poller poller : pollers) {
      poller.pollToTheEnd();
      assertThat(poller.seen).hasSize(100).containsExactlyInAnyOrderElementsOf(all);
    }
    assertThat(positions())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 100).boxed().toList());
  }

  private Callable<Void> writeMany(List<String> all) {
    return () -> {
      for (int i = 0; i < 25; i++) {
        all.add(write("now()"));
      }
      return null;
    };
  }

  @Test
  void events_are_published_without_any_reader() throws SQLException {
    write("now()");
    write("now()");
    assertThat(positions()).isEmpty();
    publishEvents.ofAll();
    assertThat(positions()).containsExactly(1, 2);
  }

  @Test
  void a_feed_that_is_locked_is_read_as_it_is_and_what_is_not_published_has_nothing_behind_it()
      throws SQLException {
    write("now()");
    publishEvents.ofAll();
    try (Connection connection = database.getConnection()) {
      // The feed of this tenant is being published by somebody who takes their time.
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        statement.execute(
            "SELECT FROM notification_stream WHERE tenant_id = '" + tenant.id() + "' FOR UPDATE");
      }
      String second = write("now()");
      // Reading waits for a while, and then does without.
      ReadEvents.Part part = read(Optional.of(second), 10);
      assertThat(part.events()).isEmpty();
      assertThat(part.lookedAtUpTo()).contains(second);
      connection.rollback();
    }
  }

  @Test
  void events_are_forgotten_when_their_time_is_over_but_for_the_last_of_them() throws SQLException {
    List<String> old = Stream.of(40, 35, 31).map(days -> writeUnchecked(ago(days))).toList();
    String young = write(ago(29));
    Poller poller = new Poller(10);
    poller.poll();

    purgeEvents.purge(_ -> true);

    assertThat(read(Optional.empty(), 10).events())
        .map(Event::id)
        .containsExactly(old.get(2), young);
    // Who has the last one that is over has missed nothing and can go on.
    assertThat(read(Optional.of(old.get(2)), 10).events()).map(Event::id).containsExactly(young);
    // Who has one before that would miss some, and is told.
    for (String gone : old.subList(0, 2)) {
      assertThatThrownBy(() -> read(Optional.of(gone), 10))
          .isInstanceOfSatisfying(
              ProblemException.class,
              problem -> assertThat(problem.type()).isEqualTo(ProblemType.EVENTS_EXPIRED));
    }
    assertThat(poller.seen).hasSize(4);
  }

  @Test
  void a_reader_who_is_up_to_date_can_go_on_however_quiet_it_was() throws SQLException {
    write(ago(300));
    String last = write(ago(200));
    publishEvents.ofAll();
    purgeEvents.purge(_ -> true);
    assertThat(read(Optional.of(last), 10).events()).isEmpty();
    String next = write("now()");
    assertThat(read(Optional.of(last), 10).events()).map(Event::id).containsExactly(next);
  }

  @Test
  void what_was_never_published_is_not_forgotten() throws SQLException {
    List<String> old = List.of(write(ago(40)), write(ago(35)));
    purgeEvents.purge(_ -> true);
    assertThat(read(Optional.empty(), 10).events()).map(Event::id).isEqualTo(old);
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void the_database_takes_every_type(EventType type) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement("SELECT CAST(? AS event_type)")) {
      statement.setString(1, type.wireName());
      try (var rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  @Test
  void a_retention_that_is_too_short_stops_the_start() {
    EventConfig hours =
        new EventConfig() {
          @Override
          public Duration retention() {
            return Duration.ofHours(23);
          }

          @Override
          public String publishEvery() {
            return "1s";
          }
        };
    assertThatThrownBy(() -> new PurgeEvents(store, hours))
        .hasMessageContaining("SEMEL_EVENT_RETENTION is PT23H")
        .hasMessageContaining("P1D");
  }

  private static String ago(int days) {
    return "now() - interval '" + days + " days'";
  }

  private ReadEvents.Part read(Optional<String> after, int limit) {
    return readEvents.read(new ReadEvents.Query(tenant.id(), after, Optional.empty(), limit));
  }

  private String writeUnchecked(String recordedAt) {
    try {
      return write(recordedAt);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes an event and commits it. */
  private String write(String recordedAt) throws SQLException {
    try (Writer writer = new Writer(recordedAt)) {
      writer.commit();
      return writer.id;
    }
  }

  /** The places that were given, in order. */
  private List<Integer> positions() throws SQLException {
    List<Integer> positions = new ArrayList<>();
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT position FROM notification WHERE position IS NOT NULL AND tenant_id = '"
                    + tenant.id()
                    + "' ORDER BY position")) {
      while (rows.next()) {
        positions.add(rows.getInt(1));
      }
    }
    return positions;
  }

  /** A transaction that has written an event and is open until it commits. */
  private final class Writer implements AutoCloseable {
    private final String id = Ids.next(Ids.Kind.PAYOUT_EVENT);
    private final Connection connection;

    Writer(String recordedAt) throws SQLException {
      connection = database.getConnection();
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        statement.execute(
            "INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, to_state, evidence, actor) VALUES ('%s', '%s', '%s', %d, 'test', true, 'ready', 'person', 'test')"
                .formatted(id, payout.id(), tenant.id(), sequence.incrementAndGet()));
        statement.execute(
            "INSERT INTO notification (id, tenant_id, payout_id, type, occurred_at, data, recorded_at) VALUES ('%s', '%s', '%s', 'payout.ready', now(), '{}', %s)"
                .formatted(id, tenant.id(), payout.id(), recordedAt));
      }
    }

    void commit() throws SQLException {
      connection.commit();
      connection.setAutoCommit(true);
      connection.close();
    }

    @Override
    public void close() throws SQLException {
      if (!connection.isClosed()) {
        connection.rollback();
        connection.setAutoCommit(true);
        connection.close();
      }
    }
  }

  /** A client that keeps the last event that it has. */
  private final class Poller {
    private final int limit;
    private final List<String> seen = new ArrayList<>();

    Poller(int limit) {
      this.limit = limit;
    }

    boolean poll() {
      Optional<String> after = seen.isEmpty() ? Optional.empty() : Optional.of(seen.getLast());
      ReadEvents.Part part = read(after, limit);
      part.events().forEach(event -> seen.add(event.id()));
      return part.more();
    }

    void pollUntil(AtomicBoolean end) {
      while (!end.get()) {
        poll();
      }
    }

    void pollToTheEnd() {
      while (poll()) {
        // There was more.
      }
    }
  }
}
