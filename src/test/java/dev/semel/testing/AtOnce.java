// What is done at the same moment.
package dev.semel.testing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does things at the same moment and waits for all of them. */
public final class AtOnce {
  private AtOnce() {}

  /** A request that is made. */
  public interface Call {
    ApiClient.Answer make(int number) throws Exception;
  }

  /** Something that is done in one of several cases. */
  public interface Act<T> {
    void in(T which) throws Exception;
  }

  /** Does the same in all cases at the same time; the first that fails is named. */
  public static <T> void each(Collection<T> cases, Act<? super T> act) throws Exception {
    List<Callable<Boolean>> acts = new ArrayList<>();
    for (T which : cases) {
      acts.add(
          () -> {
            act.in(which);
            return true;
          });
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> done = threads.invokeAll(acts);
      int number = 0;
      for (T which : cases) {
        outcome(which, done.get(number++));
      }
    }
  }

  private static void outcome(Object which, Future<Boolean> done) throws InterruptedException {
    try {
      done.get();
    } catch (ExecutionException e) {
      throw new AssertionError("in the case of " + which, e.getCause());
    }
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
