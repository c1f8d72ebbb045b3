// What went wrong at an SFTP server.
package dev.semel.report.pickup;

import dev.semel.report.pickup.TransferException.Kind;
import java.util.Set;
import org.apache.sshd.common.SshException;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;
import org.jspecify.annotations.Nullable;

/** Tells faults that pass from those that somebody has to mend. */
final class SftpFaults {
  private static final Set<Integer> FORBIDDEN =
      Set.of(
          SftpConstants.SSH_FX_PERMISSION_DENIED,
          SftpConstants.SSH_FX_NO_SUCH_FILE,
          SftpConstants.SSH_FX_NO_SUCH_PATH,
          SftpConstants.SSH_FX_WRITE_PROTECT,
          SftpConstants.SSH_FX_NOT_A_DIRECTORY,
          SftpConstants.SSH_FX_OP_UNSUPPORTED);

  private SftpFaults() {}

  /**
   * What an exception means.
   *
   * @param where what it was about, for the sentence
   */
  static TransferException of(String where, Exception e) {
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SftpException sftp && FORBIDDEN.contains(sftp.getStatus())) {
        return new TransferException(
            Kind.FORBIDDEN,
            where
                + " can't be used: the server says "
                + SftpConstants.getStatusName(sftp.getStatus())
                + ". Ask the partner for it, or correct the file.",
            e);
      }
    }
    return new TransferException(
        Kind.UNREACHABLE, where + " can't be reached or does not answer (" + kind(e) + ").", e);
  }

  /** Whether the server has refused every way to log in that we have. */
  static boolean isRefusedLogin(Exception e, int code) {
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SshException ssh && ssh.getDisconnectCode() == code) {
        return true;
      }
    }
    return false;
  }

  /** The server's words are not shown: they are anybody's. */
  private static String kind(Exception e) {
    Throwable root = e;
    for (@Nullable Throwable next = e.getCause(); next != null; next = next.getCause()) {
      root = next;
    }
    return root.getClass().getSimpleName();
  }
}
