// How a partner and we know each other over AS2.
package dev.semel.provider;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * How a partner and we know each other over AS2.
 *
 * @param ourId what we are called in {@code AS2-To}
 * @param partnerId what the partner is called in {@code AS2-From}
 * @param certificate ours, which messages are encrypted for and receipts are signed with
 * @param key that of our certificate
 * @param partnerCertificates the partner's, any of which may sign: two while it changes them
 * @param encrypted whether a message has to be encrypted; signed it always has to be
 * @param files which names say the business date
 */
public record As2Partnership(
    String ourId,
    String partnerId,
    X509Certificate certificate,
    PrivateKey key,
    List<X509Certificate> partnerCertificates,
    boolean encrypted,
    FileNamePattern files) {
  public As2Partnership {
    partnerCertificates = List.copyOf(partnerCertificates);
  }

  /** Says no key. */
  @Override
  public String toString() {
    return "As2Partnership[" + partnerId + " to " + ourId + "]";
  }
}
