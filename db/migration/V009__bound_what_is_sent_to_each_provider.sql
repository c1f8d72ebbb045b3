-- What keeps the submissions to a provider within bounds that hold on all nodes: a person's pause, the pace, the retry budget, and the cap on money in unknown
-- submissions. And claims that are fair to tenants.

-- Claims walk the tenants that have something to send, in each currency, and take turns: one index probe for each, however long its queue is. What was tried
-- before stands in a queue of its own, because the retry budget may hold it back while others go.
CREATE INDEX payout_to_send ON payout (provider, currency, tenant_id, (tries > 0), due_at) WHERE state = 'ready';
-- Questions about what was sent or may have been.
CREATE INDEX payout_to_ask ON payout (provider, state, due_at) WHERE due_at IS NOT NULL AND state IN ('submission_unknown', 'sent', 'paid');
DROP INDEX payout_due_in_state;

-- What people decided about a provider.
CREATE TABLE provider_control (
    provider      provider_name PRIMARY KEY,
    -- While it is set, no node claims anything for it to submit. Questions go on.
    paused_at     timestamptz,
    paused_by     text,
    pause_reason  text CHECK (length(pause_reason) BETWEEN 1 AND 500),
    CONSTRAINT provider_control_pause_is_whole CHECK ((paused_at IS NULL) = (paused_by IS NULL) AND (paused_at IS NULL) = (pause_reason IS NULL))
);

-- Where each provider's line of submissions ends: whoever wants to claim takes places in it first. Written often, so that room is left for the new versions.
CREATE TABLE provider_pace (
    provider   provider_name PRIMARY KEY,
    next_free  timestamptz NOT NULL
) WITH (fillfactor = 50);

-- How many submissions of each of the last minutes were the first of their payout, and how many were retries. A minute takes the place of the one sixteen before
-- it, so that nothing has to be pruned.
CREATE TABLE provider_minute (
    provider           provider_name NOT NULL,
    slot               smallint NOT NULL,
    -- Minutes since 1970 by this database's clock.
    minute             bigint NOT NULL,
    first_submissions  integer NOT NULL CHECK (first_submissions >= 0),
    retries            integer NOT NULL CHECK (retries >= 0),
    PRIMARY KEY (provider, slot),
    CONSTRAINT provider_minute_has_its_slot CHECK (slot = minute % 16)
) WITH (fillfactor = 50);

-- Since when the money in unknown submissions is at or above the provider's cap; null when it is not. So that people are told once.
CREATE TABLE provider_exposure (
    provider    provider_name NOT NULL,
    currency    currency_code NOT NULL,
    reached_at  timestamptz,
    PRIMARY KEY (provider, currency)
);
