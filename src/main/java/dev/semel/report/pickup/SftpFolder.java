// A folder on an SFTP server that we are connected to.
package dev.semel.report.pickup;

import dev.semel.provider.ReportFolder;
import dev.semel.report.pickup.TransferException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;

/**
 * A folder on an SFTP server that we are connected to. Everything has a bound: the silence of the
 * server, the look as a whole, the entries of the folder, and the bytes of a file.
 */
final class SftpFolder implements Folder {
  private static final int CHUNK = 32 * 1024;
  private static final int LARGEST_BESIDE = 64 * 1024;

  private final ReportFolder folder;
  private final SshClient client;
  private final SftpClient sftp;
  private final PickupConfig config;
  private final LongSupplier nanoTime;
  private final long begun;

  SftpFolder(
      ReportFolder folder,
      SshClient client,
      SftpClient sftp,
      PickupConfig config,
      LongSupplier nanoTime) {
    this.folder = folder;
    this.client = client;
    this.sftp = sftp;
    this.config = config;
    this.nanoTime = nanoTime;
    this.begun = nanoTime.getAsLong();
  }

  @Override
  public List<RemoteFile> list() throws TransferException {
    List<RemoteFile> files = new ArrayList<>();
    int entries = 0;
    try (SftpClient.CloseableHandle handle = sftp.openDir(folder.directory())) {
      List<SftpClient.DirEntry> some = sftp.readDir(handle);
      while (some != null) {
        entries += some.size();
        if (entries > config.mostEntries()) {
          throw new TransferException(
              Kind.TOO_LARGE,
              "The folder "
                  + folder.directory()
                  + " has over "
                  + config.mostEntries()
                  + " entries. Ask the partner to clear it out.");
        }
        some.forEach(entry -> add(files, entry));
        checkTime();
        some = sftp.readDir(handle);
      }
      return files;
    } catch (IOException | RuntimeException e) {
      throw SftpFaults.of("The folder " + folder.directory(), e);
    }
  }

  private static void add(List<RemoteFile> files, SftpClient.DirEntry entry) {
    Attributes attributes = entry.getAttributes();
    if (attributes.isRegularFile()) {
      files.add(file(entry.getFilename(), attributes));
    }
  }

  private static RemoteFile file(String name, Attributes attributes) {
    return new RemoteFile(
        name,
        attributes.getSize(),
        attributes.getModifyTime().toInstant().truncatedTo(ChronoUnit.MICROS));
  }

  @Override
  public void copy(RemoteFile file, OutputStream to) throws TransferException {
    if (file.size() > config.largestFile()) {
      throw new TransferException(
          Kind.TOO_LARGE,
          file.name() + " is larger than " + config.largestFile() + " bytes and is not fetched.");
    }
    long copied = 0;
    try (InputStream in = sftp.read(folder.pathOf(file.name()))) {
      byte[] chunk = new byte[CHUNK];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        copied += read;
        if (copied > file.size()) {
          throw notWhole(file, "more bytes");
        }
        keep(to, chunk, read);
        checkTime();
      }
      if (copied < file.size()) {
        throw notWhole(file, "only " + copied + " bytes");
      }
      if (!file.equals(file(file.name(), sftp.stat(folder.pathOf(file.name()))))) {
        throw notWhole(file, "another size or time afterwards");
      }
    } catch (UncheckedIOException e) {
      throw e;
    } catch (SftpException e) {
      if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
        throw new TransferException(Kind.NOT_WHOLE, file.name() + " is gone.", e);
      }
      throw SftpFaults.of(file.name(), e);
    } catch (IOException | RuntimeException e) {
      throw SftpFaults.of(file.name(), e);
    }
  }

  /** A full disk of ours is no fault of the partner's. */
  private static void keep(OutputStream to, byte[] chunk, int length) {
    try {
      to.write(chunk, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException("a report could not be written down here", e);
    }
  }

  private static TransferException notWhole(RemoteFile file, String what) {
    return new TransferException(
        Kind.NOT_WHOLE,
        file.name() + " is listed with " + file.size() + " bytes and had " + what + ".");
  }

  @Override
  public Optional<byte[]> small(String name) throws TransferException {
    try (InputStream in = sftp.read(folder.pathOf(name))) {
      byte[] bytes = in.readNBytes(LARGEST_BESIDE + 1);
      if (bytes.length > LARGEST_BESIDE) {
        throw new TransferException(
            Kind.TOO_LARGE, name + " is larger than " + LARGEST_BESIDE + " bytes.");
      }
      return Optional.of(bytes);
    } catch (SftpException e) {
      if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
        return Optional.empty();
      }
      throw SftpFaults.of(name, e);
    } catch (IOException | RuntimeException e) {
      throw SftpFaults.of(name, e);
    }
  }

  @Override
  public boolean remove(RemoteFile file) throws TransferException {
    try {
      if (!file.equals(file(file.name(), sftp.stat(folder.pathOf(file.name()))))) {
        return false;
      }
    } catch (SftpException e) {
      if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
        return false;
      }
      throw SftpFaults.of(file.name(), e);
    } catch (IOException | RuntimeException e) {
      throw SftpFaults.of(file.name(), e);
    }
    remove(file.name());
    return true;
  }

  @Override
  public void remove(String name) throws TransferException {
    try {
      sftp.remove(folder.pathOf(name));
    } catch (IOException | RuntimeException e) {
      throw SftpFaults.of(name, e);
    }
  }

  private void checkTime() throws TransferException {
    if (nanoTime.getAsLong() - begun > config.lookTimeout().toNanos()) {
      throw new TransferException(
          Kind.UNREACHABLE, "The look took longer than " + config.lookTimeout() + ".");
    }
  }

  /** Closes the connection and its threads; what fails at that is nobody's concern. */
  @Override
  public void close() {
    client.stop();
  }
}
