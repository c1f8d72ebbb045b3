// Our private key for a partner's SFTP server.
package dev.semel.provider.http;

import dev.semel.provider.ReportFolder.Login;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Iterator;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.util.security.SecurityUtils;

/** Reads private keys in the formats of OpenSSH and PEM. */
public final class PrivateKeys {
  private static final NamedResource NAMELESS = NamedResource.ofName("the private key of sftp");

  private PrivateKeys() {}

  /**
   * Reads a key.
   *
   * @throws IllegalArgumentException when there is none, or not under this passphrase; the message
   *     is a sentence
   */
  public static KeyPair read(Login.PrivateKey login) {
    FilePasswordProvider passphrase =
        login.passphrase().map(FilePasswordProvider::of).orElse(FilePasswordProvider.EMPTY);
    // What is pasted into a setting has lost its last line end.
    byte[] text = (login.key().strip() + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      Iterable<KeyPair> found =
          SecurityUtils.loadKeyPairIdentities(
              null, NAMELESS, new ByteArrayInputStream(text), passphrase);
      Iterator<KeyPair> keys = found == null ? null : found.iterator();
      if (keys != null && keys.hasNext()) {
        return keys.next();
      }
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new IllegalArgumentException(unusable(), e);
    }
    throw new IllegalArgumentException(unusable());
  }

  private static String unusable() {
    return "The private_key of sftp can't be read: it has to be a private key in the format of"
        + " OpenSSH or PEM, and its passphrase has to be given where it has one.";
  }
}
