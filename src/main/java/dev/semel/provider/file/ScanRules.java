// Checks lookups that look for our reference in a list.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Finds scans that could miss a payout, that would never end, or that could not be matched. */
final class ScanRules {
  private static final String SCAN = "/lookup/scan";
  private static final String REQUEST = SCAN + "/request";
  private static final Duration SHORTEST_MARGIN = Duration.ofMinutes(10);
  private static final Set<String> BESIDES = Set.of("scan", "read");
  private static final Map<String, String> VALUE_OF =
      Map.of(
          "offset", "scan.offset",
          "page", "scan.page",
          "last_item", "scan.cursor?",
          "cursor", "scan.cursor?");

  private final JsonNode file;
  private final JsonNode scan;
  private final FaultList faults;

  ScanRules(JsonNode file, FaultList faults) {
    this.file = file;
    this.scan = file.at(SCAN);
    this.faults = faults;
  }

  void check() {
    if (!scan.isObject()) {
      return;
    }
    nothingBesides();
    window();
    if (scan.has("next")) {
      next(scan.path("next"));
    } else if (!asks("attempt.reference") && !asks("attempt.key")) {
      faults.add(
          SCAN,
          "The only page could be the first of many; add next, or ask by ${attempt.reference}.");
    } else if (scan.has("pages")) {
      faults.add(SCAN + "/pages", "There is one page; add next or remove it.");
    }
    readings();
  }

  private void nothingBesides() {
    file.path("lookup")
        .properties()
        .forEach(
            member -> {
              if (!BESIDES.contains(member.getKey())) {
                faults.add(
                    Pointers.child("/lookup", member.getKey()),
                    "The scan is the lookup; remove this, or remove scan.");
              }
            });
  }

  private void window() {
    boolean filtered = asks("attempt.reference") || asks("attempt.key");
    if (!filtered && !asks("scan.from")) {
      faults.add(
          REQUEST,
          "The list would be of all payouts there ever were; ask for those since ${scan.from}.");
    }
    JsonNode margin = scan.path("margin");
    if (margin.isTextual() && isTooShort(margin.asText())) {
      faults.add(
          SCAN + "/margin",
          "The partner's clock is not ours, and it may note a payout later than we send it; write"
              + " a margin of PT10M or more.");
    }
  }

  private static boolean isTooShort(String margin) {
    try {
      return Duration.parse(margin).compareTo(SHORTEST_MARGIN) < 0;
    } catch (DateTimeException e) {
      // That it is no duration is told elsewhere.
      return false;
    }
  }

  private void next(JsonNode next) {
    String by = next.path("by").asText();
    String value = VALUE_OF.getOrDefault(by, "");
    if (!value.isEmpty() && !asks(value)) {
      faults.add(
          REQUEST, "Every page would be the first one; put ${" + value + "} into the request.");
    }
    boolean counts = by.equals("offset") || by.equals("page");
    boolean filtered = asks("attempt.reference") || asks("attempt.key");
    if (counts && !filtered && !(asks("scan.from") && asks("scan.to"))) {
      faults.add(
          REQUEST,
          "While new payouts come in, the pages of this list move, and nothing in it could be proven"
              + " absent; ask for those from ${scan.from} to ${scan.to}.");
    }
    if (!counts && !next.has("at")) {
      faults.add(SCAN + "/next", "The cursor has to be found; add at.");
    }
    if (counts && next.has("at")) {
      faults.add(SCAN + "/next/at", "There is no cursor to find by " + by + "; remove it.");
    }
    if (next.has("first") && !by.equals("page")) {
      faults.add(SCAN + "/next/first", "Only pages have a first number; remove it.");
    }
  }

  private void readings() {
    JsonNode read = file.at("/lookup/read");
    if (read.has("at")) {
      faults.add("/lookup/read/at", "What is read is read from the item; remove it.");
    }
    JsonNode id = read.path("id");
    if (id.isMissingNode() || id.path("optional").asBoolean(false)) {
      faults.add(
          "/lookup/read",
          "An item that stands on two pages could not be told from two payouts; read id, always.");
    }
  }

  /** Whether a scan asks for its list by time. */
  static boolean isTimed(JsonNode scan) {
    return asks(scan, "scan.from") || asks(scan, "scan.to");
  }

  private boolean asks(String value) {
    return asks(scan, value);
  }

  private static boolean asks(JsonNode scan, String value) {
    return scan.path("request").toString().contains("${" + value);
  }
}
