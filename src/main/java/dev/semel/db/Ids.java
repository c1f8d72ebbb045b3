// Makes the ids of everything that Semel stores.
package dev.semel.db;

import com.github.f4b6a3.uuid.UuidCreator;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Makes ids: a prefix that says what the thing is, and a UUIDv7 in Crockford's base32 in lower
 * case, so that ids sort by the time at which they were made and can be read aloud. Nothing is ever
 * decided by the time inside an id.
 */
public final class Ids {
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int LENGTH = 26;
  private static final int BITS = 5;
  private static final ScopedValue<Supplier<UUID>> OTHERS = ScopedValue.newInstance();

  private Ids() {}

  /** What a thing is, by the prefix of its id. */
  public enum Kind {
    PAYOUT("po"),
    PAYOUT_EVENT("evt"),
    BATCH("bat"),
    CASE("case"),
    REPORT("rep"),
    PROVIDER_CALL("call"),
    WEBHOOK_MESSAGE("msg"),
    WEBHOOK_EVENT("wev"),
    WEBHOOK_REAPPLICATION("rea"),
    WEBHOOK_ENDPOINT("we"),
    WEBHOOK_DELIVERY("del"),
    WEBHOOK_REPLAY("rpl"),
    CREDENTIAL("key"),
    TENANT("ten"),
    RECONCILIATION("rec"),
    ALERT("alrt"),
    JOB("job"),
    AUDIT_ENTRY("aud"),
    APPROVAL("apr");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }

    /** The prefix with its underscore. */
    public String prefix() {
      return prefix + "_";
    }

    /** The form of such an id, for values that clients send. */
    public Pattern form() {
      return Pattern.compile(prefix() + "[0-9a-hjkmnp-tv-z]{" + LENGTH + "}");
    }
  }

  /** A new id of a kind. */
  public static String next(Kind kind) {
    return kind.prefix()
        + base32(OTHERS.isBound() ? OTHERS.get().get() : UuidCreator.getTimeOrderedEpochPlus1());
  }

  /**
   * Does work, in this thread, whose ids are made from given UUIDs: a simulation is the same when
   * it is repeated, its ids included.
   */
  public static void with(Supplier<UUID> uuids, Runnable work) {
    ScopedValue.where(OTHERS, uuids).run(work);
  }

  /**
   * A UUID's 128 bits in Crockford's base32, most significant first: 26 characters, of which the
   * first holds three bits.
   */
  static String base32(UUID uuid) {
    char[] text = new char[LENGTH];
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    for (int i = LENGTH - 1; i >= 0; i--) {
      text[i] = ALPHABET.charAt((int) (low & 31));
      low = (low >>> BITS) | (high << (Long.SIZE - BITS));
      high >>>= BITS;
    }
    return new String(text);
  }
}
