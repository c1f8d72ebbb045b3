// How many retries a provider may be sent.
package dev.semel.submission;

/**
 * How many retries a provider may be sent, so that an outage is not prolonged by them: a share of
 * the first submissions of the last ten minutes, but never less than a few each minute.
 *
 * @param percent that share
 * @param perMinute how many retries each minute there are always
 */
record RetryBudget(int percent, int perMinute) {
  RetryBudget {
    if (percent < 0 || percent > 100) {
      throw new IllegalStateException(
          "SEMEL_RETRY_BUDGET_PERCENT is " + percent + ", but it has to be between 0 and 100");
    }
    if (perMinute < 1) {
      throw new IllegalStateException(
          "SEMEL_RETRY_BUDGET_PER_MINUTE is "
              + perMinute
              + ", but it has to be 1 at least: what was tried would wait for ever");
    }
  }

  /** How many minutes count, the present one included. */
  static final int MINUTES = 10;

  /**
   * What was submitted to a provider of late, by all nodes.
   *
   * @param firsts first submissions of the last {@value #MINUTES} minutes
   * @param retries retries of the same minutes
   * @param retriesThisMinute those of the present one
   */
  record Sent(long firsts, long retries, long retriesThisMinute) {}

  /** How many retries may be sent now. */
  long left(Sent sent) {
    long ofShare = sent.firsts() * percent / 100 - sent.retries();
    long ofMinute = perMinute - sent.retriesThisMinute();
    return Math.max(0, Math.max(ofShare, ofMinute));
  }
}
