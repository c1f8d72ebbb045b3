// What partners told by webhooks, beside what was stored of it.
package dev.semel.app.chaos.processes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What partners told by webhooks, beside what was stored of it: what was answered 2xx is there, and
 * nothing was applied twice.
 *
 * @param told how many events partners told, each counted once however often it was sent
 * @param answered how many of them were answered 2xx
 * @param messages how many messages were stored
 * @param events how many events were stored
 * @param findings what is not as it should be
 */
record ToldWebhooks(int told, int answered, int messages, int events, List<Finding> findings) {
  ToldWebhooks {
    findings = List.copyOf(findings);
  }

  /** Reads what partners have in their journals, and what the database holds. */
  static ToldWebhooks of(Partners partners, RunStore store) {
    List<Finding> findings = new ArrayList<>(store.appliedTwice());
    Set<String> stored = store.storedEvents();
    int told = 0;
    int answered = 0;
    for (Partner partner : partners.all()) {
      for (Partners.Told one : told(partners, partner)) {
        told++;
        if (one.delivered()) {
          answered++;
          if (!stored.contains(partner.name() + " " + one.eventId())) {
            findings.add(lost(partner, one));
          }
        }
      }
    }
    return new ToldWebhooks(told, answered, store.storedMessages(), stored.size(), findings);
  }

  private static Finding lost(Partner partner, Partners.Told one) {
    return new Finding(
        Finding.Kind.LOST,
        one.eventId(),
        partner.name(),
        "The webhook " + one.eventId() + " was answered 2xx and is not there");
  }

  private static List<Partners.Told> told(Partners partners, Partner partner) {
    try {
      return partners.told(partner);
    } catch (IOException e) {
      throw new RunException("A partner does not tell of its webhooks: " + e.getMessage(), e);
    }
  }

  /** How many were answered 2xx and are not there. */
  int lost() {
    return (int) findings.stream().filter(one -> one.kind() == Finding.Kind.LOST).count();
  }

  /** How many were applied twice. */
  int twice() {
    return (int) findings.stream().filter(one -> one.kind() == Finding.Kind.APPLIED_TWICE).count();
  }
}
