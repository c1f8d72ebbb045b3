package dev.semel.domain;

/** What people are alerted to. The texts say whose side the fault is on and what to do. */
public enum AlertKind {
  /** A second, different payment was captured for a payout that is funded already. */
  DUPLICATE_PAYMENT_CAPTURED,
  /** A payment was captured for a payout that is closed. */
  PAYMENT_ON_CLOSED_PAYOUT,
  /** A payout was not sent because of a fault on our side; the partner does not have it. */
  NOT_SENT_PLATFORM_FAULT,
  /** A payout was not sent because every try failed before anything reached the partner. */
  NOT_SENT_RETRIES_USED_UP,
  /** A partner stopped answering about a payout that it has. */
  PROVIDER_SILENT,
  /** A partner used a status word that its file does not list; it counts as processing. */
  UNLISTED_STATUS,
  /** A partner's answer about a payout can't be right, so that it was not acted on. */
  SUSPECT_ANSWER,
  /** Submissions to a partner stopped because too many failed together. */
  BREAKER_OPEN,
  /** The money in unknown submissions to a partner reached its cap. */
  EXPOSURE_CAP_REACHED,
  /** Payouts wait at a partner that no server is connected to any more. */
  PROVIDER_NOT_CONNECTED,
  /** A provider file or a setting is not in force as it is now: the version before goes on. */
  PROVIDER_FILE_NOT_IN_FORCE,
  /** Events are no longer delivered to a client's endpoint. */
  WEBHOOK_ENDPOINT_DISABLED,
  /** A reconciliation could not be carried out. */
  RECONCILIATION_FAILED,
  /** A partner's report that was due has not come or could not be accepted. */
  REPORT_LATE,
  /** A partner's reports can't be had: its server, its host key, our login, or a file is wrong. */
  REPORT_SOURCE_FAULTY
}
