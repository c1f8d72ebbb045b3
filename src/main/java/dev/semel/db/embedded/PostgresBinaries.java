// Unpacks the PostgreSQL binaries that the class path carries as a compressed archive.
package dev.semel.db.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** The directory with PostgreSQL's own programs, unpacked once for each version of them. */
record PostgresBinaries(Path home) {

  private static final String EXECUTABLE = "rwxr-xr-x";
  private static final String PLAIN = "rw-r--r--";

  /**
   * Returns the programs for this machine, unpacking them below {@code parent} unless they are
   * there already. Several processes may ask at once: one unpacks, the others wait for it.
   *
   * @throws EmbeddedPostgresException when this build carries none for this machine
   */
  static synchronized PostgresBinaries unpackedIn(Path parent) throws IOException {
    String archive = archiveName(System.getProperty("os.name"), System.getProperty("os.arch"));
    var home = parent.resolve("postgres-" + digestOf(archive));
    if (Files.isDirectory(home)) {
      return new PostgresBinaries(home);
    }
    var lockFile = parent.resolve("unpack.lock");
    try (var channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      if (!Files.isDirectory(home)) {
        unpackInto(home, archive);
      }
    }
    return new PostgresBinaries(home);
  }

  /** A crash half way through leaves the unfinished name behind, never a half-filled home. */
  private static void unpackInto(Path home, String archive) throws IOException {
    var unfinished = home.resolveSibling("postgres.unfinished");
    deleteTree(unfinished);
    try (var packed = open(archive)) {
      unpack(packed, unfinished);
    }
    Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns the path of one of the programs, for example {@code pg_ctl}. */
  Path program(String name) {
    return home.resolve("bin").resolve(name);
  }

  static String archiveName(String os, String architecture) {
    String system =
        os.toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : os.toLowerCase(Locale.ROOT);
    String processor =
        switch (architecture) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm_64";
          default -> architecture;
        };
    return "postgres-" + system + "-" + processor + ".txz";
  }

  private static InputStream open(String archive) {
    @Nullable InputStream stream =
        Thread.currentThread().getContextClassLoader().getResourceAsStream(archive);
    if (stream == null) {
      throw new EmbeddedPostgresException(
          "This build of Semel carries no PostgreSQL for this machine ("
              + archive
              + "): set SEMEL_DB_URL, SEMEL_DB_USER and SEMEL_DB_PASSWORD to a server of yours.");
    }
    return stream;
  }

  /** Names the archive by its content, so that an update is unpacked beside what it replaces. */
  private static String digestOf(String archive) throws IOException {
    try (var packed = open(archive)) {
      var digest = MessageDigest.getInstance("SHA-256");
      var buffer = new byte[64 * 1024];
      for (int read = packed.read(buffer); read >= 0; read = packed.read(buffer)) {
        digest.update(buffer, 0, read);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }

  private static void unpack(InputStream packed, Path target) throws IOException {
    try (var tar = new TarArchiveInputStream(new XZInputStream(packed))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        var path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
          throw new IOException("The archive names a file outside itself: " + entry.getName());
        }
        unpackEntry(tar, entry, path);
      }
    }
  }

  private static void unpackEntry(TarArchiveInputStream tar, TarArchiveEntry entry, Path path)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else {
      Files.copy(tar, path);
      boolean executable = (entry.getMode() & 0111) != 0;
      Files.setPosixFilePermissions(
          path, PosixFilePermissions.fromString(executable ? EXECUTABLE : PLAIN));
    }
  }

  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
