// Puts a difference or a doubt before people, once.
package dev.semel.casework;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.payout.CaseDesk;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts a difference or a doubt before people, once. Found again, it is the same case, and its
 * history says so (at most once an hour while nothing is new). A resolved case stays resolved when
 * the very same facts are found again, because somebody has judged them; other facts have been
 * judged by nobody, so that they open it again.
 */
@Singleton
public class OpenCase implements CaseDesk {
  private static final String ACTOR = "system";
  private static final int LONGEST_SUMMARY = 1000;
  private static final int LONGEST_TEXT = 2000;

  private final CaseStore cases;
  private final MoneyLimits limits;

  OpenCase(CaseStore cases, MoneyLimits limits) {
    this.cases = cases;
    this.limits = limits;
  }

  /** Whether people have something new to look at. */
  public enum Outcome {
    /** A new case. */
    OPENED,
    /** There was a case, which was resolved, and the facts are others now. */
    REOPENED,
    /** There is a case already. */
    KNOWN
  }

  /**
   * The line of a report that a case is about.
   *
   * @param reportId the report
   * @param line the line, where it is about one
   */
  public record Place(String reportId, @Nullable Integer line) {}

  @Override
  public boolean open(NewCase newCase) {
    return open(newCase, null) != Outcome.KNOWN;
  }

  @Override
  public void over(String tenantId, CaseKind kind, String difference, String note) {
    Tx.assertInside();
    cases
        .resolve(tenantId, kind, difference, note, ACTOR)
        .ifPresent(id -> cases.append(id, CaseEntry.Action.RESOLVED, note, ACTOR));
  }

  /** What the cases of a kind are about that a tenant has not resolved, of one provider. */
  public List<String> unresolved(String tenantId, CaseKind kind, String provider) {
    return cases.unresolved(tenantId, kind, provider);
  }

  /**
   * Opens a case about a report, in the open transaction.
   *
   * @param place where in which report it was found, or null when it was not found in one
   */
  public Outcome open(NewCase newCase, @Nullable Place place) {
    Tx.assertInside();
    NewCase found = tidy(newCase);
    @Nullable String report = place == null ? null : place.reportId();
    @Nullable Integer line = place == null ? null : place.line();
    return cases
        .open(found, Urgency.of(found.kind(), limits.above(found.risk())), report, line)
        .map(
            id -> {
              cases.append(id, CaseEntry.Action.OPENED, null, ACTOR);
              return Outcome.OPENED;
            })
        .orElseGet(() -> foundAgain(found, report, line));
  }

  private Outcome foundAgain(NewCase found, @Nullable String report, @Nullable Integer line) {
    CaseStore.Known known = cases.lockKnown(found);
    if (known.sameFacts()) {
      if (!cases.seenLately(known.id())) {
        cases.append(known.id(), CaseEntry.Action.SEEN_AGAIN, null, ACTOR);
      }
      return Outcome.KNOWN;
    }
    cases.bringUpToDate(known.id(), found, report, line);
    CaseEntry.Action action =
        known.resolved() ? CaseEntry.Action.REOPENED : CaseEntry.Action.SEEN_AGAIN;
    cases.append(known.id(), action, "The facts changed. Before: " + words(known.facts()), ACTOR);
    return known.resolved() ? Outcome.REOPENED : Outcome.KNOWN;
  }

  private static String words(JsonNode facts) {
    return cut(
        facts.properties().stream()
            .map(fact -> fact.getKey() + ": " + fact.getValue().asText())
            .collect(Collectors.joining("; ")),
        LONGEST_TEXT - 100);
  }

  private static NewCase tidy(NewCase found) {
    return new NewCase(
        found.tenantId(),
        found.kind(),
        found.difference(),
        found.provider(),
        found.payoutId(),
        cut(found.summary(), LONGEST_SUMMARY),
        texts(found.facts()),
        found.risk());
  }

  /** Facts are texts or null; anything else is shown as its JSON. */
  private static ObjectNode texts(JsonNode facts) {
    ObjectNode texts = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> fact : facts.properties()) {
      JsonNode value = fact.getValue();
      texts.put(
          fact.getKey(),
          value.isNull() ? null : value.isTextual() ? value.textValue() : value.toString());
    }
    return texts;
  }

  private static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
