// The keys by which SFTP servers are known.
package dev.semel.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Optional;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostKeyPinTest {
  /** Of a key that ssh-keygen made. */
  private static final String ED25519 =
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";

  @ParameterizedTest
  @ValueSource(strings = {"ecdsa-sha2-nistp256", "ssh-rsa"})
  void a_key_and_its_fingerprint_are_one_pin(String type) throws GeneralSecurityException {
    KeyPair key = KeyUtils.generateKeyPair(type, type.equals("ssh-rsa") ? 2048 : 256);
    KeyPair other = KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
    HostKeyPin whole = HostKeyPin.parse(PublicKeyEntry.toString(key.getPublic()) + " comment");
    HostKeyPin print = HostKeyPin.parse(HostKeyPin.fingerprintOf(key.getPublic()));

    assertThat(whole.fits(key.getPublic())).isTrue();
    assertThat(print.fits(key.getPublic())).isTrue();
    assertThat(whole.fits(other.getPublic())).isFalse();
    assertThat(whole.keyType()).contains(type);
    assertThat(print.keyType()).isEmpty();
  }

  @Test
  void a_key_of_ed25519_is_one() {
    assertThat(HostKeyPin.parse(ED25519))
        .isEqualTo(
            new HostKeyPin(
                "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU", Optional.of("ssh-ed25519")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "SHA256:",
        "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOq",
        "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvC*qU",
        "MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
        "ssh-ed25519",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJ",
        "ssh-ed25519 AAAAB3NzaC1yc2EAAAADAQAB",
        "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl",
        "any",
        "*"
      })
  void f_05_what_can_not_be_read_is_no_pin(String text) {
    assertThatThrownBy(() -> HostKeyPin.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("this is neither");
  }
}
