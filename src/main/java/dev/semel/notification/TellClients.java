// Keeps what clients are to be told.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.payout.EventDesk;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Keeps what clients are to be told, in the transaction in which it happened. It has no place in
 * the feed yet: {@link PublishEvents} gives it one after the commit.
 */
@Singleton
public class TellClients implements EventDesk {
  private final EventStore events;
  private final PublishSignal signal;

  TellClients(EventStore events, PublishSignal signal) {
    this.events = events;
    this.signal = signal;
  }

  @Override
  public void tell(List<NewEvent> news) {
    Tx.assertInside();
    events.append(news);
    Tx.afterCommit(signal::raise);
  }
}
