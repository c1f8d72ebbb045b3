// Places in a provider's line of submissions.
package dev.semel.submission;

/**
 * Places in a provider's line of submissions.
 *
 * @param firsts for payouts that were not tried before
 * @param retries for those that were
 */
record Places(int firsts, int retries) {
  static final Places NONE = new Places(0, 0);

  int all() {
    return firsts + retries;
  }

  Places minus(Places others) {
    return new Places(firsts - others.firsts, retries - others.retries);
  }
}
