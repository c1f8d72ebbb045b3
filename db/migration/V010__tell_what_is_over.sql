-- Alerts that end, status checks that nobody answers, and questions about a payout that is paid.

-- When what an alert told of was over; null while it lasts, and for what does not end by itself.
ALTER TABLE alert
    ADD COLUMN over_at timestamptz,
    ADD CONSTRAINT alert_over_after_it_was_raised CHECK (over_at >= raised_at);
CREATE INDEX alert_not_over ON alert (tenant_id, kind, subject) WHERE over_at IS NULL;

ALTER TABLE payout
    -- Status checks in a row that told nothing.
    ADD COLUMN silent_checks integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT payout_silent_checks_not_negative CHECK (silent_checks >= 0),
    -- A paid payout may have a question due: whether its money came back, as a message says that has to be confirmed.
    DROP CONSTRAINT payout_final_has_nothing_due,
    ADD CONSTRAINT payout_final_has_nothing_due CHECK (state NOT IN ('failed', 'returned', 'cancelled') OR due_at IS NULL);
