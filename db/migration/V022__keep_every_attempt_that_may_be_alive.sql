-- A provider may speak of several attempts of one payout, and an attempt that people adopt leaves the one after it behind, of which a request may have been written.
-- alive_attempt is the first of them; these are the others. Nothing of the payout is sent before all of them are settled.
ALTER TABLE payout
    ADD COLUMN alive_besides integer[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT payout_alive_besides_come_after CHECK (cardinality(alive_besides) = 0 OR alive_attempt IS NOT NULL AND alive_attempt < ALL (alive_besides)),
    ADD CONSTRAINT payout_alive_besides_are_others CHECK (attempt <> ALL (alive_besides));

-- Which attempt two people take the payout to be, where they named it.
ALTER TABLE approval
    ADD COLUMN adopted_attempt integer CHECK (adopted_attempt > 0),
    ADD CONSTRAINT approval_adopted_is_named CHECK (adopted_attempt IS NULL OR other_attempt IS NOT DISTINCT FROM 'adopted');
CREATE OR REPLACE TRIGGER approval_asks_one_thing BEFORE UPDATE OF id, tenant_id, payout_id, action, outcome, provider_payout_id, other_attempt, adopted_attempt, beneficiary, reason, statement, requested_by, requested_at, expires_at ON approval FOR EACH ROW EXECUTE FUNCTION refuse_change();
