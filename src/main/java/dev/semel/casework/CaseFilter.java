// Which of a tenant's cases a list shows.
package dev.semel.casework;

import java.util.Optional;

/**
 * Which of a tenant's cases a list shows; what is empty does not filter.
 *
 * @param tenantId whose cases
 * @param status in this status
 * @param kind of this kind
 * @param provider about this provider
 * @param assignee this person's
 * @param olderThan after the case of this id in the list, which is newest first
 */
record CaseFilter(
    String tenantId,
    Optional<String> status,
    Optional<String> kind,
    Optional<String> provider,
    Optional<String> assignee,
    Optional<String> olderThan) {}
