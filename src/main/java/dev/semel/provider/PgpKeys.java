// The OpenPGP keys by which a partner is known.
package dev.semel.provider;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRing;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.bc.BcPGPPublicKeyRingCollection;

/**
 * The OpenPGP keys by which a partner is known: those that its file names, as they stand there.
 * Nothing is looked up anywhere else.
 */
public final class PgpKeys {
  private static final String WANTED =
      "A key of pgp has to be a public OpenPGP key, armoured or in base64.";
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN PGP PUBLIC KEY BLOCK-----.*?-----END PGP PUBLIC KEY BLOCK-----",
          Pattern.DOTALL);

  private final List<PGPPublicKeyRing> rings;

  private PgpKeys(List<PGPPublicKeyRing> rings) {
    this.rings = List.copyOf(rings);
  }

  /**
   * Reads keys.
   *
   * @param texts each one or several public keys, armoured, or one or several in base64
   * @throws IllegalArgumentException when one is none; the message is a sentence without the text
   */
  public static PgpKeys parse(List<String> texts) {
    List<PGPPublicKeyRing> rings = new ArrayList<>();
    for (String text : texts) {
      List<PGPPublicKeyRing> found = rings(text);
      if (found.isEmpty()) {
        throw new IllegalArgumentException(WANTED);
      }
      rings.addAll(found);
    }
    return new PgpKeys(rings);
  }

  private static List<PGPPublicKeyRing> rings(String text) {
    if (text.contains("PGP PRIVATE KEY BLOCK")) {
      throw new IllegalArgumentException(
          "A key of pgp has to be a public one; a private key stays with the partner.");
    }
    List<PGPPublicKeyRing> rings = new ArrayList<>();
    List<String> blocks = BLOCK.matcher(text).results().map(match -> match.group()).toList();
    for (String block : blocks.isEmpty() ? List.of(text.strip()) : blocks) {
      try (InputStream in =
          PGPUtil.getDecoderStream(
              new ByteArrayInputStream(block.getBytes(StandardCharsets.US_ASCII)))) {
        Iterator<PGPPublicKeyRing> found = new BcPGPPublicKeyRingCollection(in).getKeyRings();
        found.forEachRemaining(rings::add);
      } catch (IOException | PGPException | RuntimeException e) {
        throw new IllegalArgumentException(WANTED, e);
      }
    }
    return rings;
  }

  /**
   * A key that may have made a signature.
   *
   * @param primary the key of its owner
   * @param key the one that signs, which may be the same
   */
  public record Signing(PGPPublicKey primary, PGPPublicKey key) {
    /** The fingerprint by which people know the owner, in hexadecimal digits. */
    public String fingerprint() {
      return fingerprintOf(primary);
    }
  }

  /** The key of an id. */
  public Optional<Signing> find(long id) {
    for (PGPPublicKeyRing ring : rings) {
      PGPPublicKey key = ring.getPublicKey(id);
      if (key != null) {
        return Optional.of(new Signing(ring.getPublicKey(), key));
      }
    }
    return Optional.empty();
  }

  /** The fingerprints of all owners, in hexadecimal digits. */
  public List<String> fingerprints() {
    return rings.stream().map(ring -> fingerprintOf(ring.getPublicKey())).toList();
  }

  private static String fingerprintOf(PGPPublicKey key) {
    return HexFormat.of().withUpperCase().formatHex(key.getFingerprint());
  }
}
