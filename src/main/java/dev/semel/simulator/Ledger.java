// What the partner knows: its payouts, what it paid for them, and how often it was asked.
package dev.semel.simulator;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The state that the journal's entries add up to. Every change is one entry: applied here and
 * appended there. Used by one thread, the instance's event loop.
 */
final class Ledger {

  // The attempt is a short number behind the last dash; a UUID's last group is longer.
  private static final Pattern ATTEMPT = Pattern.compile("(.+)-\\d{1,6}");

  private final Map<String, Payout> byId = new LinkedHashMap<>();
  private final Map<String, List<String>> byReference = new LinkedHashMap<>();
  private final Map<String, String> byKey = new LinkedHashMap<>();
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<String, JournalEntry.WebhookQueued> webhooks = new LinkedHashMap<>();
  private final Map<String, List<JournalEntry.ReportDiffers>> differences = new LinkedHashMap<>();

  private Consumer<JournalEntry> journal = _ -> {};

  /** From now on every change is passed on to this journal. */
  void writeTo(Consumer<JournalEntry> appender) {
    journal = appender;
  }

  /** Makes a change and writes it down. */
  void record(JournalEntry entry) {
    apply(entry);
    journal.accept(entry);
  }

  /** Makes a change that is written down already. */
  void apply(JournalEntry entry) {
    switch (entry) {
      case JournalEntry.Received received -> count(received);
      case JournalEntry.Accepted accepted -> add(accepted.payout());
      case JournalEntry.Paid paid -> pay(paid);
      case JournalEntry.Changed changed -> change(changed);
      case JournalEntry.WebhookQueued queued -> webhooks.put(queued.eventId(), queued);
      case JournalEntry.WebhookDone done -> webhooks.remove(done.eventId());
      case JournalEntry.ReportDiffers differs ->
          differences.computeIfAbsent(differs.id(), _ -> new ArrayList<>()).add(differs);
    }
  }

  @Nullable Payout byId(String id) {
    return byId.get(id);
  }

  @Nullable Payout byKey(String idempotencyKey) {
    String id = byKey.get(idempotencyKey);
    return id == null ? null : byId.get(id);
  }

  /** All payouts under one client reference; more than one only where the partner forgets. */
  List<Payout> byReference(String clientReference) {
    return byReference.getOrDefault(clientReference, List.of()).stream().map(this::known).toList();
  }

  Collection<Payout> payouts() {
    return Collections.unmodifiableCollection(byId.values());
  }

  /** Webhooks that were neither delivered nor given up, oldest first. */
  List<JournalEntry.WebhookQueued> openWebhooks() {
    return List.copyOf(webhooks.values());
  }

  /** How the reports shall differ for this payout. */
  List<JournalEntry.ReportDiffers> differences(String id) {
    return differences.getOrDefault(id, List.of());
  }

  List<Truth> truths() {
    return groups.keySet().stream().map(this::truthOf).toList();
  }

  /**
   * The truth about a payout, by its name or by any of its references; null when never heard of.
   */
  @Nullable Truth truth(String payoutOrReference) {
    String payout = payoutOf(payoutOrReference);
    if (groups.containsKey(payoutOrReference)) {
      return truthOf(payoutOrReference);
    }
    return groups.containsKey(payout) ? truthOf(payout) : null;
  }

  /** The client's payout that a reference belongs to: the reference without its attempt number. */
  static String payoutOf(String clientReference) {
    Matcher attempt = ATTEMPT.matcher(clientReference);
    return attempt.matches() ? attempt.group(1) : clientReference;
  }

  private void count(JournalEntry.Received received) {
    if (received.clientReference() != null && received.method().equals("POST")) {
      group(received.clientReference()).received++;
    }
  }

  private void add(Payout payout) {
    byId.put(payout.id(), payout);
    byReference.computeIfAbsent(payout.clientReference(), _ -> new ArrayList<>()).add(payout.id());
    if (payout.idempotencyKey() != null) {
      byKey.putIfAbsent(payout.idempotencyKey(), payout.id());
    }
    group(payout.clientReference()).ids.add(payout.id());
  }

  private void pay(JournalEntry.Paid paid) {
    byId.put(paid.id(), known(paid.id()).become(PayoutStatus.PAID, null, paid.at()));
    group(paid.clientReference()).movements.add(paid);
  }

  private void change(JournalEntry.Changed changed) {
    byId.put(
        changed.id(),
        known(changed.id()).become(changed.status(), changed.returnedAmount(), changed.at()));
  }

  private Group group(String clientReference) {
    Group group = groups.computeIfAbsent(payoutOf(clientReference), _ -> new Group());
    group.references.add(clientReference);
    return group;
  }

  private Payout known(String id) {
    Payout payout = byId.get(id);
    if (payout == null) {
      throw new IllegalStateException("The journal changes a payout that it never accepted: " + id);
    }
    return payout;
  }

  private Truth truthOf(String name) {
    Group group = group(name, groups);
    List<Payout> payouts = group.ids.stream().map(this::known).toList();
    Map<String, BigDecimal> sums = new LinkedHashMap<>();
    for (JournalEntry.Paid paid : group.movements) {
      sums.merge(paid.currency(), new BigDecimal(paid.amount()), BigDecimal::add);
    }
    return Truth.of(name, group.references, payouts, group.movements, sums, group.received);
  }

  private static Group group(String name, Map<String, Group> groups) {
    return groups.getOrDefault(name, new Group());
  }

  /** What belongs to one payout of the client. */
  private static final class Group {
    final Set<String> references = new LinkedHashSet<>();
    final List<String> ids = new ArrayList<>();
    final List<JournalEntry.Paid> movements = new ArrayList<>();
    int received;
  }
}
