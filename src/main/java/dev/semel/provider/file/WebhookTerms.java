package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a partner's messages prove themselves, and what they carry.
 *
 * @param signature how they are signed
 * @param events where the event or the array of events is
 * @param read what an event carries
 * @param testMessages which messages are only tests
 * @param confirmTerminal whether the partner is asked before a final state is applied
 */
public record WebhookTerms(
    Signature signature,
    JsonPointer events,
    ReadRules read,
    Optional<Condition> testMessages,
    boolean confirmTerminal) {

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
   * An HMAC over the raw bytes.
   *
   * @param algorithm the JCA name
   * @param header the header that carries it
   * @param prefix what stands before it in the header
   * @param base64 base64 rather than hexadecimal digits
   * @param secrets any of them may have signed
   * @param over what is signed, in order
   * @param timestamp where the time of signing is, and how old it may be
   */
  public record Hmac(
      String algorithm,
      String header,
      String prefix,
      boolean base64,
      List<Template> secrets,
      List<SignedPart> over,
      Optional<Timestamp> timestamp)
      implements Signature {
    public Hmac {
      secrets = List.copyOf(secrets);
      over = List.copyOf(over);
    }
  }

  /** A piece of what is signed. */
  public sealed interface SignedPart {
    /** Text that stands for itself. */
    record Fixed(String text) implements SignedPart {}

    /** The time of signing, as its header has it. */
    record TimeOfSigning() implements SignedPart {}

    /** The raw body. */
    record RawBody() implements SignedPart {}
  }

  /** Where the time of signing is, how it is written, and how far it may be from ours. */
  public record Timestamp(String header, TimeFormat format, Duration tolerance) {}

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
