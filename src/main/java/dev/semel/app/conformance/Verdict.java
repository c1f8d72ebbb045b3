package dev.semel.app.conformance;

/**
 * What a play came to.
 *
 * @param did what Semel did
 * @param passed whether that was right
 * @param risk the money that was at risk, and for how long an outcome was unknown
 * @param why what was wrong; empty when nothing was
 */
record Verdict(String did, boolean passed, String risk, String why) {
  /** A play that could not begin. */
  static Verdict impossible(String why) {
    return new Verdict("nothing", false, "none", why);
  }
}
