-- Queries that run all the time and had no index of their own.

-- Workers look for due payouts of one provider in one state, four times a second. By provider alone, a backlog of payouts that are to be sent stood in the way of
-- every question about the others.
CREATE INDEX payout_due_in_state ON payout (provider, state, due_at) WHERE due_at IS NOT NULL;
DROP INDEX payout_due;

-- What is under way at each provider, and the money in it.
CREATE INDEX payout_under_way ON payout (provider, state, currency) INCLUDE (amount, tenant_id) WHERE closed_at IS NULL;

-- How the submissions of the last hour went. The call log is the largest table.
CREATE INDEX provider_call_submitted ON provider_call (started_at) WHERE operation = 'submit';
