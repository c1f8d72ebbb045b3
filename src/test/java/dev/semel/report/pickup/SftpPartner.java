// A partner's SFTP server: a real one, on a free port, whose faults a test turns on.
package dev.semel.report.pickup;

import dev.semel.provider.FileNamePattern;
import dev.semel.provider.HostKeyPin;
import dev.semel.provider.ReportFolder;
import dev.semel.provider.ReportFolder.Beside;
import dev.semel.provider.ReportFolder.Completeness;
import dev.semel.provider.ReportFolder.Login;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.sftp.server.FileHandle;
import org.apache.sshd.sftp.server.SftpFileSystemAccessor;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.apache.sshd.sftp.server.SftpSubsystemProxy;
import org.jspecify.annotations.Nullable;

/** A partner's SFTP server: a real one, on a free port, whose faults a test turns on. */
final class SftpPartner implements AutoCloseable {
  static final String USER = "semel";
  static final String PASSWORD = "correct horse";

  private final Path directory;
  private final SshServer server = SshServer.setUpDefaultServer();
  private volatile Fault fault = Fault.NONE;
  private final AtomicInteger logins = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private KeyPair hostKey = freshKey();
  private @Nullable KeyPair clientKey;

  /** What is wrong with it. */
  enum Fault {
    NONE,
    /** A file ends before its size. */
    SHORT,
    /** The connection ends while a file is read. */
    DYING
  }

  SftpPartner(Path directory) throws IOException {
    this.directory = directory;
    server.setHost("127.0.0.1");
    server.setPort(0);
    server.setKeyPairProvider(_ -> List.of(hostKey));
    server.setPasswordAuthenticator(
        (user, password, _) -> {
          logins.incrementAndGet();
          return user.equals(USER) && password.equals(PASSWORD);
        });
    server.setPublickeyAuthenticator(
        (user, key, _) ->
            clientKey != null
                && user.equals(USER)
                && KeyUtils.compareKeys(key, clientKey.getPublic()));
    server.setFileSystemFactory(new VirtualFileSystemFactory(directory));
    server.setSubsystemFactories(
        List.of(
            new SftpSubsystemFactory.Builder().withFileSystemAccessor(new FaultyFiles()).build()));
    server.start();
  }

  /** Makes a key; of a kind that every Java has. */
  static KeyPair freshKey() {
    try {
      return KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** From now on it shows another host key; returns it. */
  KeyPair swapHostKey() {
    hostKey = freshKey();
    return hostKey;
  }

  void accepts(KeyPair key) {
    clientKey = key;
  }

  void has(Fault wrong) {
    fault = wrong;
  }

  /** How often somebody has tried a password. */
  int logins() {
    return logins.get();
  }

  /** How often a part of a file was read. */
  int reads() {
    return reads.get();
  }

  /** How its present host key is pinned. */
  HostKeyPin pin() {
    return HostKeyPin.parse(PublicKeyEntry.toString(hostKey.getPublic()));
  }

  /** Puts a file into the folder, as changed an hour ago. */
  void puts(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.writeString(file, content, StandardCharsets.UTF_8);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-11-30T22:00:00Z")));
  }

  void renames(String from, String to) throws IOException {
    Files.move(directory.resolve(from), directory.resolve(to));
  }

  List<String> files() throws IOException {
    try (var all = Files.list(directory)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Its folder, by a password and its present key. */
  ReportFolder folder(Completeness complete) {
    return folder(complete, new Beside(Optional.empty(), Optional.empty()), false, pin());
  }

  ReportFolder folder(Completeness complete, Beside beside, boolean removes, HostKeyPin... pins) {
    return folder(new Login.Password(PASSWORD), complete, beside, removes, pins);
  }

  ReportFolder folder(
      Login login, Completeness complete, Beside beside, boolean removes, HostKeyPin... pins) {
    return new ReportFolder(
        new ReportFolder.Server("127.0.0.1", server.getPort(), USER, login, List.of(pins)),
        "/",
        FileNamePattern.parse("settlement-{date:yyyyMMdd}*.csv"),
        complete,
        beside,
        Duration.ofMinutes(5),
        removes);
  }

  @Override
  public void close() throws IOException {
    server.stop(true);
  }

  /** Opens files that end too soon, or whose reader is cut off. */
  private final class FaultyFiles implements SftpFileSystemAccessor {
    @Override
    public SeekableByteChannel openFile(
        SftpSubsystemProxy subsystem,
        FileHandle handle,
        Path file,
        String name,
        Set<? extends OpenOption> options,
        FileAttribute<?>... attributes)
        throws IOException {
      return new FaultyChannel(Files.newByteChannel(file, options, attributes), subsystem);
    }

    @Override
    public void closeFile(
        SftpSubsystemProxy subsystem,
        FileHandle handle,
        Path file,
        String name,
        java.nio.channels.Channel channel,
        Set<? extends OpenOption> options)
        throws IOException {
      channel.close();
    }
  }

  private final class FaultyChannel implements SeekableByteChannel {
    private final SeekableByteChannel channel;
    private final SftpSubsystemProxy subsystem;

    FaultyChannel(SeekableByteChannel channel, SftpSubsystemProxy subsystem) {
      this.channel = channel;
      this.subsystem = subsystem;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      reads.incrementAndGet();
      switch (fault) {
        case NONE -> {}
        case DYING -> {
          subsystem.getServerSession().close(true);
          throw new IOException("cut off");
        }
        case SHORT -> {
          if (channel.position() >= channel.size() / 2) {
            return -1;
          }
          to.limit(Math.min(to.limit(), to.position() + (int) (channel.size() / 2)));
        }
      }
      return channel.read(to);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      return channel.write(from);
    }

    @Override
    public long position() throws IOException {
      return channel.position();
    }

    @Override
    public SeekableByteChannel position(long at) throws IOException {
      channel.position(at);
      return this;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
      channel.truncate(size);
      return this;
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
