package dev.semel.provider.http;

import dev.semel.provider.file.ProviderFileFault;
import java.util.List;
import java.util.stream.Collectors;

/** Provider files can't be used. The message lists every fault of every file. */
public final class ProviderFilesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<FileFault> faults;

  /** A fault and the file that it is in. */
  public record FileFault(String file, ProviderFileFault fault) {
    @Override
    public String toString() {
      return file + ": " + fault;
    }
  }

  ProviderFilesException(List<FileFault> faults) {
    super(
        faults.stream()
            .map(FileFault::toString)
            .collect(Collectors.joining("\n  ", "Provider files can't be used:\n  ", "")));
    this.faults = List.copyOf(faults);
  }

  /** All faults. */
  public List<FileFault> faults() {
    return faults;
  }
}
