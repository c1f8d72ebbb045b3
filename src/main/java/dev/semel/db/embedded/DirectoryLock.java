// Keeps a data directory to one living server.
package dev.semel.db.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file lock that its process holds for as long as it lives. The operating system lets go of it
 * however the process ends, so a held lock always means a living owner.
 */
final class DirectoryLock implements AutoCloseable {

  /**
   * The files that this process holds. Opening and closing one of them a second time would drop the
   * lock on it (POSIX gives locks to processes, not to descriptors), so that has to be asked first.
   */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock and writes this process's id into the file.
   *
   * @throws EmbeddedPostgresException when a living process holds it
   */
  static DirectoryLock take(Path directory, String fileName) throws IOException {
    Path file = directory.toRealPath().resolve(fileName);
    if (!HELD_HERE.add(file)) {
      throw inUse(directory, "this process itself");
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw inUse(directory, "process " + Files.readString(file).strip());
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
      return new DirectoryLock(file, channel);
    } catch (IOException | RuntimeException e) {
      HELD_HERE.remove(file);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  /** Whether a living process, this one included, holds the lock. */
  static boolean isHeld(Path directory, String fileName) throws IOException {
    Path file = directory.toRealPath().resolve(fileName);
    if (HELD_HERE.contains(file)) {
      return true;
    }
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    }
  }

  private static EmbeddedPostgresException inUse(Path directory, String owner) {
    return new EmbeddedPostgresException(
        "Another Semel server ("
            + owner
            + ") uses the data directory "
            + directory.toAbsolutePath().normalize()
            + ": stop it, or give this one another SEMEL_DATA_DIR.");
  }

  @Override
  public void close() throws IOException {
    channel.close();
    HELD_HERE.remove(file);
  }
}
