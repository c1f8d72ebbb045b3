package dev.semel.provider.file;

import java.util.List;

/** What reading a provider file brought: the file, or everything that is wrong with it. */
public sealed interface ProviderFileReading {
  /**
   * A file without faults.
   *
   * @param file the file
   * @param promises what a payout whose outcome is unknown rests on
   * @param samples how many sample answers mean what the file says that they mean
   */
  record Sound(ProviderFile file, FilePromises promises, int samples)
      implements ProviderFileReading {}

  /** All faults, in the order of their lines. */
  record Faulty(List<ProviderFileFault> faults) implements ProviderFileReading {
    public Faulty {
      faults = List.copyOf(faults);
    }
  }
}
