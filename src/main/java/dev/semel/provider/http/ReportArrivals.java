// How a partner's reports come to us, under these settings.
package dev.semel.provider.http;

import dev.semel.provider.As2Partnership;
import dev.semel.provider.HostKeyPin;
import dev.semel.provider.PgpKeys;
import dev.semel.provider.ReportArrival;
import dev.semel.provider.ReportFolder;
import dev.semel.provider.ReportFolder.Login;
import dev.semel.provider.ReportVerification;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.ReportProofs;
import dev.semel.provider.file.ReportWay;
import dev.semel.provider.file.Template;
import dev.semel.provider.file.TemplateValues;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Fills the settings and secrets into how a partner's reports come to us. */
final class ReportArrivals {
  private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
  private static final int LARGEST_PORT = 65535;
  private static final Pattern AS2_NAME = Pattern.compile("[ -~]{1,128}");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:%-]{1,255}");

  private final TemplateValues values;

  ReportArrivals(TemplateValues values) {
    this.values = values;
  }

  /**
   * The way of a file's reports.
   *
   * @throws IllegalArgumentException when a setting can't be used; the message is a sentence
   *     without values
   */
  ReportArrival of(ReportWay way) {
    return switch (way) {
      case ReportWay.Asked _ -> new ReportArrival.Asked();
      case ReportWay.Brought _ -> new ReportArrival.Brought();
      case ReportWay.Sftp sftp -> new ReportArrival.Found(folder(sftp));
      case ReportWay.As2 as2 -> new ReportArrival.Sent(partnership(as2));
    };
  }

  /**
   * What has to prove a file's reports.
   *
   * @throws IllegalArgumentException when a setting can't be used; the message is a sentence
   *     without values
   */
  ReportVerification of(ReportProofs proofs) {
    return new ReportVerification(
        proofs.checksum(),
        proofs
            .signature()
            .map(
                pgp ->
                    new ReportVerification.Signature(
                        pgp.form(),
                        PgpKeys.parse(pgp.keys().stream().map(this::text).toList()),
                        pgp.required())),
        proofs.largest());
  }

  private As2Partnership partnership(ReportWay.As2 as2) {
    return new As2Partnership(
        usable(AS2_NAME, text(as2.ourId()), "our_id", "a name of AS2, 128 characters at most"),
        usable(AS2_NAME, text(as2.partnerId()), "partner_id", "such a name, too"),
        Pems.certificate(text(as2.certificate())),
        Pems.key(text(as2.key())),
        as2.partnerCertificates().stream().map(this::text).map(Pems::certificate).toList(),
        as2.encrypted(),
        as2.files());
  }

  private ReportFolder folder(ReportWay.Sftp sftp) {
    return new ReportFolder(
        new ReportFolder.Server(
            usable(HOST, text(sftp.host()), "host", "a name or an address"),
            port(text(sftp.port())),
            text(sftp.user()),
            login(sftp.login()),
            sftp.hostKeys().stream().map(key -> HostKeyPin.parse(text(key))).toList()),
        text(sftp.directory()),
        sftp.files(),
        sftp.complete(),
        sftp.beside(),
        sftp.every(),
        sftp.removes());
  }

  private Login login(ReportWay.Login login) {
    if (login.password().isPresent()) {
      return new Login.Password(text(login.password().get()));
    }
    Template key =
        login
            .privateKey()
            .orElseThrow(() -> new IllegalArgumentException("a login has a password or a key"));
    Login.PrivateKey found = new Login.PrivateKey(text(key), login.passphrase().map(this::text));
    PrivateKeys.read(found);
    return found;
  }

  private static int port(String text) {
    String port = usable(PORT, text, "port", "a number from 1 to 65535");
    if (Integer.parseInt(port) > LARGEST_PORT) {
      throw new IllegalArgumentException("The port of sftp has to be a number from 1 to 65535.");
    }
    return Integer.parseInt(port);
  }

  private static String usable(Pattern form, String text, String what, String wanted) {
    if (!form.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "The " + what + " of the report has to be " + wanted + ".");
    }
    return text;
  }

  private String text(Template template) {
    try {
      return template.text(values, UnaryOperator.identity());
    } catch (RenderingException e) {
      throw new IllegalArgumentException(
          "A setting of the report is missing: " + e.getMessage(), e);
    }
  }
}
