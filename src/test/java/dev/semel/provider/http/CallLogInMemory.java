package dev.semel.provider.http;

import dev.semel.provider.ProviderCall;
import dev.semel.provider.ProviderCallLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A call log that tests can look into. */
final class CallLogInMemory implements ProviderCallLog {
  private final List<ProviderCall> calls = new CopyOnWriteArrayList<>();
  private volatile boolean gone;

  @Override
  public void record(ProviderCall call) {
    if (gone) {
      throw new IllegalStateException("the database is away");
    }
    calls.add(call);
  }

  /** From now on it takes nothing. */
  void goAway() {
    gone = true;
  }

  List<ProviderCall> calls() {
    return calls;
  }

  ProviderCall last() {
    return calls.getLast();
  }
}
