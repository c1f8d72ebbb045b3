package dev.semel.domain;

import java.util.Locale;
import java.util.UUID;

/**
 * How the reference and the idempotency key of one attempt are derived. Both depend on the payout's
 * id and the attempt's number alone, so that every resend, on any node and after any crash, carries
 * the same two values.
 */
public final class ClientReference {
  private ClientReference() {}

  /** How a provider wants the reference written. */
  public enum Form {
    /** The payout's id without its prefix in upper case, a dash, the attempt's number. */
    BASE32_UPPER,
    /** The same in lower case. */
    BASE32_LOWER,
    /** A UUID made from both, marked as version 4, for partners that insist on one. */
    UUID
  }

  /**
   * The reference under which an attempt is known to its provider.
   *
   * @param payoutId the payout's id with its prefix
   * @param attempt the attempt's number, from 1
   */
  public static String of(String payoutId, int attempt, Form form) {
    String plain = plain(payoutId, attempt);
    return switch (form) {
      case BASE32_UPPER -> plain.toUpperCase(Locale.ROOT);
      case BASE32_LOWER -> plain;
      case UUID -> uuidOf("reference:" + plain);
    };
  }

  /**
   * The provider idempotency key of an attempt: a UUID marked as version 4, which every known
   * provider takes.
   */
  public static String keyOf(String payoutId, int attempt) {
    return uuidOf("key:" + plain(payoutId, attempt));
  }

  private static String plain(String payoutId, int attempt) {
    return payoutId.substring(payoutId.indexOf('_') + 1).toLowerCase(Locale.ROOT) + "-" + attempt;
  }

  private static String uuidOf(String name) {
    byte[] hash = Sha256.of(name);
    long high = 0;
    long low = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      high = (high << 8) | (hash[i] & 0xff);
      low = (low << 8) | (hash[i + Long.BYTES] & 0xff);
    }
    high = (high & ~0xF000L) | 0x4000L;
    low = (low & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low).toString();
  }
}
