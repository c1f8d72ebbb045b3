// A partner's folder while we are connected.
package dev.semel.report.pickup;

import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** A partner's folder while we are connected. */
interface Folder extends AutoCloseable {
  /**
   * The files in it; folders and links are passed over.
   *
   * @throws TransferException also when there are more than anybody reads
   */
  List<RemoteFile> list() throws TransferException;

  /**
   * Copies a file, all of it or an exception: as many bytes as it was listed with, and it is still
   * listed so afterwards.
   */
  void copy(RemoteFile file, OutputStream to) throws TransferException;

  /**
   * A small file as a whole.
   *
   * @return empty when it is not there
   */
  Optional<byte[]> small(String name) throws TransferException;

  /**
   * Removes a file, but not what has taken its name since it was listed.
   *
   * @return false when it is there no longer as it was listed
   */
  boolean remove(RemoteFile file) throws TransferException;

  /** Removes a file whatever it is by now. */
  void remove(String name) throws TransferException;

  @Override
  void close();

  /** Connects to folders. */
  @FunctionalInterface
  interface Opener {
    /** Connects. The caller closes the folder. */
    Folder open(dev.semel.provider.ReportFolder folder) throws TransferException;
  }
}
