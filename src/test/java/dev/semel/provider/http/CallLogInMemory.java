package dev.semel.provider.http;

import dev.semel.provider.ProviderCall;
import dev.semel.provider.ProviderCallLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A call log that tests can look into. */
final class CallLogInMemory implements ProviderCallLog {
  private final List<ProviderCall> calls = new CopyOnWriteArrayList<>();

  @Override
  public void record(ProviderCall call) {
    calls.add(call);
  }

  List<ProviderCall> calls() {
    return calls;
  }

  ProviderCall last() {
    return calls.getLast();
  }
}
