// A payout's row on paper: what the real rules do with it, without a database.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.db.Sql;
import dev.semel.domain.AlertKind;
import dev.semel.domain.CaseKind;
import dev.semel.domain.Decision;
import dev.semel.domain.HoldReason;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutLifecycle;
import dev.semel.domain.PayoutState;
import dev.semel.domain.Promises;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.WireNames;
import dev.semel.security.Audits;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A payout's row on paper. {@link #apply} does what {@link PayoutTransitions} does between the lock
 * and the write, with the real {@link PayoutLifecycle} and the real {@link PayoutChanges}; that it
 * is the same is compared on a real database in {@code ModelMatchesDbTest}.
 */
public final class PaperPayout {
  public static final String ID = "po_01kbz3v8m4e9f2n6r7t5w1x0ya";
  public static final String PROVIDER = "modelled";
  public static final String OWNER = "a-node";
  public static final Money MONEY = Money.of("125.50", "KES");

  private static final JsonNode EMPTY = JsonNodeFactory.instance.objectNode();
  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
  private static final String REFERENCE = ID.substring(3).toUpperCase(Locale.ROOT) + "-";

  private PaperPayout() {}

  /** What the rules look at in a payout's row and its present attempt. */
  public record Facts(
      PayoutState state,
      boolean funded,
      int attempt,
      @Nullable String providerPayoutId,
      @Nullable Long sequence,
      @Nullable HoldReason hold,
      @Nullable Instant dueAt,
      long leaseEpoch,
      @Nullable Instant leaseUntil,
      int tries,
      int lookups,
      int statusChecks,
      boolean everSubmitted,
      boolean everUnknown,
      boolean termsDiffer,
      boolean saidDuplicate,
      @Nullable Instant absentSince,
      @Nullable Instant firstSend,
      @Nullable Instant lastSend,
      @Nullable Instant deadline,
      @Nullable Integer aliveAttempt) {

    /** The same at another time: every instant moved as far. */
    public Facts moved(Duration by) {
      return with(leaseEpoch, times().moved(by));
    }

    /** The same with another claim: its number, and until when it lasts. */
    public Facts leased(long epoch, @Nullable Instant until) {
      return with(epoch, new Times(dueAt, until, absentSince, firstSend, lastSend, deadline));
    }

    /** The same with another span in which a request may be written. */
    public Facts sending(@Nullable Instant first, @Nullable Instant last) {
      return with(leaseEpoch, new Times(dueAt, leaseUntil, absentSince, first, last, deadline));
    }

    private Times times() {
      return new Times(dueAt, leaseUntil, absentSince, firstSend, lastSend, deadline);
    }

    private Facts with(long epoch, Times at) {
      return new Facts(
          state,
          funded,
          attempt,
          providerPayoutId,
          sequence,
          hold,
          at.due(),
          epoch,
          at.leaseUntil(),
          tries,
          lookups,
          statusChecks,
          everSubmitted,
          everUnknown,
          termsDiffer,
          saidDuplicate,
          at.absentSince(),
          at.firstSend(),
          at.lastSend(),
          at.deadline(),
          aliveAttempt);
    }
  }

  /** The instants of a row. */
  private record Times(
      @Nullable Instant due,
      @Nullable Instant leaseUntil,
      @Nullable Instant absentSince,
      @Nullable Instant firstSend,
      @Nullable Instant lastSend,
      @Nullable Instant deadline) {
    Times moved(Duration by) {
      return new Times(
          moved(due, by),
          moved(leaseUntil, by),
          moved(absentSince, by),
          moved(firstSend, by),
          moved(lastSend, by),
          moved(deadline, by));
    }

    private static @Nullable Instant moved(@Nullable Instant instant, Duration by) {
      return instant == null ? null : instant.plus(by);
    }
  }

  /**
   * A second attempt of which a request was written once, with an unknown outcome.
   *
   * @param sent when
   */
  public static Facts unknown(
      Instant sent, @Nullable Instant absentSince, @Nullable Integer aliveAttempt) {
    return new Facts(
        PayoutState.SUBMISSION_UNKNOWN,
        true,
        2,
        null,
        null,
        null,
        null,
        1,
        null,
        1,
        0,
        0,
        true,
        true,
        false,
        false,
        absentSince,
        sent,
        sent,
        null,
        aliveAttempt);
  }

  /** What became of an event, and the row after it. */
  public record Written(Decision decision, Facts facts) {}

  /** The row as a transaction holds it at an instant. */
  public static PayoutStore.Locked locked(Facts facts, Instant now) {
    return new PayoutStore.Locked(
        record(facts, now),
        Optional.ofNullable(facts.firstSend()),
        Optional.ofNullable(facts.lastSend()),
        Optional.empty(),
        now);
  }

