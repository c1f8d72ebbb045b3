-- Payouts that are asked for together, and lists that find what they filter by.

-- Payouts that were accepted together, or not at all.
CREATE TABLE payout_batch (
    id          id_text PRIMARY KEY,
    tenant_id   id_text NOT NULL REFERENCES tenant,
    -- How many payouts it has.
    payouts     integer NOT NULL CHECK (payouts BETWEEN 1 AND 1000),
    created_by  id_text NOT NULL REFERENCES credential,
    created_at  timestamptz NOT NULL DEFAULT now(),
    -- What a payout's batch refers to: a batch of the same tenant.
    CONSTRAINT payout_batch_of_tenant UNIQUE (tenant_id, id)
);
CREATE TRIGGER payout_batch_append_only BEFORE UPDATE OR DELETE ON payout_batch FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE payout ADD COLUMN batch_id id_text;
ALTER TABLE payout ADD CONSTRAINT payout_batch_of_same_tenant FOREIGN KEY (tenant_id, batch_id) REFERENCES payout_batch (tenant_id, id);
-- Whether all payouts of a batch are final, asked of many batches at once.
CREATE INDEX payout_open_in_batch ON payout (batch_id) WHERE batch_id IS NOT NULL AND closed_at IS NULL;
CREATE INDEX payout_by_batch ON payout (batch_id, id DESC) WHERE batch_id IS NOT NULL;

-- At the commit that makes it, a batch has all of its payouts.
CREATE FUNCTION refuse_partial_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM payout WHERE batch_id = NEW.id) <> NEW.payouts THEN
        RAISE EXCEPTION 'the batch has not all of its payouts' USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_batch_is_whole';
    END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER payout_batch_is_whole AFTER INSERT ON payout_batch DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_partial_batch();

-- A key that was used for a batch is kept until every payout of it is final.
ALTER TABLE idempotency_key ADD COLUMN batch_id id_text REFERENCES payout_batch;

-- Lists of a tenant's payouts by provider and by the time at which they were accepted.
CREATE INDEX payout_by_tenant_provider ON payout (tenant_id, provider, id DESC);
CREATE INDEX payout_by_tenant_created ON payout (tenant_id, created_at DESC, id DESC);
