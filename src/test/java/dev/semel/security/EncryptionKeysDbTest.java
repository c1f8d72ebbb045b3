// The key that the database keeps is made once, and still opens what it sealed when others come.
package dev.semel.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@QuarkusTest
class EncryptionKeysDbTest {
  private static final SecretSeal.Place PLACE = new SecretSeal.Place("box.secret", "box_1");

  @Inject EncryptionKeyStore store;
  @Inject SecretSeal seal;

  @Test
  void the_first_node_makes_the_key_and_the_others_get_the_same() {
    byte[] kept = Tx.call(store::find).orElseThrow();
    assertThat(Tx.call(() -> store.keepUnlessThere(new byte[32]))).isEqualTo(kept);
    assertThat(new EncryptionKeys(Optional::empty, store).first().id())
        .isEqualTo(seal.firstKeyId());
  }

  @Test
  void it_opens_what_it_sealed_when_the_operator_gives_keys() {
    String sealed = seal.seal(PLACE, new byte[] {1, 2, 3});
    byte[] own = new byte[32];
    Arrays.fill(own, (byte) 7);
    EncryptionKeys keys =
        new EncryptionKeys(() -> Optional.of(Base64.getEncoder().encodeToString(own)), store);
    assertThat(keys.first().id()).isEqualTo(EncryptionKey.of(own).id());
    assertThat(new SecretSeal(keys).open(PLACE, sealed)).containsExactly(1, 2, 3);
  }
}