  /** Decides an event and carries it out, as {@link PayoutTransitions#apply} does. */
  public static Written apply(Facts before, PayoutEvent event, ProviderTerms terms, Instant now) {
    PayoutRecord payout = record(before, now);
    Decision decision = PayoutLifecycle.decide(payout.snapshot(terms), event);
    if (decision instanceof Decision.Applied applied) {
      new PayoutChanges(payout, terms, now).apply(event, applied.next());
    }
    return new Written(decision, recordSending(before, payout, event, now));
  }

  /**
   * {@code PayoutTransitions.recordSending}, with the statements of {@link PayoutProgressStore}.
   */
  private static Facts recordSending(
      Facts before, PayoutRecord payout, PayoutEvent event, Instant now) {
    Instant first = before.firstSend();
    Instant last = before.lastSend();
    if (event instanceof PayoutEvent.Claimed && payout.leaseUntil != null) {
      return facts(payout, first == null ? now : first, later(last, payout.leaseUntil));
    }
    if (event instanceof PayoutEvent.OfCall call
        && call.leaseEpoch() == payout.leaseEpoch
        && first != null) {
      return facts(payout, first, now.isBefore(first) ? first : now);
    }
    if (event instanceof PayoutEvent.OfCall late
        && late.leaseEpoch() != payout.leaseEpoch
        && !(event instanceof PayoutEvent.NotSent)
        && last != null) {
      return facts(payout, first, later(last, now));
    }
    return facts(payout, first, last);
  }

  public static Instant later(@Nullable Instant one, Instant other) {
    return one != null && one.isAfter(other) ? one : other;
  }

  /** {@code PayoutTransitions.askAgainLater}, with the statement of {@link PayoutProgressStore}. */
  public static Facts askAgainLater(Facts before, ProviderTerms terms, Instant now) {
    PayoutRecord payout = record(before, now);
    switch (payout.state) {
      case SENT -> {
        payout.statusChecks++;
        payout.dueAt = PayoutSchedule.askAt(payout, terms, now);
        payout.leaseUntil = null;
      }
      case SUBMISSION_UNKNOWN -> {
        payout.lookups++;
        payout.dueAt = PayoutSchedule.lookUpAt(payout, terms, now);
        payout.leaseUntil = null;
      }
      case PAID -> {
        payout.statusChecks++;
        boolean more = payout.statusChecks < terms.statusChecks().size();
        payout.dueAt = more ? PayoutSchedule.askAt(payout, terms, now) : null;
        payout.leaseUntil = null;
      }
      case AWAITING_FUNDS, READY, SUBMITTING, HELD, FAILED, RETURNED, CANCELLED -> {}
    }
    return facts(payout, before.firstSend(), before.lastSend());
  }

  /** The row of facts. Times that no rule looks at are {@code now}. */
  static PayoutRecord record(Facts facts, Instant now) {
    String reference = REFERENCE + facts.attempt();
    PayoutRecord payout =
        new PayoutRecord(asked(facts.deadline()), facts.state(), reference, reference);
    payout.version = 2;
    payout.funded = facts.funded();
    payout.attempt = facts.attempt();
    payout.providerPayoutId = facts.providerPayoutId();
    payout.providerSequence = facts.sequence();
    payout.holdReason = facts.hold();
    payout.dueAt = facts.dueAt();
    payout.leaseEpoch = facts.leaseEpoch();
    payout.leaseUntil = facts.leaseUntil();
    payout.leaseOwner = facts.leaseUntil() == null ? null : OWNER;
    payout.tries = facts.tries();
    payout.lookups = facts.lookups();
    payout.statusChecks = facts.statusChecks();
    // As if none of them had told anything: people are then told of silence the sooner.
    payout.silentChecks = facts.statusChecks();
    payout.everSubmitted = facts.everSubmitted();
    payout.everUnknown = facts.everUnknown();
    payout.termsDiffer = facts.termsDiffer();
    payout.saidDuplicate = facts.saidDuplicate();
    if (facts.aliveAttempt() != null) {
      payout.aliveAttempts.add(facts.aliveAttempt());
    }
    payout.absentSince = facts.absentSince();
    payout.unknownSince = facts.state() == PayoutState.SUBMISSION_UNKNOWN ? now : null;
    payout.sentAt = facts.state().atProvider() == PayoutState.AtProvider.YES ? now : null;
    payout.paidAt = facts.state() == PayoutState.PAID ? now : null;
    payout.closedAt = facts.state().terminal() ? now : null;
    payout.failureCode = facts.state() == PayoutState.FAILED ? "account_closed" : null;
    return payout;
  }

  static Facts facts(PayoutRecord payout, @Nullable Instant first, @Nullable Instant last) {
    return new Facts(
        payout.state,
        payout.funded,
        payout.attempt,
        payout.providerPayoutId,
        payout.providerSequence,
        payout.holdReason,
        payout.dueAt,
        payout.leaseEpoch,
        payout.leaseUntil,
        payout.tries,
        payout.lookups,
        payout.statusChecks,
        payout.everSubmitted,
        payout.everUnknown,
        payout.termsDiffer,
        payout.saidDuplicate,
        payout.absentSince,
        first,
        last,
        payout.asked().submitBefore(),
        payout.aliveAttempts.isEmpty() ? null : payout.aliveAttempts.first());
  }

