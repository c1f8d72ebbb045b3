// A file in a partner's folder.
package dev.semel.report.pickup;

import java.time.Instant;

/**
 * A file in a partner's folder, as the folder lists it.
 *
 * @param name its name there: a label, never a path of ours
 * @param size how many bytes it has
 * @param modifiedAt when it was changed last, by the partner's clock
 */
record RemoteFile(String name, long size, Instant modifiedAt) {}
