// What a look for reports came to.
package dev.semel.report.pickup;

/** What a look for reports came to. Reasons are sentences for people. */
sealed interface LookResult {
  /** All that is there was taken, or waits to be complete. */
  record Well() implements LookResult {}

  /** A fault of the transport ended it, or kept a file from coming; trying again may help. */
  record Passing(String reason) implements LookResult {}

  /** The rest was taken; something about a file has to be mended by somebody. */
  record Troubled(String reason) implements LookResult {}

  /** It can't be made until somebody has mended something; trying again would be wrong. */
  record Lasting(String reason) implements LookResult {}
}
