// A folder on a partner's SFTP server in which its reports are found.
package dev.semel.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder on a partner's SFTP server in which its reports are found.
 *
 * @param server where it is
 * @param directory its path there
 * @param files which files in it are reports
 * @param complete what shows that a file is complete
 * @param beside the files that belong to a report
 * @param every how often it is looked at
 * @param removes whether a report that we have is removed there
 */
public record ReportFolder(
    Server server,
    String directory,
    FileNamePattern files,
    Completeness complete,
    Beside beside,
    Duration every,
    boolean removes) {

  /**
   * A partner's server.
   *
   * @param login how we prove who we are: secret
   * @param hostKeys the keys by which it is known, at least one: two while it changes them
   */
  public record Server(String host, int port, String user, Login login, List<HostKeyPin> hostKeys) {
    public Server {
      hostKeys = List.copyOf(hostKeys);
      if (hostKeys.isEmpty()) {
        throw new IllegalArgumentException(
            "A server without a known host key is not connected to.");
      }
    }
  }

  /** How we prove who we are. */
  public sealed interface Login {
    /** A password. */
    record Password(String password) implements Login {
      @Override
      public String toString() {
        return "Password";
      }
    }

    /**
     * A key.
     *
     * @param key the private key's text, as in its file
     * @param passphrase what it is encrypted with, where it is
     */
    record PrivateKey(String key, Optional<String> passphrase) implements Login {
      @Override
      public String toString() {
        return "PrivateKey";
      }
    }
  }

  /** What shows that a file is complete. */
  public sealed interface Completeness {
    /**
     * It has its name only when it is: until then the name has one of these endings.
     *
     * @param temporary the endings
     */
    record Renamed(List<String> temporary) implements Completeness {
      public Renamed {
        temporary = List.copyOf(temporary);
      }
    }

    /**
     * Another file stands beside it.
     *
     * @param suffix what the other's name has behind the report's
     */
    record Marked(String suffix) implements Completeness {}

    /** Its size and its time have been the same for so long. */
    record Stable(Duration quiet) implements Completeness {}
  }

  /**
   * The files that belong to a report, by what their names have behind the report's.
   *
   * @param checksum that of its checksum
   * @param signature that of its signature
   * @param awaited those without which a report is not taken
   */
  public record Beside(
      Optional<String> checksum, Optional<String> signature, List<String> awaited) {
    public Beside {
      awaited = List.copyOf(awaited);
    }

    /** Without any of them a report is not taken. */
    public Beside(Optional<String> checksum, Optional<String> signature) {
      this(checksum, signature, Stream.of(checksum, signature).flatMap(Optional::stream).toList());
    }

    /** The endings of all of them. */
    public List<String> suffixes() {
      return Stream.of(checksum, signature).flatMap(Optional::stream).toList();
    }
  }

  /** The endings of files that are none themselves: those beside, markers and unfinished ones. */
  public List<String> endingsOfOthers() {
    List<String> own =
        switch (complete) {
          case Completeness.Renamed renamed -> renamed.temporary();
          case Completeness.Marked marked -> List.of(marked.suffix());
          case Completeness.Stable _ -> List.of();
        };
    return Stream.concat(own.stream(), beside.suffixes().stream()).toList();
  }

  /** The path of a file in it. */
  public String pathOf(String name) {
    return directory.endsWith("/") ? directory + name : directory + "/" + name;
  }
}
