// Clients that never give up: each keeps its key and repeats its request until it has an answer.
package dev.semel.testing;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Several clients, each creating one payout after the other. A client that has seen a 201 sometimes
 * asks again with the same key, and must be answered the same.
 */
public final class CrashClients implements AutoCloseable {

  /** The endings of account numbers that clients pay to, and with that what the partner does. */
  private static final List<String> ENDINGS =
      List.of(
          "0001", "0001", "0001", "0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008",
          "0009", "0011", "0014", "0017", "0018", "0031", "0032", "0033", "0034");

  private static final int PAUSE_MILLIS = 60;

  private final String token;
  private final Map<String, String> accepted = new ConcurrentHashMap<>();
  private final List<Future<?>> running;
  private final ConcurrentLinkedQueue<String> references = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile @Nullable URI server;
  private volatile boolean stopping;

  public CrashClients(int count, String token, long seed) {
    this.token = token;
    this.running =
        IntStream.range(0, count)
            .<Future<?>>mapToObj(
                number ->
                    threads.submit(
                        () -> {
                          payOneAfterTheOther(number, new Random(seed + number));
                          return number;
                        }))
            .toList();
  }

  /** The server listens there from now on. */
  public void callServerAt(URI address) {
    server = address;
  }

  /** Begins nothing more, and waits until every begun request has its answer. */
  public void finish() throws Exception {
    stopping = true;
    for (Future<?> client : running) {
      client.get(60, TimeUnit.SECONDS);
    }
  }

  /** The id of every payout whose 201 a client has seen, by its reference. */
  public Map<String, String> accepted() {
    return accepted;
  }

  /** Every reference that a client has used. */
  public List<String> references() {
    return List.copyOf(references);
  }

  private void payOneAfterTheOther(int client, Random random)
      throws IOException, InterruptedException {
    for (int number = 1; !stopping; number++) {
      String reference = "crash-" + client + "-" + number;
      references.add(reference);
      String body = body(reference, ENDINGS.get(random.nextInt(ENDINGS.size())));
      ApiClient.Answer answer = untilAnswered(reference, body);
      accepted.put(reference, answer.json().path("id").textValue());
      if (random.nextInt(4) == 0) {
        mustBeTheSame(answer, untilAnswered(reference, body));
      }
      Thread.sleep(random.nextInt(PAUSE_MILLIS));
    }
  }

  private ApiClient.Answer untilAnswered(String key, String body) throws InterruptedException {
    while (true) {
      URI address = server;
      if (address != null) {
        try {
          ApiClient.Answer answer = new ApiClient(address, token).post("/v1/payouts", key, body);
          if (answer.status() == 201) {
            return answer;
          }
          if (answer.status() < 500 && answer.status() != 409) {
            throw new AssertionError(key + " was answered " + answer.status() + answer.text());
          }
        } catch (IOException e) {
          // The server is gone, or went before it had answered.
        }
      }
      Thread.sleep(50);
    }
  }

  private static void mustBeTheSame(ApiClient.Answer first, ApiClient.Answer again) {
    if (!Arrays.equals(first.body(), again.body())
        || !first.header("Location").equals(again.header("Location"))
        || again.header("Idempotent-Replayed").isEmpty()) {
      throw new AssertionError("answered " + first.text() + " and then " + again.text());
    }
  }

  private static String body(String reference, String ending) {
    return """
    {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "simulator",
     "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
       "bank_account": {"account_number": "001234%s", "bank_code": "01"}},
     "sender": {"name": "Jon Doe", "country": "GB"}}"""
        .formatted(reference, ending);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
