-- The whole store of the first release: who may call, what was asked, what happened, what came in, what was compared, and what people must look at.
--
-- Conventions: ids are prefixed text in byte order; every instant is timestamptz and, where it decides anything, now() of this database; amounts are exact
-- numerics beside their ISO 4217 code; append-only tables refuse UPDATE and DELETE; CHECKs repeat what the program promises.

CREATE DOMAIN id_text AS text COLLATE "C" CHECK (VALUE ~ '^[a-z]{2,5}_[0-9A-Za-z.-]{1,64}$');
CREATE DOMAIN currency_code AS text COLLATE "C" CHECK (VALUE ~ '^[A-Z]{3}$');
CREATE DOMAIN provider_name AS text COLLATE "C" CHECK (VALUE ~ '^[a-z0-9-]{2,32}$');
CREATE DOMAIN money_amount AS numeric(24, 4) CHECK (VALUE > 0);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

-- Who may call -------------------------------------------------------------------------------------------------------------------------------------------

CREATE TABLE tenant (
    id          id_text PRIMARY KEY,
    name        text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
    -- The tenant that runs this server: what belongs to no other tenant (a report's unknown line, a message that names no payout) is put before its people.
    operator    boolean NOT NULL DEFAULT false,
    created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tenant_one_operator ON tenant (operator) WHERE operator;

CREATE TABLE credential (
    id           id_text PRIMARY KEY,
    tenant_id    id_text NOT NULL REFERENCES tenant,
    name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    -- SHA-256 of the secret. Secrets are 160 random bits or more, so a slow hash would add nothing but load.
    secret_hash  bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
    permissions  text[] NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    created_by   text NOT NULL,
    expires_at   timestamptz,
    revoked_at   timestamptz
);
CREATE INDEX credential_by_tenant ON credential (tenant_id, id DESC);

-- What was asked -----------------------------------------------------------------------------------------------------------------------------------------

CREATE TABLE payout (
    id                  id_text PRIMARY KEY,
    tenant_id           id_text NOT NULL REFERENCES tenant,
    reference           text NOT NULL CHECK (length(reference) BETWEEN 1 AND 64),
    state               text COLLATE "C" NOT NULL CHECK (state IN ('awaiting_funds', 'ready', 'submitting', 'submission_unknown', 'sent', 'held', 'paid', 'failed', 'returned', 'cancelled')),
    -- Rises by one with every entry of the history, applied or refused; the entry carries the same number.
    version             integer NOT NULL CHECK (version > 0),
    amount              money_amount NOT NULL,
    currency            currency_code NOT NULL,
    -- How the client asked for funding, and whether the sender's payment has cleared.
    funding_asked       text COLLATE "C" NOT NULL CHECK (funding_asked IN ('cleared', 'pending')),
    funded              boolean NOT NULL,
    provider            provider_name NOT NULL,
    beneficiary         jsonb NOT NULL,
    sender              jsonb NOT NULL,
    purpose             text,
    metadata            jsonb NOT NULL,
    submit_after        timestamptz,
    submit_before       timestamptz,
    attempt             integer NOT NULL DEFAULT 1 CHECK (attempt > 0),
    provider_payout_id  text COLLATE "C",
    provider_sequence   bigint,
    provider_time       timestamptz,
    failure_code        text,
    failure_fault       text COLLATE "C" CHECK (failure_fault IN ('provider', 'beneficiary', 'platform')),
    failure_message     text,
    hold_reason         text COLLATE "C" CHECK (hold_reason IN ('operator', 'platform_fault', 'retries_used_up', 'data_missing')),
    hold_message        text,
    -- The next moment at which something is to be done; null when nothing is.
    due_at              timestamptz,
    lease_epoch         bigint NOT NULL DEFAULT 0,
    lease_owner         text COLLATE "C",
    lease_until         timestamptz,
    -- Tries of the present attempt, lookups since its outcome became unknown, questions since it was sent.
    tries               integer NOT NULL DEFAULT 0,
    lookups             integer NOT NULL DEFAULT 0,
    status_checks       integer NOT NULL DEFAULT 0,
    ever_submitted      boolean NOT NULL DEFAULT false,
    ever_unknown        boolean NOT NULL DEFAULT false,
    -- The provider once said another amount or currency than was asked: only a person lets it become paid.
    terms_differ        boolean NOT NULL DEFAULT false,
    -- The provider once said that it has our reference: that it does not show it is never believed after that.
    said_duplicate      boolean NOT NULL DEFAULT false,
    -- When the lookup started whose absent answer counted; a second one in a row confirms absence.
    absent_since        timestamptz,
    unknown_since       timestamptz,
    sent_at             timestamptz,
    paid_at             timestamptz,
    closed_at           timestamptz,
    created_by          id_text NOT NULL REFERENCES credential,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT payout_reference_once_per_tenant UNIQUE (tenant_id, reference),
    CONSTRAINT payout_deadline_after_start CHECK (submit_before > submit_after),
    CONSTRAINT payout_unfunded_is_not_sent CHECK (funded OR state IN ('awaiting_funds', 'held', 'cancelled')),
    CONSTRAINT payout_awaiting_is_unfunded CHECK (state <> 'awaiting_funds' OR NOT funded),
    CONSTRAINT payout_submitting_has_lease CHECK (state <> 'submitting' OR (lease_until IS NOT NULL AND ever_submitted)),
    CONSTRAINT payout_lease_is_whole CHECK ((lease_owner IS NULL) = (lease_until IS NULL)),
    CONSTRAINT payout_unknown_was_submitted CHECK (state <> 'submission_unknown' OR (ever_submitted AND ever_unknown AND unknown_since IS NOT NULL)),
    CONSTRAINT payout_sent_is_timed CHECK (state <> 'sent' OR sent_at IS NOT NULL),
    CONSTRAINT payout_paid_is_timed CHECK (state <> 'paid' OR paid_at IS NOT NULL),
    CONSTRAINT payout_held_has_reason CHECK ((state = 'held') = (hold_reason IS NOT NULL)),
    CONSTRAINT payout_failed_has_reason CHECK ((state = 'failed') = (failure_code IS NOT NULL)),
    CONSTRAINT payout_closed_is_timed CHECK ((state IN ('paid', 'failed', 'returned', 'cancelled')) = (closed_at IS NOT NULL)),
    CONSTRAINT payout_final_has_nothing_due CHECK (state NOT IN ('paid', 'failed', 'returned', 'cancelled') OR due_at IS NULL),
    CONSTRAINT payout_active_has_something_due CHECK (state NOT IN ('ready', 'submission_unknown', 'sent') OR due_at IS NOT NULL)
);
-- The work list: what is due at each provider, oldest first.
CREATE INDEX payout_due ON payout (provider, due_at) WHERE due_at IS NOT NULL;
-- Deadlines of payouts that nobody has begun to send.
CREATE INDEX payout_deadline ON payout (submit_before) WHERE submit_before IS NOT NULL AND state IN ('awaiting_funds', 'ready', 'held');
-- Claims whose worker may be gone.
CREATE INDEX payout_leased ON payout (lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX payout_by_tenant ON payout (tenant_id, id DESC);
CREATE INDEX payout_by_tenant_state ON payout (tenant_id, state, id DESC);
-- A provider's payout belongs to one of ours.
CREATE UNIQUE INDEX payout_by_provider_id ON payout (provider, provider_payout_id) WHERE provider_payout_id IS NOT NULL;
-- Money in unknown submissions, per provider and currency.
CREATE INDEX payout_unknown ON payout (provider, currency) WHERE state = 'submission_unknown';

-- One logical submission: its identity is stored before its first request, and every resend carries it.
CREATE TABLE attempt (
    payout_id            id_text NOT NULL REFERENCES payout,
    number               integer NOT NULL CHECK (number > 0),
    provider             provider_name NOT NULL,
    client_reference     text COLLATE "C" NOT NULL,
    provider_key         text COLLATE "C" NOT NULL,
    -- The span in which a request of this attempt may have been written, for lookups, windows and absence.
    first_possible_send  timestamptz,
    last_possible_send   timestamptz,
    created_at           timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (payout_id, number),
    CONSTRAINT attempt_reference_once UNIQUE (provider, client_reference),
    CONSTRAINT attempt_span_is_whole CHECK ((first_possible_send IS NULL) = (last_possible_send IS NULL) AND last_possible_send >= first_possible_send)
);

-- Everything that happened to a payout, refused events included.
CREATE TABLE payout_event (
    id           id_text PRIMARY KEY,
    payout_id    id_text NOT NULL REFERENCES payout,
    tenant_id    id_text NOT NULL,
    sequence     integer NOT NULL CHECK (sequence > 0),
    type         text COLLATE "C" NOT NULL,
    applied      boolean NOT NULL,
    from_state   text COLLATE "C",
    to_state     text COLLATE "C",
    reason       text,
    evidence     text COLLATE "C" NOT NULL CHECK (evidence IN ('unsigned_hint', 'signed_webhook', 'authenticated_query', 'report', 'person', 'own_record')),
    actor        text NOT NULL,
    attempt      integer,
    occurred_at  timestamptz,
    recorded_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT payout_event_in_order UNIQUE (payout_id, sequence),
    CONSTRAINT payout_event_applied_has_state CHECK (applied = (to_state IS NOT NULL)),
    CONSTRAINT payout_event_refused_has_reason CHECK (applied OR reason IS NOT NULL)
);
CREATE TRIGGER payout_event_append_only BEFORE UPDATE OR DELETE ON payout_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The sender's payments that were reported for a payout, those that changed nothing included.
CREATE TABLE funding_payment (
    payout_id          id_text NOT NULL REFERENCES payout,
    payment_reference  text NOT NULL CHECK (length(payment_reference) BETWEEN 1 AND 128),
    amount             money_amount NOT NULL,
    currency           currency_code NOT NULL,
    captured_at        timestamptz NOT NULL,
    applied            boolean NOT NULL,
    recorded_at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (payout_id, payment_reference)
);
CREATE UNIQUE INDEX funding_payment_applied_once ON funding_payment (payout_id) WHERE applied;

-- The first answer to every key, committed together with what it did.
CREATE TABLE idempotency_key (
    credential_id  id_text NOT NULL REFERENCES credential,
    operation      text COLLATE "C" NOT NULL,
    key            text COLLATE "C" NOT NULL CHECK (key ~ '^[\x21-\x7e]{1,255}$'),
    fingerprint    bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    status         smallint CHECK (status BETWEEN 200 AND 499),
    headers        jsonb,
    body           bytea,
    payout_id      id_text REFERENCES payout,
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL,
    PRIMARY KEY (credential_id, operation, key),
    CONSTRAINT idempotency_key_answer_is_whole CHECK ((status IS NULL) = (body IS NULL) AND (status IS NULL) = (headers IS NULL))
);
CREATE INDEX idempotency_key_expired ON idempotency_key (expires_at);

-- What went out -------------------------------------------------------------------------------------------------------------------------------------------

CREATE TABLE provider_call (
    id                id_text PRIMARY KEY,
    provider          provider_name NOT NULL,
    payout_id         id_text,
    tenant_id         id_text,
    attempt           integer,
    operation         text COLLATE "C" NOT NULL CHECK (operation IN ('submit', 'prepare', 'lookup', 'status', 'report')),
    method            text COLLATE "C" NOT NULL,
    url               text NOT NULL,
    request_headers   jsonb NOT NULL,
    request_body      text,
    -- How far the exchange came: no connection was ours, the request was handed over, a whole answer came.
    phase             text COLLATE "C" NOT NULL CHECK (phase IN ('not_connected', 'handed_over', 'answered')),
    status            smallint,
    response_headers  jsonb,
    response_body     text,
    outcome           text COLLATE "C" NOT NULL,
    error             text,
    correlation_id    text NOT NULL,
    started_at        timestamptz NOT NULL,
    duration_micros   bigint NOT NULL CHECK (duration_micros >= 0),
    CONSTRAINT provider_call_answered_has_status CHECK ((phase = 'answered') = (status IS NOT NULL))
);
CREATE INDEX provider_call_by_payout ON provider_call (payout_id, id);
CREATE INDEX provider_call_by_tenant ON provider_call (tenant_id, id DESC);
CREATE TRIGGER provider_call_append_only BEFORE UPDATE ON provider_call FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What came in --------------------------------------------------------------------------------------------------------------------------------------------

CREATE TABLE webhook_message (
    id            id_text PRIMARY KEY,
    provider      provider_name NOT NULL,
    headers       jsonb NOT NULL,
    body          bytea NOT NULL,
    verification  text COLLATE "C" NOT NULL CHECK (verification IN ('verified', 'hint', 'test', 'rejected')),
    status        text COLLATE "C" NOT NULL CHECK (status IN ('received', 'processed', 'failed', 'quarantined')),
    error         text,
    tries         integer NOT NULL DEFAULT 0,
    due_at        timestamptz,
    received_at   timestamptz NOT NULL DEFAULT now(),
    processed_at  timestamptz,
    CONSTRAINT webhook_message_rejected_is_quarantined CHECK ((verification = 'rejected') = (status = 'quarantined')),
    CONSTRAINT webhook_message_due_while_received CHECK ((status = 'received') = (due_at IS NOT NULL))
);
CREATE INDEX webhook_message_due ON webhook_message (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_message_by_provider ON webhook_message (provider, id DESC);
-- How full the day's quarantine of a provider is, asked with every message that is rejected.
CREATE INDEX webhook_message_rejected ON webhook_message (provider, received_at) WHERE verification = 'rejected';

CREATE TABLE webhook_event (
    id                  id_text PRIMARY KEY,
    provider            provider_name NOT NULL,
    event_id            text COLLATE "C" NOT NULL CHECK (length(event_id) BETWEEN 1 AND 255),
    message_id          id_text NOT NULL REFERENCES webhook_message,
    type                text,
    reference           text,
    provider_payout_id  text,
    provider_word       text NOT NULL,
    payload             jsonb NOT NULL,
    -- parked: no payout of ours is known for it (yet); asked: the provider is asked before anything is applied.
    status              text COLLATE "C" NOT NULL CHECK (status IN ('parked', 'applied', 'refused', 'asked', 'unmatched')),
    reason              text,
    payout_id           id_text REFERENCES payout,
    due_at              timestamptz,
    received_at         timestamptz NOT NULL DEFAULT now(),
    decided_at          timestamptz,
    CONSTRAINT webhook_event_once_per_provider UNIQUE (provider, event_id),
    CONSTRAINT webhook_event_refused_has_reason CHECK (status <> 'refused' OR reason IS NOT NULL),
    CONSTRAINT webhook_event_parked_is_due CHECK ((status = 'parked') = (due_at IS NOT NULL))
);
CREATE INDEX webhook_event_due ON webhook_event (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_event_by_message ON webhook_event (message_id);
CREATE INDEX webhook_event_by_payout ON webhook_event (payout_id) WHERE payout_id IS NOT NULL;

-- What is compared ----------------------------------------------------------------------------------------------------------------------------------------

CREATE TABLE report (
    id             id_text PRIMARY KEY,
    -- The provider that the report comes from.
    originator     provider_name NOT NULL,
    business_date  date NOT NULL,
    content_hash   bytea NOT NULL CHECK (octet_length(content_hash) = 32),
    content        bytea NOT NULL,
    content_type   text NOT NULL,
    status         text COLLATE "C" NOT NULL CHECK (status IN ('received', 'quarantined', 'accepted', 'suppressed', 'superseded', 'rejected')),
    reason         text,
    received_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT report_content_once UNIQUE (originator, content_hash),
    CONSTRAINT report_quarantine_has_reason CHECK (status <> 'quarantined' OR reason IS NOT NULL)
);
CREATE INDEX report_by_day ON report (originator, business_date, id DESC);

CREATE TABLE report_line (
    report_id           id_text NOT NULL REFERENCES report,
    line                integer NOT NULL CHECK (line > 0),
    reference           text,
    provider_payout_id  text,
    amount              numeric(24, 4) NOT NULL,
    currency            currency_code NOT NULL,
    status              text COLLATE "C" NOT NULL CHECK (status IN ('processing', 'paid', 'failed', 'returned', 'cancelled')),
    provider_word       text NOT NULL,
    settled_at          timestamptz,
    PRIMARY KEY (report_id, line)
);
CREATE INDEX report_line_by_reference ON report_line (report_id, reference);

CREATE TABLE reconciliation (
    id             id_text PRIMARY KEY,
    provider       provider_name NOT NULL,
    business_date  date NOT NULL,
    report_id      id_text REFERENCES report,
    status         text COLLATE "C" NOT NULL CHECK (status IN ('running', 'finished', 'failed')),
    compared       integer NOT NULL DEFAULT 0,
    matched        integer NOT NULL DEFAULT 0,
    carried_over   integer NOT NULL DEFAULT 0,
    cases_opened   integer NOT NULL DEFAULT 0,
    sums           jsonb NOT NULL DEFAULT '{}',
    failure        text,
    started_by     text NOT NULL,
    started_at     timestamptz NOT NULL DEFAULT now(),
    lease_until    timestamptz,
    finished_at    timestamptz,
    CONSTRAINT reconciliation_end_is_timed CHECK ((status = 'running') = (finished_at IS NULL)),
    CONSTRAINT reconciliation_failure_has_reason CHECK ((status = 'failed') = (failure IS NOT NULL)),
    CONSTRAINT reconciliation_finished_has_report CHECK (status <> 'finished' OR report_id IS NOT NULL)
);
CREATE UNIQUE INDEX reconciliation_one_at_a_time ON reconciliation (provider, business_date) WHERE status = 'running';
CREATE INDEX reconciliation_by_day ON reconciliation (provider, business_date, id DESC);

-- What people must look at --------------------------------------------------------------------------------------------------------------------------------

CREATE TABLE ops_case (
    id           id_text PRIMARY KEY,
    tenant_id    id_text NOT NULL REFERENCES tenant,
    kind         text COLLATE "C" NOT NULL CHECK (kind IN ('submission_unresolved', 'terms_differ', 'contradiction', 'never_submitted', 'job_failed', 'unmatched_event', 'theirs_not_ours', 'ours_not_theirs', 'amount_differs', 'currency_differs', 'status_differs', 'duplicate_at_provider', 'unknown_return', 'unmatched_money', 'report_missing', 'report_gap')),
    -- What makes it one case: the same difference, found again, is the same case.
    difference   text NOT NULL,
    status       text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'assigned', 'resolved')),
    severity     text COLLATE "C" NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
    provider     provider_name,
    payout_id    id_text REFERENCES payout,
    report_id    id_text,
    report_line  integer,
    summary      text NOT NULL,
    -- Ours and theirs side by side, account numbers masked.
    facts        jsonb NOT NULL DEFAULT '{}',
    opened_at    timestamptz NOT NULL DEFAULT now(),
    due_at       timestamptz NOT NULL,
    assignee     text,
    resolution   text,
    note         text,
    resolved_at  timestamptz,
    resolved_by  text,
    version      integer NOT NULL DEFAULT 1,
    CONSTRAINT ops_case_once_per_difference UNIQUE (tenant_id, kind, difference),
    CONSTRAINT ops_case_assigned_has_assignee CHECK (status <> 'assigned' OR assignee IS NOT NULL),
    CONSTRAINT ops_case_resolved_is_whole CHECK ((status = 'resolved') = (resolved_at IS NOT NULL) AND (status = 'resolved') = (resolution IS NOT NULL) AND (status = 'resolved') = (resolved_by IS NOT NULL))
);
CREATE INDEX ops_case_by_tenant ON ops_case (tenant_id, id DESC);
CREATE INDEX ops_case_open ON ops_case (tenant_id, due_at) WHERE status <> 'resolved';
CREATE INDEX ops_case_by_payout ON ops_case (payout_id) WHERE payout_id IS NOT NULL;

CREATE TABLE case_entry (
    case_id    id_text NOT NULL REFERENCES ops_case,
    sequence   integer NOT NULL CHECK (sequence > 0),
    action     text COLLATE "C" NOT NULL CHECK (action IN ('opened', 'seen_again', 'assigned', 'commented', 'resolved', 'reopened')),
    text       text,
    actor      text NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (case_id, sequence)
);
CREATE TRIGGER case_entry_append_only BEFORE UPDATE OR DELETE ON case_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE alert (
    id               id_text PRIMARY KEY,
    tenant_id        id_text NOT NULL REFERENCES tenant,
    kind             text COLLATE "C" NOT NULL,
    subject          text NOT NULL,
    provider         provider_name,
    payout_id        id_text REFERENCES payout,
    message          text NOT NULL,
    raised_at        timestamptz NOT NULL DEFAULT now(),
    last_at          timestamptz NOT NULL DEFAULT now(),
    times            integer NOT NULL DEFAULT 1,
    acknowledged_at  timestamptz,
    acknowledged_by  text
);
-- While nobody has acknowledged it, the same thing raised again counts on the same alert.
CREATE UNIQUE INDEX alert_once_while_open ON alert (tenant_id, kind, subject) WHERE acknowledged_at IS NULL;
CREATE INDEX alert_by_tenant ON alert (tenant_id, id DESC);

CREATE TABLE audit_entry (
    id          id_text PRIMARY KEY,
    tenant_id   id_text NOT NULL,
    actor       text NOT NULL,
    action      text COLLATE "C" NOT NULL,
    subject     text NOT NULL,
    reason      text,
    details     jsonb NOT NULL DEFAULT '{}',
    request_id  text,
    at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entry_by_tenant ON audit_entry (tenant_id, id DESC);
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
