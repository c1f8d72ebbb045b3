// Which messages a list shows.
package dev.semel.webhook;

import dev.semel.domain.WireNames;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;

/**
 * Which messages a list shows; what is empty does not filter.
 *
 * @param tenantId who asks
 * @param operator whether that tenant runs this server and sees every message
 * @param provider from this provider
 * @param status in this status
 * @param olderThan after the message of this id in the list, which is newest first
 */
record MessageFilter(
    String tenantId,
    boolean operator,
    Optional<String> provider,
    Optional<MessageStatus> status,
    Optional<String> olderThan) {

  /** The condition, in which only constants stand; the values are bound. */
  String condition() {
    StringBuilder condition = new StringBuilder();
    provider.ifPresent(_ -> condition.append(" AND m.provider = :provider"));
    status.ifPresent(_ -> condition.append(" AND m.status = :status"));
    olderThan.ifPresent(_ -> condition.append(" AND m.id < :older"));
    return condition.toString();
  }

  Query bindTo(Query query) {
    query.bind("tenant", tenantId).bind("operator", operator);
    provider.ifPresent(value -> query.bind("provider", value));
    status.ifPresent(value -> query.bind("status", WireNames.of(value)));
    olderThan.ifPresent(value -> query.bind("older", value));
    return query;
  }
}
