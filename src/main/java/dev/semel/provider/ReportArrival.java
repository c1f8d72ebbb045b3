// How a partner's reports come to us.
package dev.semel.provider;

/** How a partner's reports come to us. People may bring one of any partner. */
public sealed interface ReportArrival {
  /** The partner is asked for each day's over HTTP. */
  record Asked() implements ReportArrival {}

  /** The partner puts them into a folder of its SFTP server. */
  record Found(ReportFolder folder) implements ReportArrival {}

  /** The partner sends them over AS2. */
  record Sent(As2Partnership partnership) implements ReportArrival {}

  /** People bring them, and nobody else does. */
  record Brought() implements ReportArrival {}
}
