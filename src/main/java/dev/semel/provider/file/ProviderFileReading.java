package dev.semel.provider.file;

import java.util.List;

/** What reading a provider file brought: the file, or everything that is wrong with it. */
public sealed interface ProviderFileReading {
  /**
   * A file without faults.
   *
   * @param file the file
   * @param promises what a payout whose outcome is unknown rests on
   */
  record Sound(ProviderFile file, FilePromises promises)
      implements ProviderFileReading {}

  /** All faults, in the order of their lines. */
  record Faulty(List<ProviderFileFault> faults) implements ProviderFileReading {
    public Faulty {
      faults = List.copyOf(faults);
    }
  }
}
