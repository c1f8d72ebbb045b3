-- What only a person can decide is asked for by one and decided by another. Here is the wish, the partner's fresh answer that it rests on, and what became of it.

CREATE TABLE approval (
    id                  id_text PRIMARY KEY,
    tenant_id           id_text NOT NULL REFERENCES tenant,
    payout_id           id_text NOT NULL REFERENCES payout,
    action              text COLLATE "C" NOT NULL CHECK (action IN ('resend', 'settle', 'correct')),
    -- How a settled payout is said to have ended.
    outcome             text COLLATE "C" CHECK (outcome IN ('sent', 'paid', 'returned', 'failed')),
    provider_payout_id  text COLLATE "C",
    -- Who is to get the money instead.
    beneficiary         jsonb,
    reason              text NOT NULL,
    -- The evidence in writing.
    statement           text,
    status              text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'expired')),
    requested_by        text NOT NULL,
    requested_at        timestamptz NOT NULL DEFAULT now(),
    expires_at          timestamptz NOT NULL,
    -- What the partner said when it was asked once more, last.
    lookup_result       text COLLATE "C" NOT NULL CHECK (lookup_result IN ('found', 'absent', 'unclear', 'not_asked')),
    lookup_at           timestamptz NOT NULL,
    lookup_detail       text NOT NULL,
    decided_by          text,
    decided_at          timestamptz,
    decision_reason     text,

    CONSTRAINT approval_takes_a_second_person CHECK (decided_by <> requested_by),
    CONSTRAINT approval_decision_is_whole CHECK ((status = 'pending') = (decided_at IS NULL) AND (status = 'pending') = (decided_by IS NULL) AND (status = 'pending') = (decision_reason IS NULL)),
    CONSTRAINT approval_settle_has_outcome CHECK ((action = 'settle') = (outcome IS NOT NULL)),
    CONSTRAINT approval_sent_names_the_payout CHECK ((outcome IS NOT DISTINCT FROM 'sent') = (provider_payout_id IS NOT NULL)),
    CONSTRAINT approval_correct_has_beneficiary CHECK ((action = 'correct') = (beneficiary IS NOT NULL)),
    CONSTRAINT approval_has_evidence CHECK (action = 'correct' OR statement IS NOT NULL),
    CONSTRAINT approval_ends_after_it_began CHECK (expires_at > requested_at)
);
-- Two wishes for one payout would be two decisions about the same money.
CREATE UNIQUE INDEX approval_one_pending_per_payout ON approval (payout_id) WHERE status = 'pending';
CREATE INDEX approval_by_tenant ON approval (tenant_id, id DESC);
CREATE INDEX approval_by_payout ON approval (payout_id, id DESC);
CREATE INDEX approval_pending ON approval (expires_at) WHERE status = 'pending';
-- What was decided stays decided, and what was asked for stays as it was asked.
CREATE TRIGGER approval_decided_once BEFORE UPDATE ON approval FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_asks_one_thing BEFORE UPDATE OF id, tenant_id, payout_id, action, outcome, provider_payout_id, beneficiary, reason, statement, requested_by, requested_at, expires_at ON approval FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_kept BEFORE DELETE ON approval FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Who gets the money of an attempt, where that is not who was asked for. What was asked for stays with the payout.
ALTER TABLE attempt ADD COLUMN beneficiary jsonb;

-- Who said how it ended, where people did: what the partner says after that is a contradiction, never a change.
ALTER TABLE payout ADD COLUMN settled_by text;