  // The same on a real database

  /** Writes the row and its attempts. The tenant and the credential are there. */
  public static void insert(Sql sql, Facts facts, Promises promises, Instant now) {
    PayoutRecord payout = record(facts, now);
    Optional<Promises> sent = Optional.ofNullable(facts.firstSend()).map(_ -> promises);
    sql.use(
        handle -> {
          handle
              .createUpdate(
                  """
                  INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata, submit_before,
                      lease_epoch, due_at, created_by, created_at)
                  VALUES (:id, 'ten_model', :id, 'ready', 1, 125.50, 'KES', 'cleared', true, :provider, '{}', '{}', '{}', :deadline, :epoch, now(), 'key_model', :created)
                  """)
              .bind("id", ID)
              .bind("provider", PROVIDER)
              .bind("deadline", facts.deadline())
              .bind("epoch", facts.leaseEpoch())
              .bind("created", CREATED)
              .execute();
          handle
              .createUpdate(
                  """
                  INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key, first_possible_send, last_possible_send, promised_repeats, promised_window_ms, promised_visible_ms, file_fingerprint)
                  VALUES (:id, :number, :provider, :reference, :reference, :first, :last, :repeats, :window, :visible, :fingerprint)
                  """)
              .bind("id", ID)
              .bind("number", facts.attempt())
              .bind("provider", PROVIDER)
              .bind("reference", payout.clientReference())
              .bind("repeats", sent.map(it -> WireNames.of(it.repeats())).orElse(null))
              .bind("window", sent.flatMap(Promises::window).map(Duration::toMillis).orElse(null))
              .bind(
                  "visible",
                  sent.flatMap(Promises::visibleWithin).map(Duration::toMillis).orElse(null))
              .bind("fingerprint", sent.map(Promises::fingerprint).orElse(null))
              .bind("first", facts.firstSend())
              .bind("last", facts.lastSend())
              .execute();
          for (int earlier = 1; earlier < facts.attempt(); earlier++) {
            handle.execute(
                "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) VALUES (?, ?, ?, ?, ?)",
                ID,
                earlier,
                PROVIDER,
                REFERENCE + earlier,
                REFERENCE + earlier);
          }
        });
    new PayoutProgressStore(sql).update(payout);
  }

  /** The row as it is read back under its lock. */
  public static PayoutStore.Locked lock(Sql sql) {
    return new PayoutStore(sql, new PayoutRows(new ObjectMapper())).lock(ID);
  }

  /** What the rules look at in a row that was read. */
  public static Facts facts(PayoutStore.Locked locked) {
    return facts(
        locked.payout(),
        locked.firstPossibleSend().orElse(null),
        locked.lastPossibleSend().orElse(null));
  }

  /** The real writer of states, in a transaction, with nobody to tell of anything. */
  public static PayoutTransitions transitions(Sql sql, ProviderTerms terms) {
    PayoutRows rows = new PayoutRows(new ObjectMapper());
    return new PayoutTransitions(
        new PayoutStore(sql, rows),
        new AttemptStore(sql, rows),
        new PayoutProgressStore(sql),
        new PayoutHistoryStore(sql, rows),
        alwaysThese(terms),
        new PayoutFollowUps(new NothingOpened(), new NobodyAlerted()),
        new PayoutNews(_ -> {}),
        new EndApprovals(
            new ApprovalStore(sql, new ObjectMapper()),
            new PayoutStore(sql, rows),
            Audits.on(sql)));
  }

  private static final class NobodyAlerted implements AlertDesk {
    @Override
    public void raise(NewAlert alert) {}

    @Override
    public void over(String tenantId, AlertKind kind, String subject) {}

    @Override
    public List<GoingOn> goingOn(AlertKind kind) {
      return List.of();
    }
  }

  private static final class NothingOpened implements CaseDesk {
    @Override
    public boolean open(NewCase newCase) {
      return false;
    }

    @Override
    public void over(String tenantId, CaseKind kind, String difference, String note) {}
  }

  private static ProviderDirectory alwaysThese(ProviderTerms terms) {
    return (ProviderDirectory)
        Proxy.newProxyInstance(
            ProviderDirectory.class.getClassLoader(),
            new Class<?>[] {ProviderDirectory.class},
            (_, method, _) -> {
              if (method.getName().equals("terms")) {
                return terms;
              }
              throw new UnsupportedOperationException(method.toString());
            });
  }

  private static PayoutRecord.Asked asked(@Nullable Instant deadline) {
    return new PayoutRecord.Asked(
        ID,
        "ten_model",
        "key_model",
        ID,
        MONEY,
        PROVIDER,
        EMPTY,
        EMPTY,
        null,
        EMPTY,
        "cleared",
        null,
        deadline,
        null,
        CREATED);
  }
}
