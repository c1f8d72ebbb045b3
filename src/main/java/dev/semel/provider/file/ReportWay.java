// How a partner's reports come to us, as its file says it.
package dev.semel.provider.file;

import dev.semel.provider.FileNamePattern;
import dev.semel.provider.ReportFolder.Beside;
import dev.semel.provider.ReportFolder.Completeness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a partner's reports come to us, with the places for settings and secrets not filled yet. */
public sealed interface ReportWay {
  /** It is asked for each day's. */
  record Asked(Endpoint.Request request) implements ReportWay {}

  /**
   * It puts them into a folder of its SFTP server.
   *
   * @param port the number of the port
   * @param login how we prove who we are
   * @param hostKeys the keys by which the server is known
   * @param removes whether a report that we have is removed there
   */
  record Sftp(
      Template host,
      Template port,
      Template user,
      Login login,
      List<Template> hostKeys,
      Template directory,
      FileNamePattern files,
      Completeness complete,
      Beside beside,
      Duration every,
      boolean removes)
      implements ReportWay {
    public Sftp {
      hostKeys = List.copyOf(hostKeys);
    }
  }

  /**
   * It sends them over AS2.
   *
   * @param certificate ours, in PEM
   * @param key that of our certificate
   * @param partnerCertificates the partner's, any of which may sign
   * @param encrypted whether a message has to be encrypted
   * @param files which names say the business date
   */
  record As2(
      Template ourId,
      Template partnerId,
      Template certificate,
      Template key,
      List<Template> partnerCertificates,
      boolean encrypted,
      FileNamePattern files)
      implements ReportWay {
    public As2 {
      partnerCertificates = List.copyOf(partnerCertificates);
    }
  }

  /** People bring them. */
  record Brought() implements ReportWay {}

  /**
   * How we prove who we are at an SFTP server: by one of password and key.
   *
   * @param passphrase what the key is encrypted with
   */
  record Login(
      Optional<Template> password, Optional<Template> privateKey, Optional<Template> passphrase) {}
}
