// What this node is called in claims and histories.
package dev.semel.submission;

/**
 * What this node is called in claims and histories.
 *
 * @param name unique among the nodes that run now
 */
public record Node(String name) {
  /** How the node's workers are named in histories. */
  public String actor() {
    return "worker:" + name;
  }
}
