// A loop that meets an error goes on; one that has ended says so.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.payout.DueSignal;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.Providers;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

@QuarkusTest
class WorkerPulseDbTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Inject ClaimDuePayouts claims;
  @Inject ClaimStore claimStore;
  @Inject Node node;
  @Inject SubmitPayout submitPayout;
  @Inject ResolveUnknown resolveUnknown;
  @Inject CheckStatus checkStatus;
  @Inject SweepAbandoned sweepAbandoned;
  @Inject TellOfBreakers tellOfBreakers;
  @Inject WatchUnserved watchUnserved;
  @Inject AskAboutAttempts askAboutAttempts;
  @Inject RecordFailure recordFailure;
  @Inject GiveUpClaim giveUpClaim;
  @Inject SubmissionConfig config;

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicReference<Error> broken = new AtomicReference<>();

  @Test
  void an_error_in_a_step_ends_neither_the_loop_nor_the_look_at_other_providers() throws Exception {
    SubmissionWorker worker = worker(new Erring(looks, "erring"), new Erring(looks, "erring-too"));
    worker.start();

    Wait.until("four looks at two providers", PATIENCE, looks::get, count -> count >= 4);

    assertThat(worker.isWell()).isTrue();
    worker.stop();
  }

  @Test
  void a_loop_that_has_ended_says_so() throws Exception {
    SubmissionWorker worker = worker(new Erring(looks, "erring"));
    worker.start();
    Wait.until("a look", PATIENCE, looks::get, count -> count >= 1);

    broken.set(new AssertionError("the clock is broken"));

    Wait.until("the end of the loop", PATIENCE, worker::isWell, well -> !well);
  }

  @Test
  void a_loop_that_was_told_to_end_is_well() throws Exception {
    SubmissionWorker worker = worker(new Erring(looks, "erring"));
    worker.start();

    worker.stop();

    assertThat(worker.isWell()).isTrue();
  }

  private SubmissionWorker worker(Erring... erring) {
    LongSupplier clock =
        () -> {
          Error error = broken.get();
          if (error != null && Thread.currentThread().isVirtual()) {
            throw error;
          }
          return System.nanoTime();
        };
    RunningClaims running = new RunningClaims(claimStore, node, config, System::nanoTime);
    return new SubmissionWorker(
        providers(List.of(erring)),
        claims,
        running,
        submitPayout,
        resolveUnknown,
        checkStatus,
        sweepAbandoned,
        watchUnserved,
        askAboutAttempts,
        recordFailure,
        new StopWork(running, giveUpClaim, System::nanoTime),
        tellOfBreakers,
        new DueSignal(),
        config,
        clock);
  }

  private static Providers providers(List<Erring> erring) {
    List<Provider> all = erring.stream().map(Erring::provider).toList();
    return new Providers() {
      @Override
      public Optional<Provider> find(String name) {
        return Optional.empty();
      }

      @Override
      public Collection<Provider> all() {
        return all;
      }
    };
  }

  /** A provider that no look survives. */
  private record Erring(AtomicInteger looks, String name) {
    Provider provider() {
      Map<String, Object> answers =
          Map.of("name", name, "capacity", new ProviderCapacity(List.of(), 1, 1, Map.of()));
      return (Provider)
          Proxy.newProxyInstance(
              Provider.class.getClassLoader(),
              new Class<?>[] {Provider.class},
              (_, method, _) -> {
                if (method.getName().equals("availability")) {
                  looks.incrementAndGet();
                  throw new StackOverflowError();
                }
                return answers.get(method.getName());
              });
    }
  }
}
