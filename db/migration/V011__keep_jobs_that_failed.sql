-- Work on a payout whose handling throws is tried a few times and then waits for a person: until somebody has it tried again it is not taken up, and everything else
-- flows past it. The payout itself stays in its truthful state.

CREATE TABLE job (
    id               id_text PRIMARY KEY,
    tenant_id        id_text NOT NULL REFERENCES tenant,
    kind             text COLLATE "C" NOT NULL CHECK (kind IN ('submit', 'lookup', 'status_check', 'rescue', 'deadline')),
    payout_id        id_text NOT NULL REFERENCES payout,
    provider         provider_name NOT NULL,
    -- retrying: tried again by itself. failed: waits for a person. retried: a person had it tried again, and it has not ended yet. done: it went well, or need not be done any more.
    state            text COLLATE "C" NOT NULL CHECK (state IN ('retrying', 'failed', 'retried', 'done')),
    failures         integer NOT NULL DEFAULT 1 CHECK (failures > 0),
    -- What failed, without the words of the exception: those may quote what is secret.
    error            text NOT NULL CHECK (length(error) BETWEEN 1 AND 200),
    message          text NOT NULL CHECK (length(message) BETWEEN 1 AND 500),
    first_failed_at  timestamptz NOT NULL DEFAULT now(),
    last_failed_at   timestamptz NOT NULL DEFAULT now(),
    -- Not before this moment is it tried again.
    due_at           timestamptz,
    done_at          timestamptz,
    CONSTRAINT job_due_while_it_is_tried CHECK ((state IN ('retrying', 'retried')) = (due_at IS NOT NULL)),
    CONSTRAINT job_done_is_timed CHECK ((state = 'done') = (done_at IS NOT NULL))
);
-- Claims ask with every payout whether its work has failed.
CREATE UNIQUE INDEX job_one_at_a_time ON job (payout_id, kind) WHERE state <> 'done';
CREATE INDEX job_by_tenant ON job (tenant_id, id DESC);
CREATE INDEX job_by_tenant_state ON job (tenant_id, state, id DESC);
