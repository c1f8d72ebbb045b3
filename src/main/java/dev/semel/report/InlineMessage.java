// A report inside an OpenPGP message.
package dev.semel.report;

import dev.semel.provider.PgpKeys;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.bouncycastle.openpgp.PGPCompressedData;
import org.bouncycastle.openpgp.PGPEncryptedDataList;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPLiteralData;
import org.bouncycastle.openpgp.PGPMarker;
import org.bouncycastle.openpgp.PGPObjectFactory;
import org.bouncycastle.openpgp.PGPOnePassSignature;
import org.bouncycastle.openpgp.PGPOnePassSignatureList;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;
import org.jspecify.annotations.Nullable;

/**
 * A report inside an OpenPGP message that is signed and may be compressed, once; read as a stream.
 */
final class InlineMessage {
  /** How many bytes a report may have that is inside a message, where nobody says otherwise. */
  static final long LARGEST = 512L * 1024 * 1024;

  private static final int PIECE = 64 * 1024;
  private static final int BEGINNING = 64;
  private static final String CLEAR_SIGNED = "-----BEGIN PGP SIGNED MESSAGE";

  private final PGPObjectFactory objects;
  private final PGPOnePassSignatureList signers;
  private final PGPLiteralData literal;
  private final long largest;

  private InlineMessage(
      PGPObjectFactory objects,
      PGPOnePassSignatureList signers,
      PGPLiteralData literal,
      long largest) {
    this.objects = objects;
    this.signers = signers;
    this.literal = literal;
    this.largest = largest;
  }

  /**
   * A message that was read to its end.
   *
   * @param signature the one by a key of ours; empty where there is none
   * @param fits whether it is over what is inside
   * @param signer the id of the key that the first signature is by
   */
  record Verified(Optional<PGPSignature> signature, boolean fits, long signer) {}

  /**
   * Reads a message to its end and verifies it.
   *
   * @param largest how many bytes may be inside
   * @throws SignatureFaultException when it is no message that is signed
   */
  static Verified verify(InputStream message, PgpKeys keys, long largest)
      throws SignatureFaultException, IOException {
    try {
      return open(message, largest).verified(keys);
    } catch (PGPException | IOException | RuntimeException e) {
      throw unreadable("The OpenPGP message is damaged or cut.");
    }
  }

  /**
   * What is inside a message, whatever its signature proves.
   *
   * @param largest how many bytes may be inside
   * @throws LoadReport.RefusedException when it can't be had, at once or while it is read
   */
  static InputStream content(InputStream message, long largest) {
    try {
      return open(message, largest).inside();
    } catch (SignatureFaultException | PGPException | IOException | RuntimeException e) {
      throw new LoadReport.RefusedException("it is no OpenPGP message that can be opened.");
    }
  }

  private static InlineMessage open(InputStream message, long largest)
      throws SignatureFaultException, PGPException, IOException {
    BufferedInputStream bytes = new BufferedInputStream(message);
    refuseClearSigned(bytes);
    PGPObjectFactory objects = new BcPGPObjectFactory(PGPUtil.getDecoderStream(bytes));
    Object first = next(objects);
    if (first instanceof PGPCompressedData compressed) {
      objects = new BcPGPObjectFactory(compressed.getDataStream());
      first = next(objects);
    }
    if (first instanceof PGPEncryptedDataList) {
      throw unreadable("It is encrypted. The provider's file promises a report that is signed.");
    }
    if (first instanceof PGPLiteralData) {
      throw new SignatureFaultException(
          QuarantineReason.SIGNATURE_MISSING, "It is in an OpenPGP message that nobody signed.");
    }
    if (first instanceof PGPOnePassSignatureList signers
        && next(objects) instanceof PGPLiteralData literal) {
      return new InlineMessage(objects, signers, literal, largest);
    }
    throw unreadable("It is no OpenPGP message with a signature around the report.");
  }

  private static void refuseClearSigned(BufferedInputStream bytes)
      throws SignatureFaultException, IOException {
    bytes.mark(BEGINNING);
    String beginning = new String(bytes.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
    bytes.reset();
    if (beginning.startsWith(CLEAR_SIGNED)) {
      throw unreadable(
          "It is signed as clear text, whose line ends anybody may change. The provider has to sign the file as it is.");
    }
  }

  private static @Nullable Object next(PGPObjectFactory objects) throws IOException {
    Object found = objects.nextObject();
    while (found instanceof PGPMarker) {
      found = objects.nextObject();
    }
    return found;
  }

  private Verified verified(PgpKeys keys)
      throws SignatureFaultException, PGPException, IOException {
    int at = ours(keys);
    @Nullable PGPOnePassSignature signer = at < 0 ? null : signers.get(at);
    if (signer != null) {
      signer.init(
          new BcPGPContentVerifierBuilderProvider(),
          keys.find(signer.getKeyID()).orElseThrow().key());
    }
    long size = 0;
    byte[] piece = new byte[PIECE];
    InputStream inside = literal.getInputStream();
    for (int count = inside.read(piece); count > 0; count = inside.read(piece)) {
      size += count;
      if (size > largest) {
        throw new SignatureFaultException(
            QuarantineReason.TOO_LARGE, "What is in the OpenPGP message is too large.");
      }
      if (signer != null) {
        signer.update(piece, 0, count);
      }
    }
    if (!(next(objects) instanceof PGPSignatureList list) || list.size() != signers.size()) {
      throw unreadable("The OpenPGP message ends before its signature.");
    }
    if (signer == null) {
      return new Verified(Optional.empty(), false, signers.get(0).getKeyID());
    }
    // The first signer's signature is the last one.
    PGPSignature signature = list.get(list.size() - 1 - at);
    boolean fits =
        signature.getKeyID() == signer.getKeyID()
            && signature.getSignatureType() == PGPSignature.BINARY_DOCUMENT
            && signer.verify(signature);
    return new Verified(Optional.of(signature), fits, signer.getKeyID());
  }

  private int ours(PgpKeys keys) {
    for (int i = 0; i < signers.size(); i++) {
      if (keys.find(signers.get(i).getKeyID()).isPresent()) {
        return i;
      }
    }
    return -1;
  }

  private InputStream inside() {
    return new BoundedStream(literal.getInputStream(), largest, "OpenPGP message");
  }

  private static SignatureFaultException unreadable(String evidence) {
    return new SignatureFaultException(QuarantineReason.SIGNATURE_UNREADABLE, evidence);
  }
}
