// Folders on a real SFTP server, and what goes wrong there.
package dev.semel.report.pickup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.provider.HostKeyPin;
import dev.semel.provider.ReportFolder;
import dev.semel.provider.ReportFolder.Beside;
import dev.semel.provider.ReportFolder.Completeness;
import dev.semel.provider.ReportFolder.Login;
import dev.semel.report.pickup.SftpPartner.Fault;
import dev.semel.report.pickup.TransferException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SftpFoldersTest {
  private static final Completeness RENAMED = new Completeness.Renamed(List.of(".part"));
  private static final Beside NOTHING = new Beside(Optional.empty(), Optional.empty());
  private static final String NAME = "settlement-20261130.csv";

  @TempDir Path directory;
  private SftpPartner partner;
  private final SftpFolders folders = new SftpFolders(new PickupSettings(), System::nanoTime);

  @BeforeEach
  void open() throws IOException {
    partner = new SftpPartner(directory);
  }

  @AfterEach
  void close() throws IOException {
    partner.close();
  }

  @Test
  void a_file_is_listed_and_copied_byte_for_byte() throws Exception {
    String content = "reference,amount\n".repeat(10_000);
    partner.puts(NAME, content);
    try (Folder folder = folders.open(partner.folder(RENAMED))) {
      RemoteFile file = folder.list().getFirst();
      ByteArrayOutputStream to = new ByteArrayOutputStream();
      folder.copy(file, to);

      assertThat(file.name()).isEqualTo(NAME);
      assertThat(to.toString(StandardCharsets.UTF_8)).isEqualTo(content);
      assertThat(folder.small("nothing")).isEmpty();
    }
  }

  @Test
  void f_02_fewer_bytes_than_the_listed_size_are_no_file() throws Exception {
    partner.puts(NAME, "x".repeat(1000));
    partner.has(Fault.SHORT);

    TransferException e = copied();

    assertThat(e.kind()).isEqualTo(Kind.NOT_WHOLE);
    assertThat(e).hasMessageContaining("1000 bytes and had only 500 bytes");
    assertThat(e.kind().isPassing()).isTrue();
  }

  @Test
  void a_server_that_dies_in_the_middle_of_a_file_is_a_fault_that_passes() throws Exception {
    partner.puts(NAME, "x".repeat(1000));
    partner.has(Fault.DYING);

    assertThat(copied().kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void a_file_that_has_changed_while_it_was_copied_is_no_file() throws Exception {
    partner.puts(NAME, "x".repeat(1000));
    try (Folder folder = folders.open(partner.folder(RENAMED))) {
      RemoteFile file = folder.list().getFirst();
      OutputStream growing =
          new OutputStream() {
            @Override
            public void write(int one) throws IOException {
              partner.puts(NAME, "x".repeat(1001));
            }
          };

      TransferException e =
          catchThrowableOfType(TransferException.class, () -> folder.copy(file, growing));

      assertThat(e.kind()).isEqualTo(Kind.NOT_WHOLE);
    }
  }

  @Test
  void f_04_a_server_with_another_host_key_is_told_no_password() {
    ReportFolder folder = partner.folder(RENAMED);
    KeyPair other = partner.swapHostKey();

    TransferException e = refused(folder);

    assertThat(e.kind()).isEqualTo(Kind.HOST_KEY);
    assertThat(e.kind().isPassing()).isFalse();
    assertThat(e).hasMessageContaining(HostKeyPin.fingerprintOf(other.getPublic()));
    assertThat(partner.logins()).isZero();
  }

  @Test
  void f_04_a_second_pinned_key_is_good_while_the_partner_changes_its_key() throws Exception {
    HostKeyPin before = partner.pin();
    partner.swapHostKey();

    try (Folder folder =
        folders.open(partner.folder(RENAMED, NOTHING, false, before, partner.pin()))) {
      assertThat(folder.list()).isEmpty();
    }
  }

  @Test
  void a_wrong_password_is_no_fault_that_passes_and_stands_in_no_message() {
    TransferException e =
        refused(
            partner.folder(
                new Login.Password("wrong-secret"), RENAMED, NOTHING, false, partner.pin()));

    assertThat(e.kind()).isEqualTo(Kind.LOGIN);
    assertThat(e.getMessage()).doesNotContain("wrong-secret");
  }

  @Test
  void a_private_key_lets_us_in_also_one_with_a_passphrase() throws Exception {
    KeyPair key = SftpPartner.freshKey();
    partner.accepts(key);

    for (Login login : List.of(login(key, null), login(key, "opens it"))) {
      try (Folder folder =
          folders.open(partner.folder(login, RENAMED, NOTHING, false, partner.pin()))) {
        assertThat(folder.list()).isEmpty();
      }
    }
  }

  @Test
  void nobody_at_the_address_is_a_fault_that_passes() throws IOException {
    ReportFolder folder = partner.folder(RENAMED);
    partner.close();

    assertThat(refused(folder).kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void a_folder_that_is_not_there_is_for_people() throws Exception {
    ReportFolder there = partner.folder(RENAMED);
    ReportFolder gone =
        new ReportFolder(
            there.server(),
            "/gone",
            there.files(),
            there.complete(),
            there.beside(),
            there.every(),
            false);
    try (Folder folder = folders.open(gone)) {
      assertThat(catchThrowableOfType(TransferException.class, folder::list).kind())
          .isEqualTo(Kind.FORBIDDEN);
    }
  }

  @Test
  void too_many_entries_and_too_large_a_file_are_not_read() throws Exception {
    partner.puts(NAME, "x".repeat(100));
    partner.puts("a", "");
    partner.puts("b", "");
    SftpFolders small =
        new SftpFolders(new PickupSettings(2, 99, Duration.ofSeconds(20)), System::nanoTime);
    try (Folder folder = small.open(partner.folder(RENAMED))) {
      RemoteFile file = new RemoteFile(NAME, 100, java.time.Instant.parse("2026-11-30T22:00:00Z"));

      TransferException large =
          catchThrowableOfType(
              TransferException.class, () -> folder.copy(file, OutputStream.nullOutputStream()));
      TransferException many = catchThrowableOfType(TransferException.class, folder::list);

      assertThat(large.kind()).isEqualTo(Kind.TOO_LARGE);
      assertThat(many.kind()).isEqualTo(Kind.TOO_LARGE);
      assertThat(partner.reads()).isZero();
    }
  }

  private TransferException copied() throws TransferException {
    try (Folder folder = folders.open(partner.folder(RENAMED))) {
      RemoteFile file = folder.list().getFirst();
      return catchThrowableOfType(
          TransferException.class, () -> folder.copy(file, OutputStream.nullOutputStream()));
    }
  }

  private TransferException refused(ReportFolder folder) {
    return catchThrowableOfType(TransferException.class, () -> folders.open(folder).close());
  }

  private static Login login(KeyPair key, @org.jspecify.annotations.Nullable String passphrase)
      throws IOException, GeneralSecurityException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    OpenSSHKeyEncryptionContext encryption = null;
    if (passphrase != null) {
      encryption = new OpenSSHKeyEncryptionContext();
      encryption.setPassword(passphrase);
      encryption.setCipherType("256");
    }
    OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "test", encryption, text);
    return new Login.PrivateKey(
        text.toString(StandardCharsets.UTF_8), Optional.ofNullable(passphrase));
  }
}
