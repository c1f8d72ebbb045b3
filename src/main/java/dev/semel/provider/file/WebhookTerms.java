package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import dev.semel.domain.ProviderStatement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a partner's messages prove themselves, and what they carry.
 *
 * @param signature how they are signed
 * @param format what their bodies are written in
 * @param idHeader the header that carries the id of the event, where one does
 * @param events where the event or the array of events is
 * @param read what an event carries
 * @param testMessages which messages are only tests
 * @param results how messages prove that they are the results of questions
 * @param confirmTerminal whether the partner is asked before a final state is applied
 * @param byPut whether messages come by PUT, too
 */
public record WebhookTerms(
    Signature signature,
    Format format,
    Optional<String> idHeader,
    JsonPointer events,
    ReadRules read,
    Optional<Condition> testMessages,
    Optional<Results> results,
    boolean confirmTerminal,
    boolean byPut) {

  /**
   * Whether a message would be taken for the answer to a question, and says that money moved and
   * not how much. Of a failure nobody need say how much it would have been.
   */
  public boolean saysNotHowMuch(ProviderStatement statement) {
    boolean moved =
        switch (statement.status()) {
          case PAID, RETURNED -> true;
          case PROCESSING, FAILED, CANCELLED -> false;
        };
    return results.isPresent() && moved && statement.money().isEmpty();
  }

  /** What bodies are written in. */
  public enum Format {
    /** JSON. */
    JSON,
    /** Form-encoded; pointers name its fields. */
    FORM,
    /** XML; pointers name its elements, from the outermost on. */
    XML
  }

  /**
   * The results of questions that come later.
   *
   * @param secrets the first makes the tokens of questions, any may have made one
   * @param within how long after its question a result may come
   */
  public record Results(List<Template> secrets, Duration within) {
    public Results {
      secrets = List.copyOf(secrets);
    }
  }

  /** How a message proves where it comes from. */
  public sealed interface Signature {}

  /** It does not. */
  public record Unsigned() implements Signature {}

  /** A header carries a token that both sides know; the body is not signed. */
  public record SharedToken(String header, List<Template> secrets) implements Signature {
    public SharedToken {
      secrets = List.copyOf(secrets);
    }
  }

  /**
   * A signature over the raw bytes.
   *
   * @param algorithm how it is made
   * @param place where it is
   * @param base64 base64 rather than hexadecimal digits
   * @param keys the secrets or public keys; any of them may have signed
   * @param keyForm how a secret is written
   * @param over what is signed, in order
   * @param timestamp where the time of signing is, and how old it may be
   */
  public record Signed(
      Algorithm algorithm,
      Place place,
      boolean base64,
      List<Template> keys,
      KeyForm keyForm,
      List<SignedPart> over,
      Optional<Timestamp> timestamp)
      implements Signature {
    public Signed {
      keys = List.copyOf(keys);
      over = List.copyOf(over);
    }
  }

  /** How a signature is made. */
  public enum Algorithm {
    /** Under a shared secret. */
    HMAC_SHA256("HmacSHA256", true),
    /** Under a shared secret. */
    HMAC_SHA512("HmacSHA512", true),
    /** Under the partner's RSA key, as in PKCS #1 version 1.5. */
    RSA_SHA256("SHA256withRSA", false),
    /** Under the partner's Ed25519 key. */
    ED25519("Ed25519", false);

    private final String javaName;
    private final boolean shared;

    Algorithm(String javaName, boolean shared) {
      this.javaName = javaName;
      this.shared = shared;
    }

    /** The name in Java's cryptography. */
    public String javaName() {
      return javaName;
    }

    /** Whether both sides have the same key, so that either could have signed. */
    public boolean shared() {
      return shared;
    }
  }

  /** How a secret is written. */
  public enum KeyForm {
    /** Its bytes are those of its text. */
    PLAIN,
    /** In base64, after {@code whsec_} where that is there. */
    WHSEC
  }

  /**
   * Where a value is.
   *
   * @param header the header that carries it
   * @param prefix what stands before it
   * @param field its name where the header is a list of several
   */
  public record Place(String header, String prefix, Optional<Field> field) {}

  /**
   * A named value of a list in one header: {@code t=1,v1=ab,v1=cd}. The name may be there several
   * times.
   *
   * @param name its name
   * @param separator what stands between the values of the list
   * @param assign what stands between name and value
   */
  public record Field(String name, String separator, String assign) {}

  /** A piece of what is signed. */
  public sealed interface SignedPart {
    /** Text that stands for itself. */
    record Fixed(String text) implements SignedPart {}

    /** The time of signing, as its header has it. */
    record TimeOfSigning() implements SignedPart {}

    /** The value of a header that has to be there once. */
    record HeaderValue(String header) implements SignedPart {}

    /** The raw body. */
    record RawBody() implements SignedPart {}
  }

  /** Where the time of signing is, how it is written, and how far it may be from ours. */
  public record Timestamp(Place place, TimeFormat format, Duration tolerance) {}

  /** How a time of signing is written. */
  public enum TimeFormat {
    /** Seconds since 1970. */
    UNIX,
    /** Milliseconds since 1970. */
    UNIX_MS,
    /** RFC 3339. */
    RFC3339
  }
}
