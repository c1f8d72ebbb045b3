// All that is known at the end of a run.
package dev.semel.app.chaos.processes;

import dev.semel.simulator.Truth;
import java.util.List;
import java.util.Map;

/**
 * All that is known at the end of a run.
 *
 * @param earlier what the database held before the feed was read: the feed has to tell all of it
 * @param payouts what the database holds afterwards
 * @param truths what each partner did, by its provider's name
 * @param promises what clients were told
 * @param feed the whole event feed
 * @param followed what a client saw that followed it all the time, until just before
 */
record Observed(
    List<Kept> earlier,
    List<Kept> payouts,
    Map<String, List<Truth>> truths,
    Promises promises,
    List<Follower.Event> feed,
    List<Follower.Event> followed) {}
