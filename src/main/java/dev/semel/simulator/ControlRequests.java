// The bodies that the control API takes.
package dev.semel.simulator;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Holds the bodies of the control API's requests; each checks itself. */
final class ControlRequests {

  private ControlRequests() {}

  /** How long to refuse connections: {@code seconds}, or {@code ms} for tests in a hurry. */
  record Outage(@Nullable Integer seconds, @Nullable Integer ms) {
    Outage {
      if ((seconds == null) == (ms == null)) {
        throw new IllegalArgumentException("An outage takes either seconds or ms.");
      }
      if ((seconds != null && seconds < 0) || (ms != null && ms < 0)) {
        throw new IllegalArgumentException("An outage does not last a negative time.");
      }
    }

    Duration lasting() {
      return seconds == null ? Duration.ofMillis(ms == null ? 0 : ms) : Duration.ofSeconds(seconds);
    }
  }

  /** When a paid payout is returned, and how much of it; at once and all of it by default. */
  record Return(@Nullable Integer ms, @Nullable String amount) {
    Return {
      if (amount != null && !PayoutRequest.AMOUNT.matcher(amount).matches()) {
        throw new IllegalArgumentException("amount must be a decimal such as \"12.50\"");
      }
      if (ms != null && ms < 0) {
        throw new IllegalArgumentException("ms must not be negative");
      }
    }
  }

  /**
   * A webhook to send: without members, the present status again under its old event id; with a
   * status, a new event that says so, true or not.
   */
  record Webhook(
      @Nullable PayoutStatus status, @Nullable Integer sequence, @Nullable Instant createdAt) {}

  /** How the report shall differ for the payout with this id or client reference. */
  record ReportDifference(
      String payout,
      ReportChange difference,
      @Nullable String amount,
      @Nullable PayoutStatus status) {
    ReportDifference {
      if (payout == null || difference == null) {
        throw new IllegalArgumentException("A report difference needs payout and difference.");
      }
      if (amount != null && !PayoutRequest.AMOUNT.matcher(amount).matches()) {
        throw new IllegalArgumentException("amount must be a decimal such as \"12.50\"");
      }
    }
  }

  /** Where webhooks go from now on. */
  record Target(URI url, String secret) {
    Target {
      if (url == null || secret == null) {
        throw new IllegalArgumentException("A webhook target needs url and secret.");
      }
    }

    @Override
    public String toString() {
      return "Target[url=%s]".formatted(url);
    }
  }
}
