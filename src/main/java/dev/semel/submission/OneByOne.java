// Does the same with many payouts, and lets one that can't be handled stop none of the others.
package dev.semel.submission;

import dev.semel.db.CommitUnknownException;
import dev.semel.db.Sql;
import dev.semel.db.SqlStates;
import dev.semel.db.Tx;
import dev.semel.payout.PayoutStore;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Does the same with many payouts in one transaction. Where that fails it is made again with a
 * savepoint before each payout, so that one whose row can't be read, or that breaks a constraint,
 * stops none of the others: its failure is counted, and it is left out for a while. That the
 * database was away or busy, or another held a lock for long, is no failure of a payout: it stays
 * as due as it was.
 */
@Singleton
final class OneByOne {
  private static final Logger LOG = Logger.getLogger(OneByOne.class);

  private final Sql sql;
  private final PayoutStore payouts;
  private final ClaimStore claims;
  private final CountFailure countFailure;

  OneByOne(Sql sql, PayoutStore payouts, ClaimStore claims, CountFailure countFailure) {
    this.sql = sql;
    this.payouts = payouts;
    this.claims = claims;
    this.countFailure = countFailure;
  }

  /**
   * Finds payouts and handles each.
   *
   * @param kind what is done with them
   * @param find finds them and locks their rows; may be asked twice
   * @param work what is done with one; what is empty is left out of the result
   */
  <T> List<T> handle(
      JobKind kind, Supplier<List<String>> find, Function<PayoutStore.Locked, Optional<T>> work) {
    try {
      return Tx.call(() -> whole(() -> atOnce(find.get(), work)));
    } catch (CommitUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.debugf("One of many may not let itself be handled (%s)", e.getClass().getName());
      return Tx.call(() -> apart(kind, find.get(), work));
    }
  }

  private <T> List<T> atOnce(List<String> ids, Function<PayoutStore.Locked, Optional<T>> work) {
    return ids.isEmpty()
        ? List.of()
        : payouts.lockAll(ids).stream().flatMap(locked -> work.apply(locked).stream()).toList();
  }

  private <T> List<T> apart(
      JobKind kind, List<String> ids, Function<PayoutStore.Locked, Optional<T>> work) {
    List<T> results = new ArrayList<>();
    for (String id : ids) {
      Optional<RuntimeException> failure =
          sql.alone(() -> whole(() -> work.apply(payouts.lock(id))).ifPresent(results::add));
      failure.ifPresent(
          why -> {
            if (!SqlStates.mayPass(why)) {
              countFailure.count(id, kind, why);
            }
            claims.giveBack(id);
          });
    }
    return results;
  }

  /**
   * An error of one payout, such as a stack that is too deep for its data, is a failure like any
   * other. Without memory nothing can be relied on, so that one goes on its way.
   */
  private static <T> T whole(Supplier<T> work) {
    try {
      return work.get();
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Error e) {
      throw new IllegalStateException("the handling of a payout ended with an error", e);
    }
  }
}
