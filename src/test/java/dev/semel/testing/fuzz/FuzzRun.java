// Several clients at once that send made requests.
package dev.semel.testing.fuzz;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;

/** Sends requests from several clients and has every exchange judged. */
final class FuzzRun {

  private static final int CLIENTS = 6;
  private static final int MAX_BODY = 1_048_576;

  private final URI server;
  private final List<Party> parties;
  private final RequestMaker maker;
  private final UsedKeys used;
  private final Oracle oracle;
  private final Findings findings;

  FuzzRun(
      URI server,
      List<Party> parties,
      RequestMaker maker,
      UsedKeys used,
      Oracle oracle,
      Findings findings) {
    this.server = server;
    this.parties = parties;
    this.maker = maker;
    this.used = used;
    this.oracle = oracle;
    this.findings = findings;
  }

  /** Sends the requests of the numbers from one to before another. */
  void send(int first, int end) throws InterruptedException, ExecutionException {
    AtomicInteger next = new AtomicInteger(first);
    List<Future<?>> clients = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            threads.submit(
                () -> {
                  try (RawClient client = new RawClient(server)) {
                    for (int n = next.getAndIncrement(); n < end; n = next.getAndIncrement()) {
                      send(client, maker.make(n));
                    }
                  }
                  return true;
                }));
      }
    }
    for (Future<?> client : clients) {
      client.get();
    }
  }

  private void send(RawClient client, FuzzRequest request) {
    endanger(request);
    used.note(request);
    Optional<RawClient.Answer> first = used.firstAnswer(request);
    try {
      RawClient.Answer answer = client.send(request);
      oracle.judge(request, answer, first);
      oracle.learn(request, answer);
    } catch (IOException e) {
      // Who sends too much may be hung up on before the answer can be read.
      if (request.body().length <= MAX_BODY) {
        findings.add(
            request.operation().id() + ": no answer, " + e,
            "request " + request.number() + ": " + request.curl());
      }
    }
  }

  private static String decoded(String path) {
    try {
      return URLDecoder.decode(path, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }

  /** What may end a credential is asked with credentials, too; they are not relied on any more. */
  private void endanger(FuzzRequest request) {
    Matcher id = Harvest.ID.matcher(decoded(request.path()));
    while (!request.method().equals("GET") && id.find()) {
      parties.forEach(party -> party.endanger(id.group()));
    }
  }
}
