// All that is known at the end of a run.
package dev.semel.app.chaos.processes;

import dev.semel.simulator.Truth;
import java.util.List;
import java.util.Map;

/**
 * All that is known at the end of a run.
 *
 * @param payouts what the database holds
 * @param truths what each partner did, by its provider's name
 * @param promises what clients were told
 * @param feed the whole event feed
 * @param followed what a client saw that followed it all the time
 */
record Observed(
    List<Kept> payouts,
    Map<String, List<Truth>> truths,
    Promises promises,
    List<Follower.Event> feed,
    List<Follower.Event> followed) {}
