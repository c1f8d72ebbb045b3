// Decides which fault a request meets: a planned one first, else the one its account number asks
// for.
package dev.semel.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The faults that the control API planned, and how often each payout has met the one of its account
 * number. Kept in memory only: a restart forgets the plan. Used by the instance's event loop alone.
 */
final class FaultPlan {

  /** Which request a fault is meant for. */
  enum Operation {
    SUBMIT,
    LOOKUP,
    STATUS,
    REPORT;

    @JsonValue
    String word() {
      return Words.of(this);
    }

    @JsonCreator
    static Operation parse(String word) {
      return Words.parse(Operation.class, word);
    }
  }

  /**
   * Exactly one of the three says which requests are meant. A payout's name fits all its
   * references.
   */
  record Match(@Nullable String account, @Nullable String clientReference, @Nullable Boolean any) {
    Match {
      int named = (account == null ? 0 : 1) + (clientReference == null ? 0 : 1);
      if (named + (Boolean.TRUE.equals(any) ? 1 : 0) != 1) {
        throw new IllegalArgumentException(
            "match takes one of account, client_reference, \"any\": true");
      }
    }

    boolean fits(String reference, @Nullable String ofAccount) {
      return Boolean.TRUE.equals(any)
          || (account != null && account.equals(ofAccount))
          || (clientReference != null
              && (clientReference.equals(reference)
                  || clientReference.equals(Ledger.payoutOf(reference))));
    }
  }

  /**
   * A fault for the next {@code times} requests that match; {@code operation} is submit by default.
   */
  record Planned(
      Match match,
      Fault fault,
      @Nullable Operation operation,
      @Nullable Integer times,
      @Nullable FaultParams params) {
    Planned {
      if (match == null || fault == null) {
        throw new IllegalArgumentException("A planned fault needs match and fault.");
      }
      if (times != null && times < 1) {
        throw new IllegalArgumentException("times must be at least 1");
      }
      if (operation != null && operation != Operation.SUBMIT && !fault.effect().fitsQueries()) {
        throw new IllegalArgumentException(
            "The fault %s is for submissions only.".formatted(fault.word()));
      }
    }

    Operation on() {
      return operation == null ? Operation.SUBMIT : operation;
    }

    int left() {
      return times == null ? 1 : times;
    }

    Planned once() {
      return new Planned(match, fault, operation, left() - 1, params);
    }
  }

  /** What was decided for one request. */
  record Choice(Fault fault, FaultParams params, boolean planned) {
    static final Choice NOTHING = new Choice(Fault.ACCEPT_AND_PAY, FaultParams.NONE, false);
  }

  private record Met(String payout, Fault fault) {}

  private final List<Planned> plan = new ArrayList<>();
  private final Map<Met, Integer> met = new HashMap<>();

  void add(Planned planned) {
    plan.add(planned);
  }

  void clear() {
    plan.clear();
  }

  List<Planned> remaining() {
    return List.copyOf(plan);
  }

  /** The fault of a submission; a planned one is used up by it. */
  Choice forSubmission(PayoutRequest request) {
    Choice planned = take(Operation.SUBMIT, request.clientReference(), request.account());
    if (planned != null) {
      return planned;
    }
    Fault fault = Fault.ofAccount(request.account());
    int limit = fault.effect().times();
    if (limit == Effect.ALWAYS) {
      return new Choice(fault, FaultParams.NONE, false);
    }
    Met key = new Met(Ledger.payoutOf(request.clientReference()), fault);
    int times = met.merge(key, 1, Integer::sum);
    return times > limit ? Choice.NOTHING : new Choice(fault, FaultParams.NONE, false);
  }

  /** The planned fault of a request that asks; {@code reference} is empty for a report. */
  Choice forQuery(Operation operation, String reference) {
    Choice planned = take(operation, reference, null);
    return planned == null ? Choice.NOTHING : planned;
  }

  private @Nullable Choice take(Operation operation, String reference, @Nullable String account) {
    Iterator<Planned> each = plan.iterator();
    for (int i = 0; each.hasNext(); i++) {
      Planned planned = each.next();
      if (planned.on() != operation || !planned.match().fits(reference, account)) {
        continue;
      }
      if (planned.left() == 1) {
        each.remove();
      } else {
        plan.set(i, planned.once());
      }
      FaultParams params = planned.params() == null ? FaultParams.NONE : planned.params();
      return new Choice(planned.fault(), params, true);
    }
    return null;
  }
}
