// What the simulator writes down, one line each.
package dev.semel.simulator;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fact of the simulator's memory. Reading all of them in order gives its state. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(JournalEntry.Received.class),
  @JsonSubTypes.Type(JournalEntry.Accepted.class),
  @JsonSubTypes.Type(JournalEntry.Paid.class),
  @JsonSubTypes.Type(JournalEntry.Changed.class),
  @JsonSubTypes.Type(JournalEntry.WebhookQueued.class),
  @JsonSubTypes.Type(JournalEntry.WebhookDone.class),
  @JsonSubTypes.Type(JournalEntry.ReportDiffers.class)
})
sealed interface JournalEntry {

  /** A request came in. {@code clientReference} is null where it names none. */
  @JsonTypeName("received")
  record Received(
      Instant at,
      String method,
      String path,
      @Nullable String clientReference,
      Map<String, String> headers,
      String body)
      implements JournalEntry {}

  /** A payout was accepted. */
  @JsonTypeName("accepted")
  record Accepted(Payout payout) implements JournalEntry {}

  /** Money moved: this much was paid, for this payout. */
  @JsonTypeName("paid")
  record Paid(String id, String clientReference, String amount, String currency, Instant at)
      implements JournalEntry {}

  /**
   * A payout changed its status otherwise than by being paid. {@code returnedAmount} is what came
   * back of one that was returned.
   */
  @JsonTypeName("changed")
  record Changed(String id, PayoutStatus status, @Nullable String returnedAmount, Instant at)
      implements JournalEntry {}

  /** A webhook has to be delivered, with exactly this body. */
  @JsonTypeName("webhook_queued")
  record WebhookQueued(String eventId, String payoutId, String body) implements JournalEntry {}

  /** A webhook was delivered, or given up. */
  @JsonTypeName("webhook_done")
  record WebhookDone(String eventId, boolean delivered, int attempts) implements JournalEntry {}

  /**
   * The reports shall differ for this payout; the values are those that the report shows instead.
   */
  @JsonTypeName("report_differs")
  record ReportDiffers(
      String id, ReportChange difference, @Nullable String amount, @Nullable PayoutStatus status)
      implements JournalEntry {}
}
