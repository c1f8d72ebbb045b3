// A client that follows the event feed all the time.
package dev.semel.app.chaos.processes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.app.rig.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client that follows the event feed all the time, at whichever server answers, and one that
 * reads all of it at the end: both have to have seen the same.
 */
final class Follower implements AutoCloseable {
  private static final Duration BETWEEN_READS = Duration.ofMillis(400);
  private static final long PATIENCE_SECONDS = 60;

  private final Api api;
  private final Random random;
  private final ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean stopping;

  /** An event of the feed. */
  record Event(String id, String payout) {}

  Follower(Api api, Random random) {
    this.api = api;
    this.random = random;
  }

  /** Follows from the beginning until {@link #stop}. */
  Future<List<Event>> follow() {
    return thread.submit(
        () -> {
          List<Event> seen = new ArrayList<>();
          while (!stopping) {
            readOn(seen);
            Wait.rest(BETWEEN_READS);
          }
          readOn(seen);
          return seen;
        });
  }

  /** The rest of what is followed, once nothing happens any more. */
  List<Event> stop(Future<List<Event>> following) {
    stopping = true;
    try {
      return following.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("The run was interrupted.", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new RunException("The event feed could not be followed: " + e, e);
    }
  }

  /** All that the feed has. */
  List<Event> all() {
    List<Event> seen = new ArrayList<>();
    readOn(seen);
    return seen;
  }

  private void readOn(List<Event> seen) {
    while (true) {
      String after = seen.isEmpty() ? "" : "&after=" + seen.getLast().id();
      Api.Answer answer = api.get(random, "/v1/events?limit=100" + after);
      if (answer.status() != 200) {
        throw new RunException("The event feed answered " + answer.text());
      }
      JsonNode page = answer.json();
      page.path("data")
          .forEach(
              one -> seen.add(new Event(one.path("id").asText(), one.path("payout_id").asText())));
      if (page.path("next_cursor").isNull()) {
        return;
      }
    }
  }

  @Override
  public void close() {
    stopping = true;
    thread.shutdownNow();
  }
}
