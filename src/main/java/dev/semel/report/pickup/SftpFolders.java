// Connects to partners' SFTP servers.
package dev.semel.report.pickup;

import dev.semel.provider.HostKeyPin;
import dev.semel.provider.ReportFolder;
import dev.semel.provider.ReportFolder.Login;
import dev.semel.provider.http.PrivateKeys;
import dev.semel.report.pickup.TransferException.Kind;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.password.PasswordIdentityProvider;
import org.apache.sshd.client.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.sftp.SftpModuleProperties;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connects to partners' SFTP servers. A server that shows none of the keys by which it is known is
 * told nothing: neither who we are nor a password. Nothing is read from this machine's own SSH
 * files.
 */
@Singleton
final class SftpFolders implements Folder.Opener {
  private static final int NO_MORE_WAYS_TO_LOG_IN = 14;

  private final PickupConfig config;
  private final LongSupplier nanoTime;

  SftpFolders(PickupConfig config, LongSupplier nanoTime) {
    this.config = config;
    this.nanoTime = nanoTime;
  }

  @Override
  public Folder open(ReportFolder folder) throws TransferException {
    ReportFolder.Server server = folder.server();
    AtomicReference<String> strange = new AtomicReference<>();
    SshClient client = client(server, strange);
    try {
      client.start();
      ClientSession session = session(client, server);
      return new SftpFolder(
          folder, client, SftpClientFactory.instance().createSftpClient(session), config, nanoTime);
    } catch (IOException | RuntimeException e) {
      client.stop();
      throw fault(server, strange.get(), e);
    }
  }

  private SshClient client(ReportFolder.Server server, AtomicReference<String> strange) {
    SshClient client = SshClient.setUpDefaultClient();
    client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
    client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
    client.setPasswordIdentityProvider(PasswordIdentityProvider.EMPTY_PASSWORDS_PROVIDER);
    client.setAgentFactory(null);
    client.setUserAuthFactories(
        List.of(
            switch (server.login()) {
              case Login.Password _ -> UserAuthPasswordFactory.INSTANCE;
              case Login.PrivateKey _ -> UserAuthPublicKeyFactory.INSTANCE;
            }));
    client.setServerKeyVerifier((_, _, key) -> isKnown(server.hostKeys(), key, strange));
    client.setSignatureFactories(signatures(client.getSignatureFactories(), server.hostKeys()));
    Duration silence = config.readTimeout();
    CoreModuleProperties.IDLE_TIMEOUT.set(client, silence);
    CoreModuleProperties.AUTH_TIMEOUT.set(client, config.connectTimeout());
    CoreModuleProperties.NIO2_READ_TIMEOUT.set(client, silence);
    SftpModuleProperties.SFTP_CHANNEL_OPEN_TIMEOUT.set(client, config.connectTimeout());
    return client;
  }

  private static boolean isKnown(
      List<HostKeyPin> pins, PublicKey key, AtomicReference<String> strange) {
    boolean known = pins.stream().anyMatch(pin -> pin.fits(key));
    if (!known) {
      strange.set(HostKeyPin.fingerprintOf(key));
    }
    return known;
  }

  /**
   * A server with keys of several kinds shows the one of the kind that we prefer: only kinds that
   * are pinned are asked for, where all pins tell their kind.
   */
  private static List<NamedFactory<Signature>> signatures(
      List<NamedFactory<Signature>> all, List<HostKeyPin> pins) {
    if (pins.stream().anyMatch(pin -> pin.keyType().isEmpty())) {
      return all;
    }
    List<String> kinds = pins.stream().flatMap(pin -> pin.keyType().stream()).toList();
    List<NamedFactory<Signature>> wanted =
        all.stream()
            .filter(factory -> kinds.contains(KeyUtils.getCanonicalKeyType(factory.getName())))
            .toList();
    return wanted.isEmpty() ? all : wanted;
  }

  private ClientSession session(SshClient client, ReportFolder.Server server) throws IOException {
    ClientSession session =
        client
            .connect(server.user(), server.host(), server.port())
            .verify(config.connectTimeout())
            .getSession();
    switch (server.login()) {
      case Login.Password password -> session.addPasswordIdentity(password.password());
      case Login.PrivateKey key -> session.addPublicKeyIdentity(PrivateKeys.read(key));
    }
    session.auth().verify(config.connectTimeout());
    return session;
  }

  private static TransferException fault(
      ReportFolder.Server server, @Nullable String strange, Exception e) {
    String where = server.host() + ":" + server.port();
    if (strange != null) {
      return new TransferException(
          Kind.HOST_KEY,
          where
              + " showed the host key "
              + strange
              + ", by which it is not known. Nothing was said to it, and nobody looks there until"
              + " the file is corrected. Ask the partner over another way whether it has changed"
              + " its key; only then add the new one to host_keys.",
          e);
    }
    if (SftpFaults.isRefusedLogin(e, NO_MORE_WAYS_TO_LOG_IN)) {
      return new TransferException(
          Kind.LOGIN,
          where
              + " does not let us in. Nobody looks there until the user, the password or the key of"
              + " sftp is corrected.",
          e);
    }
    return SftpFaults.of(where, e);
  }
}
