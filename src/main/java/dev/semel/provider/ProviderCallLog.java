package dev.semel.provider;

/** Keeps every exchange with a provider for people to see. Append-only. */
public interface ProviderCallLog {
  /** Keeps one exchange. What it throws is reported and never changes the outcome of the call. */
  void record(ProviderCall call);
}
