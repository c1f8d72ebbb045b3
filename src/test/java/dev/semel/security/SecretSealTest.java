// A sealed secret opens in its own place and with its own key, and nowhere else.
package dev.semel.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretSealTest {
  private static final EncryptionKey OLD = key(1);
  private static final EncryptionKey NEW = key(2);
  private static final SecretSeal.Place PLACE = new SecretSeal.Place("box.secret", "box_1");
  private static final byte[] SECRET = "a secret of ours".getBytes(StandardCharsets.UTF_8);

  @Test
  void what_was_sealed_can_be_opened_again() {
    SecretSeal seal = seal(NEW);
    String sealed = seal.seal(PLACE, SECRET);
    assertThat(seal.open(PLACE, sealed)).isEqualTo(SECRET);
    assertThat(sealed).startsWith(NEW.id() + ".");
    assertThat(seal.seal(PLACE, SECRET)).isNotEqualTo(sealed);
  }

  @Test
  void it_does_not_open_in_another_row_or_for_another_purpose() {
    SecretSeal seal = seal(NEW);
    String sealed = seal.seal(PLACE, SECRET);
    for (SecretSeal.Place other :
        List.of(
            new SecretSeal.Place("box.secret", "box_2"),
            new SecretSeal.Place("box.other", "box_1"))) {
      assertThatThrownBy(() -> seal.open(other, sealed))
          .isInstanceOf(SecretSeal.UnreadableException.class)
          .hasMessageContaining(other.rowId())
          .hasMessageContaining("damaged or was sealed for another row");
    }
  }

  @Test
  void it_does_not_open_when_a_bit_of_it_has_changed() {
    SecretSeal seal = seal(NEW);
    String sealed = seal.seal(PLACE, SECRET);
    String prefix = NEW.id() + ".";
    byte[] bytes = Base64.getDecoder().decode(sealed.substring(prefix.length()));
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 1;
      String damaged = prefix + Base64.getEncoder().encodeToString(changed);
      assertThatThrownBy(() -> seal.open(PLACE, damaged))
          .isInstanceOf(SecretSeal.UnreadableException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "no base64!"})
  void what_is_no_sealed_text_does_not_open(String rest) {
    assertThatThrownBy(() -> seal(NEW).open(PLACE, NEW.id() + "." + rest))
        .isInstanceOf(SecretSeal.UnreadableException.class);
  }

  @Test
  void the_first_key_seals_and_every_key_opens() {
    String before = seal(OLD).seal(PLACE, SECRET);
    SecretSeal both = seal(NEW, OLD);
    assertThat(both.open(PLACE, before)).isEqualTo(SECRET);
    assertThat(both.seal(PLACE, SECRET)).startsWith(NEW.id());
    assertThat(both.firstKeyId()).isEqualTo(NEW.id());
  }

  @Test
  void a_key_that_is_missing_is_named_with_what_to_do() {
    String before = seal(OLD).seal(PLACE, SECRET);
    assertThatThrownBy(() -> seal(NEW).open(PLACE, before))
        .isInstanceOf(SecretSeal.UnreadableException.class)
        .hasMessageContaining("key " + OLD.id())
        .hasMessageContaining("SEMEL_ENCRYPTION_KEYS")
        .hasMessageContaining("box_1");
  }

  @Test
  void keys_are_read_as_they_are_configured() {
    assertThat(EncryptionKeys.parse(" ")).isEmpty();
    assertThat(EncryptionKeys.parse(base64(2) + ", " + base64(1)))
        .map(EncryptionKey::id)
        .containsExactly(NEW.id(), OLD.id());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AAAA",
        "not base64 at all, and long enough for it",
        "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=,"
      })
  void a_key_that_can_not_be_used_is_counted_and_not_shown(String keys) {
    assertThatThrownBy(() -> EncryptionKeys.parse(keys))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("SEMEL_ENCRYPTION_KEYS: key number")
        .hasMessageNotContaining("AAAA")
        .hasMessageNotContaining("not base64 at all");
  }

  @Test
  void a_key_shows_its_name_alone() {
    assertThat(OLD.toString()).isEqualTo("encryption key " + OLD.id());
    assertThat(OLD.id()).matches("[0-9a-f]{8}");
  }

  private static SecretSeal seal(EncryptionKey... keys) {
    return new SecretSeal(new EncryptionKeys(List.of(keys)));
  }

  private static EncryptionKey key(int content) {
    return EncryptionKey.parse(base64(content)).orElseThrow();
  }

  private static String base64(int content) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) content);
    return Base64.getEncoder().encodeToString(key);
  }
}
