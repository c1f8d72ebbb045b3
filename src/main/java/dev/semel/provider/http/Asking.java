package dev.semel.provider.http;

import dev.semel.provider.LookupOutcome;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.file.TemplateValues;

/** A way of asking a partner how a payout stands. */
interface Asking {
  /** Asks, and never throws for what the network or the partner does. */
  LookupOutcome ask(ProviderQuery query, TemplateValues values);
}
