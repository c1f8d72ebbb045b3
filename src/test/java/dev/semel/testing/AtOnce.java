// Requests that are made at the same moment.
package dev.semel.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Makes requests at the same moment and waits for all answers. */
public final class AtOnce {
  private AtOnce() {}

  /** A request that is made. */
  public interface Call {
    ApiClient.Answer make(int number) throws Exception;
  }

  /** The answers, in the order of the numbers that the calls got, from 0. */
  public static List<ApiClient.Answer> answers(int calls, Call call) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<ApiClient.Answer>> running = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < calls; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return call.make(number);
                }));
      }
      start.countDown();
      List<ApiClient.Answer> answers = new ArrayList<>();
      for (Future<ApiClient.Answer> one : running) {
        answers.add(one.get());
      }
      return answers;
    }
  }
}
