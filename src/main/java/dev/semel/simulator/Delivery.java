// How an answer travels to the client.
package dev.semel.simulator;

/** What becomes of an answer that is ready to be sent. */
enum Delivery {
  PLAINLY,
  SLOWLY,
  NEVER,
  GATEWAY_TIMEOUT,
  RESET,
  HTML,
  HALF_A_BODY
}
