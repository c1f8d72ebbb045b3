package dev.semel.domain;

/** What an event rests on, weakest first. Every event of a payout's history says it. */
public enum Evidence {
  /** A message that anybody could have written: it may only make us ask. */
  UNSIGNED_HINT,
  /** A message whose signature over its raw bytes was verified. */
  SIGNED_WEBHOOK,
  /** The answer to our own authenticated call. */
  AUTHENTICATED_QUERY,
  /** A verified report of the provider. */
  REPORT,
  /** A person's decision, with a reason. */
  PERSON,
  /** Our own doing or a fact of our own clock: a claim, a lease's end, a deadline. */
  OWN_RECORD
}
