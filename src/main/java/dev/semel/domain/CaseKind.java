package dev.semel.domain;

/** What a case asks a person about. */
public enum CaseKind {
  /** A request may have been acted on, and neither lookups nor events have told its outcome. */
  SUBMISSION_UNRESOLVED,
  /** The provider holds another amount or currency than was asked. */
  TERMS_DIFFER,
  /** The provider says something that contradicts what it said before. */
  CONTRADICTION,
  /** The provider speaks of a payout that was never submitted to it. */
  NEVER_SUBMITTED,
  /** Background work failed again and again. */
  JOB_FAILED,
  /** A provider's event names no payout of ours. */
  UNMATCHED_EVENT,
  /** The provider's report has a payout that our records lack. */
  THEIRS_NOT_OURS,
  /** Our records have a payout that the provider's report lacks. */
  OURS_NOT_THEIRS,
  /** Both have it, with different amounts; or another amount came back than was sent. */
  AMOUNT_DIFFERS,
  /** Both have it, in different currencies; or the money came back in another. */
  CURRENCY_DIFFERS,
  /** Both have it, in different states. */
  STATUS_DIFFERS,
  /** The provider's report has one of our references more than once. */
  DUPLICATE_AT_PROVIDER,
  /** A return in a report that names no payout of ours. */
  UNKNOWN_RETURN,
  /** Money in a report that nothing explains. */
  UNMATCHED_MONEY,
  /** A report that was due has not come. */
  REPORT_MISSING,
  /** Reports that came leave a gap between them. */
  REPORT_GAP,
  /** A report came and can't be used: its checks failed, or it can't be read. */
  REPORT_QUARANTINED
}
