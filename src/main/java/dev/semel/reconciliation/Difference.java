// One difference between our books and a provider's.
package dev.semel.reconciliation;

import dev.semel.domain.CaseKind;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One difference between our books and a provider's.
 *
 * @param kind what differs
 * @param name what makes it one difference: found again, in whatever run, it has the same name
 * @param ours the payout that it is about, where it is about one of ours
 * @param theirs the line that shows it, where one does
 * @param summary what is the matter and what to do next
 * @param facts ours and theirs side by side; nothing in them depends on the run
 */
record Difference(
    CaseKind kind,
    String name,
    Optional<Ours> ours,
    Optional<Theirs> theirs,
    String summary,
    Map<String, @Nullable String> facts) {}
