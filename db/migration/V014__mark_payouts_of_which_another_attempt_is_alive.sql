-- A payout may have several attempts, each under a reference of its own, and a later one is made only where the one before was certainly not processed. Where the
-- partner says of one that is not the present one that it has or had it after all, nothing more of the payout is sent before two people have settled what that is.

ALTER TABLE payout
    -- The number of that attempt, until people have settled it.
    ADD COLUMN alive_attempt integer,
    ADD CONSTRAINT payout_alive_attempt_is_another CHECK (alive_attempt <> attempt),
    ADD CONSTRAINT payout_alive_attempt_is_its_own FOREIGN KEY (id, alive_attempt) REFERENCES attempt (payout_id, number),
    -- What is marked is never taken for not being at the partner: it can't be claimed, released, cancelled or closed at its deadline, and nobody is told that it failed.
    ADD CONSTRAINT payout_marked_is_not_sent CHECK (alive_attempt IS NULL OR state IN ('submitting', 'submission_unknown', 'sent', 'paid', 'returned'));

-- What is said of another attempt by people who settle or resend a payout that is marked.
ALTER TABLE approval
    ADD COLUMN other_attempt text COLLATE "C" CHECK (other_attempt IN ('dismissed', 'adopted')),
    ADD CONSTRAINT approval_other_is_settled CHECK (other_attempt IS NULL OR action IN ('resend', 'settle')),
    ADD CONSTRAINT approval_adopted_is_sent CHECK (other_attempt <> 'adopted' OR outcome IS NOT DISTINCT FROM 'sent');
CREATE OR REPLACE TRIGGER approval_asks_one_thing BEFORE UPDATE OF id, tenant_id, payout_id, action, outcome, provider_payout_id, other_attempt, beneficiary, reason, statement, requested_by, requested_at, expires_at ON approval FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A message that is not signed only makes us ask. Where nobody asks about the payout by plan, the attempt that it names is due to be asked about.
ALTER TABLE attempt
    ADD COLUMN ask_at timestamptz,
    ADD COLUMN asked_at timestamptz,
    -- How often in a row the partner gave no usable answer.
    ADD COLUMN unclear_answers integer NOT NULL DEFAULT 0 CHECK (unclear_answers >= 0);
CREATE INDEX attempt_to_ask ON attempt (ask_at) WHERE ask_at IS NOT NULL;
