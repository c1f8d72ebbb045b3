package dev.semel.webhook;

import dev.semel.provider.WebhookVerdict;

/** How far a message can be trusted. */
enum Verification {
  /** Its signature is good. */
  VERIFIED,
  /** It brings the token of a question of ours: it is the answer to it. */
  ANSWER,
  /** Its provider does not sign: it may only make us ask. */
  HINT,
  /** A test message: kept, not applied. */
  TEST,
  /** Its signature is missing, bad or too old: quarantined. */
  REJECTED;

  static Verification of(WebhookVerdict verdict) {
    return switch (verdict) {
      case WebhookVerdict.Verified _ -> VERIFIED;
      case WebhookVerdict.Answer _ -> ANSWER;
      case WebhookVerdict.Hint _ -> HINT;
      case WebhookVerdict.Test _ -> TEST;
      case WebhookVerdict.Rejected _ -> REJECTED;
    };
  }
}
