// Where people are alerted.
package dev.semel.payout;

import dev.semel.domain.AlertKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where people are alerted, inside the transaction that found the reason. */
public interface AlertDesk {
  /**
   * Raises an alert; the same kind and subject again, before anybody acknowledged it, counts on the
   * same alert.
   */
  void raise(NewAlert alert);

  /**
   * Says that what an alert told of is over; does nothing where none of that kind and subject is
   * still going on. Raised again after that, it is going on again.
   */
  void over(String tenantId, AlertKind kind, String subject);

  /** What alerts of a kind tell of that is not over, of all tenants. */
  List<GoingOn> goingOn(AlertKind kind);

  /**
   * What an alert tells of that is not over.
   *
   * @param tenantId whose people it is for
   * @param subject what makes it one alert
   */
  record GoingOn(String tenantId, String subject) {}

  /**
   * An alert to raise.
   *
   * @param tenantId whose people it is for
   * @param kind what it is about
   * @param subject what makes it one alert
   * @param provider the provider it is about
   * @param payoutId the payout it is about
   * @param message what is the matter, whose side the fault is on, and what to do, in a sentence or
   *     two
   */
  record NewAlert(
      String tenantId,
      AlertKind kind,
      String subject,
      @Nullable String provider,
      @Nullable String payoutId,
      String message) {}
}
