// How the webhooks of one payout arrive.
package dev.semel.simulator;

/** What is unusual about the webhooks of a payout. */
enum Delivered {
  IN_ORDER,
  SEVERAL_TIMES,
  OUT_OF_ORDER,
  BEFORE_ANSWER,
  NEVER
}
