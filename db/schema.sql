-- The schema that all migrations together make, read back from the database: a picture for people, never applied.
-- A test compares it; after a new migration write it again with: ./semel test -Dtest=SchemaDbTest -Dschema.write=true

CREATE DOMAIN currency_code AS text COLLATE "C" CHECK ((VALUE ~ '^[A-Z]{3}$'::text));
CREATE DOMAIN event_type AS text COLLATE "C" CHECK ((VALUE = ANY (ARRAY['payout.created'::text, 'payout.awaiting_funds'::text, 'payout.ready'::text, 'payout.submitting'::text, 'payout.submission_unknown'::text, 'payout.sent'::text, 'payout.held'::text, 'payout.paid'::text, 'payout.failed'::text, 'payout.returned'::text, 'payout.cancelled'::text, 'payout.unresolved'::text])));
CREATE DOMAIN id_text AS text COLLATE "C" CHECK ((VALUE ~ '^[a-z]{2,5}_[0-9A-Za-z.-]{1,64}$'::text));
CREATE DOMAIN money_amount AS numeric(24,4) CHECK ((VALUE > (0)::numeric));
CREATE DOMAIN provider_name AS text COLLATE "C" CHECK ((VALUE ~ '^[a-z0-9-]{2,32}$'::text));

CREATE OR REPLACE FUNCTION public.notification_keeps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.position IS NULL THEN
            RAISE EXCEPTION 'notification is append-only: what nobody could read yet is not forgotten' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF OLD.position IS NOT NULL OR NEW.position IS NULL
        OR (NEW.id, NEW.tenant_id, NEW.payout_id, NEW.type, NEW.occurred_at, NEW.data::text, NEW.written, NEW.recorded_at)
            IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.payout_id, OLD.type, OLD.occurred_at, OLD.data::text, OLD.written, OLD.recorded_at) THEN
        RAISE EXCEPTION 'notification is append-only but for its position, which is given once' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$function$;
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;
CREATE OR REPLACE FUNCTION public.refuse_partial_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF (SELECT count(*) FROM payout WHERE batch_id = NEW.id) <> NEW.payouts THEN
        RAISE EXCEPTION 'the batch has not all of its payouts' USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_batch_is_whole';
    END IF;
    RETURN NULL;
END
$function$;

CREATE TABLE alert (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    kind text COLLATE "C" NOT NULL,
    subject text NOT NULL,
    provider provider_name,
    payout_id id_text,
    message text NOT NULL,
    raised_at timestamp with time zone DEFAULT now() NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    acknowledged_at timestamp with time zone,
    acknowledged_by text,
    over_at timestamp with time zone,
    CONSTRAINT alert_pkey PRIMARY KEY (id),
    CONSTRAINT alert_over_after_it_was_raised CHECK ((over_at >= raised_at)),
    CONSTRAINT alert_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT alert_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX alert_by_tenant ON public.alert USING btree (tenant_id, id DESC);
CREATE INDEX alert_not_over ON public.alert USING btree (tenant_id, kind, subject) WHERE (over_at IS NULL);
CREATE UNIQUE INDEX alert_once_while_open ON public.alert USING btree (tenant_id, kind, subject) WHERE (acknowledged_at IS NULL);

CREATE TABLE approval (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    payout_id id_text NOT NULL,
    action text COLLATE "C" NOT NULL,
    outcome text COLLATE "C",
    provider_payout_id text COLLATE "C",
    beneficiary jsonb,
    reason text NOT NULL,
    statement text,
    status text COLLATE "C" DEFAULT 'pending'::text NOT NULL,
    requested_by text NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    lookup_result text COLLATE "C" NOT NULL,
    lookup_at timestamp with time zone NOT NULL,
    lookup_detail text NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    decision_reason text,
    other_attempt text COLLATE "C",
    adopted_attempt integer,
    CONSTRAINT approval_pkey PRIMARY KEY (id),
    CONSTRAINT approval_action_check CHECK ((action = ANY (ARRAY['resend'::text, 'settle'::text, 'correct'::text]))),
    CONSTRAINT approval_adopted_attempt_check CHECK ((adopted_attempt > 0)),
    CONSTRAINT approval_adopted_is_named CHECK (((adopted_attempt IS NULL) OR (NOT (other_attempt IS DISTINCT FROM 'adopted'::text)))),
    CONSTRAINT approval_adopted_is_sent CHECK (((other_attempt <> 'adopted'::text) OR (NOT (outcome IS DISTINCT FROM 'sent'::text)))),
    CONSTRAINT approval_correct_has_beneficiary CHECK (((action = 'correct'::text) = (beneficiary IS NOT NULL))),
    CONSTRAINT approval_decision_is_whole CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((status = 'pending'::text) = (decided_by IS NULL)) AND ((status = 'pending'::text) = (decision_reason IS NULL)))),
    CONSTRAINT approval_ends_after_it_began CHECK ((expires_at > requested_at)),
    CONSTRAINT approval_has_evidence CHECK (((action = 'correct'::text) OR (statement IS NOT NULL))),
    CONSTRAINT approval_lookup_result_check CHECK ((lookup_result = ANY (ARRAY['found'::text, 'absent'::text, 'unclear'::text, 'not_asked'::text]))),
    CONSTRAINT approval_other_attempt_check CHECK ((other_attempt = ANY (ARRAY['dismissed'::text, 'adopted'::text]))),
    CONSTRAINT approval_other_is_settled CHECK (((other_attempt IS NULL) OR (action = ANY (ARRAY['resend'::text, 'settle'::text])))),
    CONSTRAINT approval_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'paid'::text, 'returned'::text, 'failed'::text]))),
    CONSTRAINT approval_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT approval_sent_names_the_payout CHECK (((NOT (outcome IS DISTINCT FROM 'sent'::text)) = (provider_payout_id IS NOT NULL))),
    CONSTRAINT approval_settle_has_outcome CHECK (((action = 'settle'::text) = (outcome IS NOT NULL))),
    CONSTRAINT approval_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text]))),
    CONSTRAINT approval_takes_a_second_person CHECK ((decided_by <> requested_by)),
    CONSTRAINT approval_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX approval_by_payout ON public.approval USING btree (payout_id, id DESC);
CREATE INDEX approval_by_tenant ON public.approval USING btree (tenant_id, id DESC);
CREATE UNIQUE INDEX approval_one_pending_per_payout ON public.approval USING btree (payout_id) WHERE (status = 'pending'::text);
CREATE INDEX approval_pending ON public.approval USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE TRIGGER approval_asks_one_thing BEFORE UPDATE OF id, tenant_id, payout_id, action, outcome, provider_payout_id, other_attempt, adopted_attempt, beneficiary, reason, statement, requested_by, requested_at, expires_at ON public.approval FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_decided_once BEFORE UPDATE ON public.approval FOR EACH ROW WHEN ((old.status <> 'pending'::text)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_kept BEFORE DELETE ON public.approval FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE as2_message (
    provider provider_name NOT NULL,
    message_id text NOT NULL,
    signer text NOT NULL,
    content_hash bytea NOT NULL,
    receipt_id text NOT NULL,
    receipt_type text NOT NULL,
    receipt bytea NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT as2_message_pkey PRIMARY KEY (provider, message_id),
    CONSTRAINT as2_message_hash_is_sha256 CHECK ((octet_length(content_hash) = 32)),
    CONSTRAINT as2_message_signer_is_sha256 CHECK ((signer ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE attempt (
    payout_id id_text NOT NULL,
    number integer NOT NULL,
    provider provider_name NOT NULL,
    client_reference text COLLATE "C" NOT NULL,
    provider_key text COLLATE "C" NOT NULL,
    first_possible_send timestamp with time zone,
    last_possible_send timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    beneficiary jsonb,
    ask_at timestamp with time zone,
    asked_at timestamp with time zone,
    unclear_answers integer DEFAULT 0 NOT NULL,
    promised_repeats text COLLATE "C",
    promised_window_ms bigint,
    promised_visible_ms bigint,
    file_fingerprint text COLLATE "C",
    CONSTRAINT attempt_pkey PRIMARY KEY (payout_id, number),
    CONSTRAINT attempt_number_check CHECK ((number > 0)),
    CONSTRAINT attempt_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT attempt_promised_repeats_check CHECK ((promised_repeats = ANY (ARRAY['replays_key'::text, 'rejects_duplicate_reference'::text, 'none'::text]))),
    CONSTRAINT attempt_promised_times_not_negative CHECK (((promised_window_ms >= 0) AND (promised_visible_ms >= 0))),
    CONSTRAINT attempt_promises_are_of_a_request CHECK (((promised_repeats IS NULL) = (first_possible_send IS NULL))),
    CONSTRAINT attempt_promises_are_whole CHECK (((promised_repeats IS NULL) = (file_fingerprint IS NULL))),
    CONSTRAINT attempt_reference_once UNIQUE (provider, client_reference),
    CONSTRAINT attempt_span_is_whole CHECK ((((first_possible_send IS NULL) = (last_possible_send IS NULL)) AND (last_possible_send >= first_possible_send))),
    CONSTRAINT attempt_times_are_promised CHECK (((promised_repeats IS NOT NULL) OR ((promised_window_ms IS NULL) AND (promised_visible_ms IS NULL)))),
    CONSTRAINT attempt_unclear_answers_check CHECK ((unclear_answers >= 0))
);
CREATE INDEX attempt_to_ask ON public.attempt USING btree (ask_at) WHERE (ask_at IS NOT NULL);

CREATE TABLE audit_entry (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    actor text NOT NULL,
    action text COLLATE "C" NOT NULL,
    subject text NOT NULL,
    reason text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    request_id text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_by_tenant ON public.audit_entry USING btree (tenant_id, id DESC);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE case_entry (
    case_id id_text NOT NULL,
    sequence integer NOT NULL,
    action text COLLATE "C" NOT NULL,
    text text,
    actor text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT case_entry_pkey PRIMARY KEY (case_id, sequence),
    CONSTRAINT case_entry_action_check CHECK ((action = ANY (ARRAY['opened'::text, 'seen_again'::text, 'assigned'::text, 'commented'::text, 'proposed'::text, 'resolved'::text, 'reopened'::text]))),
    CONSTRAINT case_entry_case_id_fkey FOREIGN KEY (case_id) REFERENCES ops_case(id),
    CONSTRAINT case_entry_sequence_check CHECK ((sequence > 0))
);
CREATE TRIGGER case_entry_append_only BEFORE DELETE OR UPDATE ON public.case_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE credential (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    permissions text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by text NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT credential_pkey PRIMARY KEY (id),
    CONSTRAINT credential_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT credential_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
    CONSTRAINT credential_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX credential_by_tenant ON public.credential USING btree (tenant_id, id DESC);

CREATE TABLE encryption_key (
    singleton boolean DEFAULT true NOT NULL,
    key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT encryption_key_pkey PRIMARY KEY (singleton),
    CONSTRAINT encryption_key_is_the_only_one CHECK (singleton),
    CONSTRAINT encryption_key_key_check CHECK ((octet_length(key) = 32))
);
CREATE TRIGGER encryption_key_append_only BEFORE UPDATE ON public.encryption_key FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE funding_payment (
    payout_id id_text NOT NULL,
    payment_reference text NOT NULL,
    amount money_amount NOT NULL,
    currency currency_code NOT NULL,
    captured_at timestamp with time zone NOT NULL,
    applied boolean NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT funding_payment_pkey PRIMARY KEY (payout_id, payment_reference),
    CONSTRAINT funding_payment_payment_reference_check CHECK (((length(payment_reference) >= 1) AND (length(payment_reference) <= 128))),
    CONSTRAINT funding_payment_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id)
);
CREATE UNIQUE INDEX funding_payment_applied_once ON public.funding_payment USING btree (payout_id) WHERE applied;

CREATE TABLE idempotency_key (
    credential_id id_text NOT NULL,
    operation text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint,
    headers jsonb,
    body bytea,
    payout_id id_text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    batch_id id_text,
    CONSTRAINT idempotency_key_pkey PRIMARY KEY (credential_id, operation, key),
    CONSTRAINT idempotency_key_answer_is_whole CHECK ((((status IS NULL) = (body IS NULL)) AND ((status IS NULL) = (headers IS NULL)))),
    CONSTRAINT idempotency_key_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batch(id),
    CONSTRAINT idempotency_key_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES credential(id),
    CONSTRAINT idempotency_key_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT idempotency_key_key_check CHECK ((key ~ '^[\x21-\x7e]{1,255}$'::text)),
    CONSTRAINT idempotency_key_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT idempotency_key_status_check CHECK (((status >= 200) AND (status <= 499)))
);
ALTER TABLE idempotency_key SET (fillfactor=80, autovacuum_vacuum_threshold=1000, vacuum_truncate=off, autovacuum_vacuum_scale_factor=0.1);
CREATE INDEX idempotency_key_expired ON public.idempotency_key USING btree (expires_at);

CREATE TABLE job (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    kind text COLLATE "C" NOT NULL,
    payout_id id_text NOT NULL,
    provider provider_name NOT NULL,
    state text COLLATE "C" NOT NULL,
    failures integer DEFAULT 1 NOT NULL,
    error text NOT NULL,
    message text NOT NULL,
    first_failed_at timestamp with time zone DEFAULT now() NOT NULL,
    last_failed_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone,
    done_at timestamp with time zone,
    CONSTRAINT job_pkey PRIMARY KEY (id),
    CONSTRAINT job_done_is_timed CHECK (((state = 'done'::text) = (done_at IS NOT NULL))),
    CONSTRAINT job_due_while_it_is_tried CHECK (((state = ANY (ARRAY['retrying'::text, 'retried'::text])) = (due_at IS NOT NULL))),
    CONSTRAINT job_error_check CHECK (((length(error) >= 1) AND (length(error) <= 200))),
    CONSTRAINT job_failures_check CHECK ((failures > 0)),
    CONSTRAINT job_kind_check CHECK ((kind = ANY (ARRAY['submit'::text, 'lookup'::text, 'status_check'::text, 'rescue'::text, 'deadline'::text]))),
    CONSTRAINT job_message_check CHECK (((length(message) >= 1) AND (length(message) <= 500))),
    CONSTRAINT job_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['retrying'::text, 'failed'::text, 'retried'::text, 'done'::text]))),
    CONSTRAINT job_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX job_by_tenant ON public.job USING btree (tenant_id, id DESC);
CREATE INDEX job_by_tenant_state ON public.job USING btree (tenant_id, state, id DESC);
CREATE UNIQUE INDEX job_one_at_a_time ON public.job USING btree (payout_id, kind) WHERE (state <> 'done'::text);

CREATE TABLE notification (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    payout_id id_text NOT NULL,
    type event_type NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    data json NOT NULL,
    written bigint NOT NULL,
    position bigint,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT notification_pkey PRIMARY KEY (id),
    CONSTRAINT notification_id_fkey FOREIGN KEY (id) REFERENCES payout_event(id),
    CONSTRAINT notification_position_check CHECK (("position" > 0))
);
CREATE UNIQUE INDEX notification_by_position ON public.notification USING btree (tenant_id, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX notification_by_time ON public.notification USING btree (tenant_id, recorded_at) WHERE ("position" IS NOT NULL);
CREATE INDEX notification_by_type ON public.notification USING btree (tenant_id, type, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX notification_unpublished ON public.notification USING btree (tenant_id, written) WHERE ("position" IS NULL);
CREATE TRIGGER notification_append_only BEFORE DELETE OR UPDATE ON public.notification FOR EACH ROW EXECUTE FUNCTION notification_keeps();

CREATE TABLE notification_stream (
    tenant_id id_text NOT NULL,
    last_position bigint DEFAULT 0 NOT NULL,
    CONSTRAINT notification_stream_pkey PRIMARY KEY (tenant_id),
    CONSTRAINT notification_stream_last_position_check CHECK ((last_position >= 0)),
    CONSTRAINT notification_stream_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE TABLE ops_case (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    kind text COLLATE "C" NOT NULL,
    difference text NOT NULL,
    status text COLLATE "C" DEFAULT 'open'::text NOT NULL,
    severity text COLLATE "C" NOT NULL,
    provider provider_name,
    payout_id id_text,
    report_id id_text,
    report_line integer,
    summary text NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    assignee text,
    resolution text,
    note text,
    resolved_at timestamp with time zone,
    resolved_by text,
    version integer DEFAULT 1 NOT NULL,
    risk_amount numeric(24,4),
    risk_currency currency_code,
    proposed_by text,
    proposed_at timestamp with time zone,
    CONSTRAINT ops_case_pkey PRIMARY KEY (id),
    CONSTRAINT ops_case_assigned_has_assignee CHECK (((status <> 'assigned'::text) OR (assignee IS NOT NULL))),
    CONSTRAINT ops_case_kind_check CHECK ((kind = ANY (ARRAY['submission_unresolved'::text, 'terms_differ'::text, 'contradiction'::text, 'never_submitted'::text, 'job_failed'::text, 'unmatched_event'::text, 'theirs_not_ours'::text, 'ours_not_theirs'::text, 'amount_differs'::text, 'currency_differs'::text, 'status_differs'::text, 'duplicate_at_provider'::text, 'unknown_return'::text, 'unmatched_money'::text, 'report_missing'::text, 'report_gap'::text, 'report_quarantined'::text]))),
    CONSTRAINT ops_case_once_per_difference UNIQUE (tenant_id, kind, difference),
    CONSTRAINT ops_case_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT ops_case_proposal_is_shown CHECK (((status = 'proposed'::text) <= (proposed_by IS NOT NULL))),
    CONSTRAINT ops_case_proposal_is_whole CHECK (((proposed_by IS NULL) = (proposed_at IS NULL))),
    CONSTRAINT ops_case_resolved_is_whole CHECK ((((status = 'resolved'::text) = (resolved_at IS NOT NULL)) AND ((status = 'resolved'::text) = (resolved_by IS NOT NULL)) AND ((status = ANY (ARRAY['proposed'::text, 'resolved'::text])) = (resolution IS NOT NULL)))),
    CONSTRAINT ops_case_risk_is_whole CHECK (((risk_amount IS NULL) = (risk_currency IS NULL))),
    CONSTRAINT ops_case_risk_not_negative CHECK ((risk_amount >= (0)::numeric)),
    CONSTRAINT ops_case_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
    CONSTRAINT ops_case_status_check CHECK ((status = ANY (ARRAY['open'::text, 'assigned'::text, 'proposed'::text, 'resolved'::text]))),
    CONSTRAINT ops_case_takes_a_second_person CHECK (((proposed_by IS NULL) OR (resolved_by IS NULL) OR (resolved_by <> proposed_by))),
    CONSTRAINT ops_case_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX ops_case_by_payout ON public.ops_case USING btree (payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX ops_case_by_tenant ON public.ops_case USING btree (tenant_id, id DESC);
CREATE INDEX ops_case_open ON public.ops_case USING btree (tenant_id, due_at) WHERE (status <> 'resolved'::text);

CREATE TABLE payout (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    reference text NOT NULL,
    state text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    amount money_amount NOT NULL,
    currency currency_code NOT NULL,
    funding_asked text COLLATE "C" NOT NULL,
    funded boolean NOT NULL,
    provider provider_name NOT NULL,
    beneficiary jsonb NOT NULL,
    sender jsonb NOT NULL,
    purpose text,
    metadata jsonb NOT NULL,
    submit_after timestamp with time zone,
    submit_before timestamp with time zone,
    attempt integer DEFAULT 1 NOT NULL,
    provider_payout_id text COLLATE "C",
    provider_sequence bigint,
    provider_time timestamp with time zone,
    failure_code text,
    failure_fault text COLLATE "C",
    failure_message text,
    hold_reason text COLLATE "C",
    hold_message text,
    due_at timestamp with time zone,
    lease_epoch bigint DEFAULT 0 NOT NULL,
    lease_owner text COLLATE "C",
    lease_until timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    lookups integer DEFAULT 0 NOT NULL,
    status_checks integer DEFAULT 0 NOT NULL,
    ever_submitted boolean DEFAULT false NOT NULL,
    ever_unknown boolean DEFAULT false NOT NULL,
    terms_differ boolean DEFAULT false NOT NULL,
    said_duplicate boolean DEFAULT false NOT NULL,
    absent_since timestamp with time zone,
    unknown_since timestamp with time zone,
    sent_at timestamp with time zone,
    paid_at timestamp with time zone,
    closed_at timestamp with time zone,
    created_by id_text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    batch_id id_text,
    returned_amount numeric(24,4),
    returned_currency currency_code,
    settled_by text,
    silent_checks integer DEFAULT 0 NOT NULL,
    alive_attempt integer,
    alive_besides integer[] DEFAULT '{}'::integer[] NOT NULL,
    throttled boolean DEFAULT false NOT NULL,
    CONSTRAINT payout_pkey PRIMARY KEY (id),
    CONSTRAINT payout_active_has_something_due CHECK (((state <> ALL (ARRAY['ready'::text, 'submission_unknown'::text, 'sent'::text])) OR (due_at IS NOT NULL))),
    CONSTRAINT payout_alive_attempt_is_another CHECK ((alive_attempt <> attempt)),
    CONSTRAINT payout_alive_attempt_is_its_own FOREIGN KEY (id, alive_attempt) REFERENCES attempt(payout_id, number),
    CONSTRAINT payout_alive_besides_are_others CHECK ((attempt <> ALL (alive_besides))),
    CONSTRAINT payout_alive_besides_come_after CHECK (((cardinality(alive_besides) = 0) OR ((alive_attempt IS NOT NULL) AND (alive_attempt < ALL (alive_besides))))),
    CONSTRAINT payout_attempt_check CHECK ((attempt > 0)),
    CONSTRAINT payout_awaiting_is_unfunded CHECK (((state <> 'awaiting_funds'::text) OR (NOT funded))),
    CONSTRAINT payout_batch_of_same_tenant FOREIGN KEY (tenant_id, batch_id) REFERENCES payout_batch(tenant_id, id),
    CONSTRAINT payout_closed_is_timed CHECK (((state = ANY (ARRAY['paid'::text, 'failed'::text, 'returned'::text, 'cancelled'::text])) = (closed_at IS NOT NULL))),
    CONSTRAINT payout_created_by_fkey FOREIGN KEY (created_by) REFERENCES credential(id),
    CONSTRAINT payout_deadline_after_start CHECK ((submit_before > submit_after)),
    CONSTRAINT payout_failed_has_reason CHECK (((state = 'failed'::text) = (failure_code IS NOT NULL))),
    CONSTRAINT payout_failure_fault_check CHECK ((failure_fault = ANY (ARRAY['provider'::text, 'beneficiary'::text, 'platform'::text]))),
    CONSTRAINT payout_final_has_nothing_due CHECK (((state <> ALL (ARRAY['failed'::text, 'returned'::text, 'cancelled'::text])) OR (due_at IS NULL))),
    CONSTRAINT payout_funding_asked_check CHECK ((funding_asked = ANY (ARRAY['cleared'::text, 'pending'::text]))),
    CONSTRAINT payout_held_has_reason CHECK (((state = 'held'::text) = (hold_reason IS NOT NULL))),
    CONSTRAINT payout_hold_reason_check CHECK ((hold_reason = ANY (ARRAY['operator'::text, 'platform_fault'::text, 'retries_used_up'::text, 'data_missing'::text]))),
    CONSTRAINT payout_lease_is_whole CHECK (((lease_owner IS NULL) = (lease_until IS NULL))),
    CONSTRAINT payout_marked_is_not_sent CHECK (((alive_attempt IS NULL) OR (state = ANY (ARRAY['submitting'::text, 'submission_unknown'::text, 'sent'::text, 'paid'::text, 'returned'::text])))),
    CONSTRAINT payout_paid_is_timed CHECK (((state <> 'paid'::text) OR (paid_at IS NOT NULL))),
    CONSTRAINT payout_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 64))),
    CONSTRAINT payout_reference_once_per_tenant UNIQUE (tenant_id, reference),
    CONSTRAINT payout_returned_amount_not_negative CHECK ((returned_amount >= (0)::numeric)),
    CONSTRAINT payout_returned_money_came_back CHECK (((returned_amount IS NULL) OR (state = 'returned'::text))),
    CONSTRAINT payout_returned_money_is_whole CHECK (((returned_amount IS NULL) = (returned_currency IS NULL))),
    CONSTRAINT payout_sent_is_timed CHECK (((state <> 'sent'::text) OR (sent_at IS NOT NULL))),
    CONSTRAINT payout_silent_checks_not_negative CHECK ((silent_checks >= 0)),
    CONSTRAINT payout_state_check CHECK ((state = ANY (ARRAY['awaiting_funds'::text, 'ready'::text, 'submitting'::text, 'submission_unknown'::text, 'sent'::text, 'held'::text, 'paid'::text, 'failed'::text, 'returned'::text, 'cancelled'::text]))),
    CONSTRAINT payout_submitting_has_lease CHECK (((state <> 'submitting'::text) OR ((lease_until IS NOT NULL) AND ever_submitted))),
    CONSTRAINT payout_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id),
    CONSTRAINT payout_throttled_is_unknown CHECK (((NOT throttled) OR (state = 'submission_unknown'::text))),
    CONSTRAINT payout_unfunded_is_not_sent CHECK ((funded OR (state = ANY (ARRAY['awaiting_funds'::text, 'held'::text, 'cancelled'::text])))),
    CONSTRAINT payout_unknown_was_submitted CHECK (((state <> 'submission_unknown'::text) OR (ever_submitted AND ever_unknown AND (unknown_since IS NOT NULL)))),
    CONSTRAINT payout_version_check CHECK ((version > 0))
);
CREATE INDEX payout_by_batch ON public.payout USING btree (batch_id, id DESC) WHERE (batch_id IS NOT NULL);
CREATE UNIQUE INDEX payout_by_provider_id ON public.payout USING btree (provider, provider_payout_id) WHERE (provider_payout_id IS NOT NULL);
CREATE INDEX payout_by_tenant ON public.payout USING btree (tenant_id, id DESC);
CREATE INDEX payout_by_tenant_created ON public.payout USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX payout_by_tenant_provider ON public.payout USING btree (tenant_id, provider, id DESC);
CREATE INDEX payout_by_tenant_state ON public.payout USING btree (tenant_id, state, id DESC);
CREATE INDEX payout_deadline ON public.payout USING btree (submit_before) WHERE ((submit_before IS NOT NULL) AND (state = ANY (ARRAY['awaiting_funds'::text, 'ready'::text, 'held'::text])));
CREATE INDEX payout_leased ON public.payout USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX payout_open_in_batch ON public.payout USING btree (batch_id) WHERE ((batch_id IS NOT NULL) AND (closed_at IS NULL));
CREATE INDEX payout_paid ON public.payout USING btree (provider, paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX payout_to_ask ON public.payout USING btree (provider, state, due_at) WHERE ((due_at IS NOT NULL) AND (state = ANY (ARRAY['submission_unknown'::text, 'sent'::text, 'paid'::text])));
CREATE INDEX payout_to_send ON public.payout USING btree (provider, currency, tenant_id, ((tries > 0)), due_at) WHERE (state = 'ready'::text);
CREATE INDEX payout_under_way ON public.payout USING btree (provider, state, currency) INCLUDE (amount, tenant_id) WHERE (closed_at IS NULL);
CREATE INDEX payout_unknown ON public.payout USING btree (provider, currency) WHERE (state = 'submission_unknown'::text);

CREATE TABLE payout_batch (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    payouts integer NOT NULL,
    created_by id_text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT payout_batch_pkey PRIMARY KEY (id),
    CONSTRAINT payout_batch_created_by_fkey FOREIGN KEY (created_by) REFERENCES credential(id),
    CONSTRAINT payout_batch_is_whole TRIGGER DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT payout_batch_of_tenant UNIQUE (tenant_id, id),
    CONSTRAINT payout_batch_payouts_check CHECK (((payouts >= 1) AND (payouts <= 1000))),
    CONSTRAINT payout_batch_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE TRIGGER payout_batch_append_only BEFORE DELETE OR UPDATE ON public.payout_batch FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER payout_batch_is_whole AFTER INSERT ON public.payout_batch DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_partial_batch();

CREATE TABLE payout_event (
    id id_text NOT NULL,
    payout_id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    sequence integer NOT NULL,
    type text COLLATE "C" NOT NULL,
    applied boolean NOT NULL,
    from_state text COLLATE "C",
    to_state text COLLATE "C",
    reason text,
    evidence text COLLATE "C" NOT NULL,
    actor text NOT NULL,
    attempt integer,
    occurred_at timestamp with time zone,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT payout_event_pkey PRIMARY KEY (id),
    CONSTRAINT payout_event_applied_has_state CHECK ((applied = (to_state IS NOT NULL))),
    CONSTRAINT payout_event_evidence_check CHECK ((evidence = ANY (ARRAY['unsigned_hint'::text, 'signed_webhook'::text, 'authenticated_query'::text, 'report'::text, 'person'::text, 'own_record'::text]))),
    CONSTRAINT payout_event_in_order UNIQUE (payout_id, sequence),
    CONSTRAINT payout_event_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT payout_event_refused_has_reason CHECK ((applied OR (reason IS NOT NULL))),
    CONSTRAINT payout_event_sequence_check CHECK ((sequence > 0))
);
CREATE TRIGGER payout_event_append_only BEFORE DELETE OR UPDATE ON public.payout_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE provider_call (
    id id_text NOT NULL,
    provider provider_name NOT NULL,
    payout_id id_text,
    tenant_id id_text,
    attempt integer,
    operation text COLLATE "C" NOT NULL,
    method text COLLATE "C" NOT NULL,
    url text NOT NULL,
    request_headers jsonb NOT NULL,
    request_body text,
    phase text COLLATE "C" NOT NULL,
    status smallint,
    response_headers jsonb,
    response_body text,
    outcome text COLLATE "C" NOT NULL,
    error text,
    correlation_id text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    duration_micros bigint NOT NULL,
    CONSTRAINT provider_call_pkey PRIMARY KEY (id),
    CONSTRAINT provider_call_answered_has_status CHECK (((phase = 'answered'::text) = (status IS NOT NULL))),
    CONSTRAINT provider_call_duration_micros_check CHECK ((duration_micros >= 0)),
    CONSTRAINT provider_call_operation_check CHECK ((operation = ANY (ARRAY['submit'::text, 'prepare'::text, 'lookup'::text, 'status'::text, 'report'::text]))),
    CONSTRAINT provider_call_phase_check CHECK ((phase = ANY (ARRAY['not_connected'::text, 'handed_over'::text, 'answered'::text])))
);
CREATE INDEX provider_call_by_age ON public.provider_call USING btree (started_at);
CREATE INDEX provider_call_by_payout ON public.provider_call USING btree (payout_id, id);
CREATE INDEX provider_call_by_request ON public.provider_call USING btree (correlation_id, id);
CREATE INDEX provider_call_by_tenant ON public.provider_call USING btree (tenant_id, id DESC);
CREATE INDEX provider_call_submitted ON public.provider_call USING btree (started_at) WHERE (operation = 'submit'::text);
CREATE TRIGGER provider_call_append_only BEFORE UPDATE ON public.provider_call FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE provider_control (
    provider provider_name NOT NULL,
    paused_at timestamp with time zone,
    paused_by text,
    pause_reason text,
    CONSTRAINT provider_control_pkey PRIMARY KEY (provider),
    CONSTRAINT provider_control_pause_is_whole CHECK ((((paused_at IS NULL) = (paused_by IS NULL)) AND ((paused_at IS NULL) = (pause_reason IS NULL)))),
    CONSTRAINT provider_control_pause_reason_check CHECK (((length(pause_reason) >= 1) AND (length(pause_reason) <= 500)))
);

CREATE TABLE provider_exposure (
    provider provider_name NOT NULL,
    currency currency_code NOT NULL,
    reached_at timestamp with time zone,
    CONSTRAINT provider_exposure_pkey PRIMARY KEY (provider, currency)
);

CREATE TABLE provider_minute (
    provider provider_name NOT NULL,
    slot smallint NOT NULL,
    minute bigint NOT NULL,
    first_submissions integer NOT NULL,
    retries integer NOT NULL,
    CONSTRAINT provider_minute_pkey PRIMARY KEY (provider, slot),
    CONSTRAINT provider_minute_first_submissions_check CHECK ((first_submissions >= 0)),
    CONSTRAINT provider_minute_has_its_slot CHECK ((slot = (minute % (16)::bigint))),
    CONSTRAINT provider_minute_retries_check CHECK ((retries >= 0))
);
ALTER TABLE provider_minute SET (fillfactor=50);

CREATE TABLE provider_pace (
    provider provider_name NOT NULL,
    next_free timestamp with time zone NOT NULL,
    CONSTRAINT provider_pace_pkey PRIMARY KEY (provider)
);
ALTER TABLE provider_pace SET (fillfactor=50);

CREATE TABLE reconciliation (
    id id_text NOT NULL,
    provider provider_name NOT NULL,
    business_date date NOT NULL,
    report_id id_text,
    status text COLLATE "C" NOT NULL,
    compared integer DEFAULT 0 NOT NULL,
    matched integer DEFAULT 0 NOT NULL,
    carried_over integer DEFAULT 0 NOT NULL,
    cases_opened integer DEFAULT 0 NOT NULL,
    sums jsonb DEFAULT '{}'::jsonb NOT NULL,
    failure text,
    started_by text NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_until timestamp with time zone,
    finished_at timestamp with time zone,
    nightly boolean DEFAULT false NOT NULL,
    lines integer DEFAULT 0 NOT NULL,
    payouts integer DEFAULT 0 NOT NULL,
    differences jsonb DEFAULT '{}'::jsonb NOT NULL,
    compared_reports text[] COLLATE "C" DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT reconciliation_pkey PRIMARY KEY (id),
    CONSTRAINT reconciliation_end_is_timed CHECK (((status = 'running'::text) = (finished_at IS NULL))),
    CONSTRAINT reconciliation_failure_has_reason CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
    CONSTRAINT reconciliation_finished_has_report CHECK (((status <> 'finished'::text) OR (report_id IS NOT NULL))),
    CONSTRAINT reconciliation_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id),
    CONSTRAINT reconciliation_status_check CHECK ((status = ANY (ARRAY['running'::text, 'finished'::text, 'failed'::text])))
);
CREATE INDEX reconciliation_by_day ON public.reconciliation USING btree (provider, business_date, id DESC);
CREATE UNIQUE INDEX reconciliation_once_a_night ON public.reconciliation USING btree (provider, business_date, report_id) WHERE (nightly AND (status = 'finished'::text));
CREATE UNIQUE INDEX reconciliation_one_at_a_time ON public.reconciliation USING btree (provider, business_date) WHERE (status = 'running'::text);

CREATE TABLE reconciliation_item (
    reconciliation_id id_text NOT NULL,
    item integer NOT NULL,
    entry integer NOT NULL,
    payout_id id_text,
    report_id id_text,
    line integer,
    outcome text COLLATE "C",
    CONSTRAINT reconciliation_item_pkey PRIMARY KEY (reconciliation_id, item, entry),
    CONSTRAINT reconciliation_item_is_about_something CHECK ((((payout_id IS NULL) = (line IS NOT NULL)) AND ((report_id IS NULL) = (line IS NULL)))),
    CONSTRAINT reconciliation_item_line_fkey FOREIGN KEY (report_id, line) REFERENCES report_line(report_id, line),
    CONSTRAINT reconciliation_item_outcome_check CHECK ((outcome = ANY (ARRAY['matched'::text, 'carried_over'::text, 'differs'::text]))),
    CONSTRAINT reconciliation_item_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT reconciliation_item_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliation(id)
);

CREATE TABLE report (
    id id_text NOT NULL,
    originator provider_name NOT NULL,
    business_date date NOT NULL,
    content_hash bytea NOT NULL,
    content_type text NOT NULL,
    status text COLLATE "C" NOT NULL,
    reason text,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    delivery_id bigint NOT NULL,
    fault text COLLATE "C",
    proposed_by text,
    proposed_reason text,
    proposed_at timestamp with time zone,
    CONSTRAINT report_pkey PRIMARY KEY (id),
    CONSTRAINT report_content_hash_check CHECK ((octet_length(content_hash) = 32)),
    CONSTRAINT report_content_once UNIQUE (originator, content_hash),
    CONSTRAINT report_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES report_delivery(id),
    CONSTRAINT report_proposal_is_whole CHECK ((((proposed_by IS NULL) = (proposed_at IS NULL)) AND ((proposed_by IS NULL) = (proposed_reason IS NULL)))),
    CONSTRAINT report_proposed_in_quarantine CHECK (((proposed_by IS NULL) OR (status = 'quarantined'::text))),
    CONSTRAINT report_quarantine_has_fault CHECK (((status = 'quarantined'::text) = (fault IS NOT NULL))),
    CONSTRAINT report_quarantine_has_reason CHECK (((status <> 'quarantined'::text) OR (reason IS NOT NULL))),
    CONSTRAINT report_status_check CHECK ((status = ANY (ARRAY['received'::text, 'quarantined'::text, 'accepted'::text, 'suppressed'::text, 'superseded'::text, 'rejected'::text])))
);
CREATE INDEX report_by_day ON public.report USING btree (originator, business_date, id DESC);
CREATE INDEX report_unread ON public.report USING btree (delivery_id) WHERE (status = 'received'::text);

CREATE TABLE report_change (
    report_id id_text NOT NULL,
    superseded_id id_text NOT NULL,
    number integer NOT NULL,
    reference text,
    provider_payout_id text,
    before text,
    after text,
    CONSTRAINT report_change_pkey PRIMARY KEY (report_id, superseded_id, number),
    CONSTRAINT report_change_changes CHECK ((before IS DISTINCT FROM after)),
    CONSTRAINT report_change_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id),
    CONSTRAINT report_change_superseded_id_fkey FOREIGN KEY (superseded_id) REFERENCES report(id)
);

CREATE TABLE report_chunk (
    delivery_id bigint NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT report_chunk_pkey PRIMARY KEY (delivery_id, number),
    CONSTRAINT report_chunk_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES report_delivery(id),
    CONSTRAINT report_chunk_number_check CHECK ((number >= 0))
);

CREATE TABLE report_delivery (
    id bigint NOT NULL,
    originator provider_name NOT NULL,
    way text COLLATE "C" NOT NULL,
    label text NOT NULL,
    business_date date NOT NULL,
    content_type text NOT NULL,
    checksum bytea,
    signature bytea,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    content_hash bytea,
    size bigint,
    decision text COLLATE "C",
    reason text COLLATE "C",
    evidence text,
    suppressed_by bigint,
    decided_at timestamp with time zone,
    expected text,
    found text,
    resume_at timestamp with time zone DEFAULT now() NOT NULL,
    resume_faults integer DEFAULT 0 NOT NULL,
    signer text,
    doubt text COLLATE "C",
    doubt_evidence text,
    proofs jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT report_delivery_pkey PRIMARY KEY (id),
    CONSTRAINT report_delivery_decided_is_whole CHECK ((((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NULL) OR (content_hash IS NOT NULL)))),
    CONSTRAINT report_delivery_decision_check CHECK ((decision = ANY (ARRAY['accept'::text, 'quarantine'::text, 'suppress'::text]))),
    CONSTRAINT report_delivery_doubt_check CHECK ((doubt = ANY (ARRAY['signer_unknown'::text, 'signature_bad'::text]))),
    CONSTRAINT report_delivery_doubt_has_evidence CHECK (((doubt IS NULL) = (doubt_evidence IS NULL))),
    CONSTRAINT report_delivery_expected_in_quarantine CHECK ((((expected IS NULL) AND (found IS NULL)) OR (NOT (decision IS DISTINCT FROM 'quarantine'::text)))),
    CONSTRAINT report_delivery_hash_is_sha256 CHECK ((octet_length(content_hash) = 32)),
    CONSTRAINT report_delivery_label_check CHECK ((length(label) <= 255)),
    CONSTRAINT report_delivery_proofs_is_a_list CHECK ((jsonb_typeof(proofs) = 'array'::text)),
    CONSTRAINT report_delivery_quarantine_has_evidence CHECK ((((NOT (decision IS DISTINCT FROM 'quarantine'::text)) = (reason IS NOT NULL)) AND ((reason IS NULL) = (evidence IS NULL)))),
    CONSTRAINT report_delivery_resume_faults_check CHECK ((resume_faults >= 0)),
    CONSTRAINT report_delivery_signed_or_doubted CHECK (((signer IS NULL) OR (doubt IS NULL))),
    CONSTRAINT report_delivery_size_check CHECK ((size >= 0)),
    CONSTRAINT report_delivery_suppressed_by_fkey FOREIGN KEY (suppressed_by) REFERENCES report_delivery(id),
    CONSTRAINT report_delivery_suppressed_by_one CHECK (((NOT (decision IS DISTINCT FROM 'suppress'::text)) = (suppressed_by IS NOT NULL))),
    CONSTRAINT report_delivery_way_check CHECK ((way = ANY (ARRAY['fetched'::text, 'picked_up'::text, 'sent'::text, 'brought'::text]))),
    CONSTRAINT report_delivery_whole_has_hash CHECK (((content_hash IS NULL) = (size IS NULL)))
);
CREATE UNIQUE INDEX report_delivery_accepted_once ON public.report_delivery USING btree (originator, content_hash) WHERE (decision = 'accept'::text);
CREATE INDEX report_delivery_doubted ON public.report_delivery USING btree (originator, received_at) WHERE (doubt IS NOT NULL);
CREATE INDEX report_delivery_of_content ON public.report_delivery USING btree (originator, content_hash);
CREATE INDEX report_delivery_undecided ON public.report_delivery USING btree (resume_at) WHERE ((decision IS NULL) AND (content_hash IS NOT NULL));

CREATE TABLE report_entry (
    report_id id_text NOT NULL,
    sequence integer NOT NULL,
    action text COLLATE "C" NOT NULL,
    text text,
    actor text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT report_entry_pkey PRIMARY KEY (report_id, sequence),
    CONSTRAINT report_entry_action_check CHECK ((action = ANY (ARRAY['brought'::text, 'accepted'::text, 'quarantined'::text, 'read'::text, 'verify_asked'::text, 'release_proposed'::text, 'released'::text, 'rejected'::text, 'downloaded'::text]))),
    CONSTRAINT report_entry_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id),
    CONSTRAINT report_entry_sequence_check CHECK ((sequence > 0))
);
CREATE TRIGGER report_entry_append_only BEFORE DELETE OR UPDATE ON public.report_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE report_facts (
    report_id id_text NOT NULL,
    message_id text,
    written_at timestamp with time zone,
    rows integer NOT NULL,
    proofs text[] NOT NULL,
    CONSTRAINT report_facts_pkey PRIMARY KEY (report_id),
    CONSTRAINT report_facts_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id),
    CONSTRAINT report_facts_rows_check CHECK ((rows >= 0))
);

CREATE TABLE report_file (
    provider provider_name NOT NULL,
    path text NOT NULL,
    size bigint NOT NULL,
    modified_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    waits_for text,
    business_date date,
    tries jsonb DEFAULT '[]'::jsonb NOT NULL,
    refused text,
    taken_at timestamp with time zone,
    content_hash bytea,
    CONSTRAINT report_file_pkey PRIMARY KEY (provider, path, size, modified_at),
    CONSTRAINT report_file_hash_is_sha256 CHECK ((octet_length(content_hash) = 32)),
    CONSTRAINT report_file_size_not_negative CHECK ((size >= 0)),
    CONSTRAINT report_file_taken_has_a_hash CHECK (((taken_at IS NULL) = (content_hash IS NULL))),
    CONSTRAINT report_file_taken_or_refused CHECK (((taken_at IS NULL) OR (refused IS NULL))),
    CONSTRAINT report_file_tries_is_a_list CHECK ((jsonb_typeof(tries) = 'array'::text))
);
CREATE INDEX report_file_waiting ON public.report_file USING btree (provider, business_date) WHERE (taken_at IS NULL);

CREATE TABLE report_line (
    report_id id_text NOT NULL,
    line integer NOT NULL,
    reference text,
    provider_payout_id text,
    amount numeric(24,4),
    currency currency_code,
    status text COLLATE "C" NOT NULL,
    provider_word text NOT NULL,
    settled_at timestamp with time zone,
    returned_amount numeric(24,4),
    returned_currency currency_code,
    kind text COLLATE "C" DEFAULT 'payout'::text NOT NULL,
    part integer DEFAULT 0 NOT NULL,
    names text[],
    batch text,
    batch_count integer,
    place integer,
    CONSTRAINT report_line_pkey PRIMARY KEY (report_id, line),
    CONSTRAINT report_line_batch_count_check CHECK ((batch_count >= 0)),
    CONSTRAINT report_line_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'return'::text, 'fee'::text, 'batch'::text, 'other'::text]))),
    CONSTRAINT report_line_line_check CHECK ((line > 0)),
    CONSTRAINT report_line_money_is_whole CHECK (((amount IS NULL) = (currency IS NULL))),
    CONSTRAINT report_line_part_check CHECK ((part >= 0)),
    CONSTRAINT report_line_place_check CHECK ((place > 0)),
    CONSTRAINT report_line_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id),
    CONSTRAINT report_line_returned_amount_not_negative CHECK ((returned_amount >= (0)::numeric)),
    CONSTRAINT report_line_returned_money_is_whole CHECK (((returned_amount IS NULL) = (returned_currency IS NULL))),
    CONSTRAINT report_line_sized_is_not_negative CHECK (((kind <> ALL (ARRAY['payout'::text, 'return'::text])) OR (amount >= (0)::numeric))),
    CONSTRAINT report_line_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'paid'::text, 'failed'::text, 'returned'::text, 'cancelled'::text])))
);
CREATE INDEX report_line_odd_kinds ON public.report_line USING btree (report_id, kind) WHERE (kind = ANY (ARRAY['fee'::text, 'batch'::text, 'other'::text]));
CREATE INDEX report_line_provider_payout ON public.report_line USING btree (provider_payout_id COLLATE "C");
CREATE INDEX report_line_reference ON public.report_line USING btree (reference COLLATE "C");

CREATE TABLE report_match (
    report_id id_text NOT NULL,
    line integer NOT NULL,
    payout_id id_text NOT NULL,
    rule text COLLATE "C" NOT NULL,
    matched_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT report_match_pkey PRIMARY KEY (report_id, line, payout_id),
    CONSTRAINT report_match_line_fkey FOREIGN KEY (report_id, line) REFERENCES report_line(report_id, line),
    CONSTRAINT report_match_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT report_match_rule_check CHECK ((rule = ANY (ARRAY['other_name'::text, 'written_otherwise'::text, 'batch'::text])))
);
CREATE UNIQUE INDEX report_match_names_one ON public.report_match USING btree (report_id, line) WHERE (rule <> 'batch'::text);
CREATE INDEX report_match_payout ON public.report_match USING btree (payout_id);

CREATE TABLE report_part (
    report_id id_text NOT NULL,
    part integer NOT NULL,
    id text,
    account bytea,
    currency currency_code,
    sequence bigint,
    page integer,
    last_page boolean,
    from_at timestamp with time zone,
    to_at timestamp with time zone,
    opening numeric,
    closing numeric,
    booked numeric,
    booked_entries integer NOT NULL,
    pending_entries integer NOT NULL,
    copy boolean NOT NULL,
    CONSTRAINT report_part_pkey PRIMARY KEY (report_id, part),
    CONSTRAINT report_part_account_check CHECK ((octet_length(account) = 32)),
    CONSTRAINT report_part_page_is_whole CHECK (((page IS NULL) = (last_page IS NULL))),
    CONSTRAINT report_part_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id)
);

CREATE TABLE report_source (
    provider provider_name NOT NULL,
    place text NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_until timestamp with time zone,
    lease_epoch bigint DEFAULT 0 NOT NULL,
    tries jsonb DEFAULT '[]'::jsonb NOT NULL,
    told boolean DEFAULT false NOT NULL,
    stopped text,
    stopped_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    looked_at timestamp with time zone,
    CONSTRAINT report_source_pkey PRIMARY KEY (provider),
    CONSTRAINT report_source_stopped_at_a_time CHECK (((stopped IS NULL) = (stopped_at IS NULL))),
    CONSTRAINT report_source_stopped_is_told CHECK (((stopped IS NULL) OR told)),
    CONSTRAINT report_source_tries_is_a_list CHECK ((jsonb_typeof(tries) = 'array'::text))
);

CREATE TABLE report_try (
    delivery_id bigint NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    fault text NOT NULL,
    CONSTRAINT report_try_pkey PRIMARY KEY (delivery_id, number),
    CONSTRAINT report_try_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES report_delivery(id)
);

CREATE TABLE tenant (
    id id_text NOT NULL,
    name text COLLATE "C" NOT NULL,
    operator boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT tenant_pkey PRIMARY KEY (id),
    CONSTRAINT tenant_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,63}$'::text)),
    CONSTRAINT tenant_name_key UNIQUE (name)
);
CREATE UNIQUE INDEX tenant_one_operator ON public.tenant USING btree (operator) WHERE operator;

CREATE TABLE webhook_attempt (
    delivery_id id_text NOT NULL,
    number integer NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    reason text,
    started_at timestamp with time zone NOT NULL,
    duration_ms bigint,
    url text NOT NULL,
    address text COLLATE "C",
    request_headers jsonb NOT NULL,
    response_status smallint,
    response_headers jsonb,
    response_body text,
    response_truncated boolean,
    CONSTRAINT webhook_attempt_pkey PRIMARY KEY (delivery_id, number),
    CONSTRAINT webhook_attempt_answered_has_all_of_it CHECK ((((response_status IS NOT NULL) = (outcome = ANY (ARRAY['delivered'::text, 'refused'::text]))) AND (num_nulls(response_status, response_headers, response_body, response_truncated) = ANY (ARRAY[0, 4])))),
    CONSTRAINT webhook_attempt_delivered_by_2xx CHECK (((outcome = 'delivered'::text) = ((response_status IS NOT NULL) AND ((response_status >= 200) AND (response_status <= 299))))),
    CONSTRAINT webhook_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_delivery(id) ON DELETE CASCADE,
    CONSTRAINT webhook_attempt_duration_ms_check CHECK ((duration_ms >= 0)),
    CONSTRAINT webhook_attempt_not_delivered_has_reason CHECK (((outcome = 'delivered'::text) = (reason IS NULL))),
    CONSTRAINT webhook_attempt_number_check CHECK ((number > 0)),
    CONSTRAINT webhook_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'no_answer'::text, 'not_connected'::text, 'address_refused'::text, 'not_signed'::text, 'interrupted'::text]))),
    CONSTRAINT webhook_attempt_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT webhook_attempt_response_body_check CHECK ((octet_length(response_body) <= 16384)),
    CONSTRAINT webhook_attempt_response_status_check CHECK (((response_status >= 100) AND (response_status <= 999)))
);
CREATE TRIGGER webhook_attempt_append_only BEFORE UPDATE ON public.webhook_attempt FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE webhook_delivery (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    endpoint_id id_text NOT NULL,
    kind text COLLATE "C" NOT NULL,
    message_id id_text NOT NULL,
    notification_id id_text,
    replay_id id_text,
    mode text COLLATE "C" NOT NULL,
    status text COLLATE "C" DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_epoch integer DEFAULT 0 NOT NULL,
    lease_until timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_delivery_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT webhook_delivery_ended_when_not_pending CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
    CONSTRAINT webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id),
    CONSTRAINT webhook_delivery_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'replay'::text, 'test'::text]))),
    CONSTRAINT webhook_delivery_lease_epoch_check CHECK ((lease_epoch >= 0)),
    CONSTRAINT webhook_delivery_leased_only_while_pending CHECK (((lease_until IS NULL) OR (status = 'pending'::text))),
    CONSTRAINT webhook_delivery_mode_check CHECK ((mode = ANY (ARRAY['full'::text, 'thin'::text]))),
    CONSTRAINT webhook_delivery_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id),
    CONSTRAINT webhook_delivery_of_a_replay_names_it CHECK (((kind = 'replay'::text) = (replay_id IS NOT NULL))),
    CONSTRAINT webhook_delivery_of_an_event_has_its_id CHECK ((((kind = 'test'::text) = (notification_id IS NULL)) AND ((notification_id IS NULL) OR ((notification_id)::text = (message_id)::text)))),
    CONSTRAINT webhook_delivery_replay_id_fkey FOREIGN KEY (replay_id) REFERENCES webhook_replay(id),
    CONSTRAINT webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT webhook_delivery_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX webhook_delivery_by_age ON public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_by_endpoint ON public.webhook_delivery USING btree (endpoint_id, id DESC);
CREATE INDEX webhook_delivery_by_event ON public.webhook_delivery USING btree (notification_id, endpoint_id) WHERE (notification_id IS NOT NULL);
CREATE INDEX webhook_delivery_by_replay ON public.webhook_delivery USING btree (replay_id, status) WHERE (replay_id IS NOT NULL);
CREATE INDEX webhook_delivery_by_tenant ON public.webhook_delivery USING btree (tenant_id, id DESC);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (endpoint_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_delivery_failed ON public.webhook_delivery USING btree (tenant_id, id DESC) WHERE (status = 'failed'::text);
CREATE INDEX webhook_delivery_leased ON public.webhook_delivery USING btree (endpoint_id) WHERE (lease_until IS NOT NULL);
CREATE UNIQUE INDEX webhook_delivery_one_per_event_and_endpoint ON public.webhook_delivery USING btree (notification_id, endpoint_id) WHERE (kind = 'event'::text);

CREATE TABLE webhook_endpoint (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    slot smallint NOT NULL,
    url text NOT NULL,
    events event_type[],
    mode text COLLATE "C" NOT NULL,
    description text,
    status text COLLATE "C" DEFAULT 'enabled'::text NOT NULL,
    disabled_reason text COLLATE "C",
    secret text COLLATE "C",
    previous_secret text COLLATE "C",
    previous_secret_valid_until timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by id_text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    signing text COLLATE "C" DEFAULT 'hmac_sha256'::text NOT NULL,
    public_key text COLLATE "C",
    previous_signing text COLLATE "C",
    previous_public_key text COLLATE "C",
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    rest_until timestamp with time zone,
    CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_endpoint_created_by_fkey FOREIGN KEY (created_by) REFERENCES credential(id),
    CONSTRAINT webhook_endpoint_deleted_has_no_secret CHECK ((((deleted_at IS NULL) = (secret IS NOT NULL)) AND ((deleted_at IS NULL) OR (previous_secret IS NULL)))),
    CONSTRAINT webhook_endpoint_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
    CONSTRAINT webhook_endpoint_disabled_has_reason CHECK (((status = 'disabled'::text) = (disabled_reason IS NOT NULL))),
    CONSTRAINT webhook_endpoint_disabled_reason_check CHECK ((disabled_reason ~ '^[a-z][a-z_]{0,63}$'::text)),
    CONSTRAINT webhook_endpoint_events_check CHECK ((cardinality(events) > 0)),
    CONSTRAINT webhook_endpoint_failing_since_its_first_failure CHECK (((failures = 0) = (failing_since IS NULL))),
    CONSTRAINT webhook_endpoint_failures_check CHECK ((failures >= 0)),
    CONSTRAINT webhook_endpoint_mode_check CHECK ((mode = ANY (ARRAY['full'::text, 'thin'::text]))),
    CONSTRAINT webhook_endpoint_overlap_is_whole CHECK (((previous_secret IS NULL) = (previous_secret_valid_until IS NULL))),
    CONSTRAINT webhook_endpoint_pair_has_public_key CHECK (((signing = 'ed25519'::text) = (public_key IS NOT NULL))),
    CONSTRAINT webhook_endpoint_previous_is_whole CHECK (((previous_signing IS NULL) = (previous_secret IS NULL))),
    CONSTRAINT webhook_endpoint_previous_pair_has_public_key CHECK (((previous_public_key IS NOT NULL) = (NOT (previous_signing IS DISTINCT FROM 'ed25519'::text)))),
    CONSTRAINT webhook_endpoint_previous_public_key_check CHECK ((previous_public_key ~ '^whpk_[0-9A-Za-z+/]{43}=$'::text)),
    CONSTRAINT webhook_endpoint_previous_secret_check CHECK ((previous_secret ~ '^[0-9a-f]{8}\.[0-9A-Za-z+/=]+$'::text)),
    CONSTRAINT webhook_endpoint_previous_signing_check CHECK ((previous_signing = ANY (ARRAY['hmac_sha256'::text, 'ed25519'::text]))),
    CONSTRAINT webhook_endpoint_public_key_check CHECK ((public_key ~ '^whpk_[0-9A-Za-z+/]{43}=$'::text)),
    CONSTRAINT webhook_endpoint_rests_only_when_failing CHECK (((rest_until IS NULL) OR (failures > 0))),
    CONSTRAINT webhook_endpoint_secret_check CHECK ((secret ~ '^[0-9a-f]{8}\.[0-9A-Za-z+/=]+$'::text)),
    CONSTRAINT webhook_endpoint_signing_check CHECK ((signing = ANY (ARRAY['hmac_sha256'::text, 'ed25519'::text]))),
    CONSTRAINT webhook_endpoint_slot_check CHECK (((slot >= 1) AND (slot <= 20))),
    CONSTRAINT webhook_endpoint_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
    CONSTRAINT webhook_endpoint_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id),
    CONSTRAINT webhook_endpoint_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048))),
    CONSTRAINT webhook_endpoint_version_check CHECK ((version > 0))
);
CREATE INDEX webhook_endpoint_by_tenant ON public.webhook_endpoint USING btree (tenant_id, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX webhook_endpoint_one_per_slot ON public.webhook_endpoint USING btree (tenant_id, slot) WHERE (deleted_at IS NULL);

CREATE TABLE webhook_event (
    id id_text NOT NULL,
    provider provider_name NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    message_id id_text NOT NULL,
    type text,
    reference text,
    provider_payout_id text,
    provider_word text NOT NULL,
    payload jsonb NOT NULL,
    status text COLLATE "C" NOT NULL,
    reason text,
    payout_id id_text,
    due_at timestamp with time zone,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    CONSTRAINT webhook_event_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_event_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 255))),
    CONSTRAINT webhook_event_message_id_fkey FOREIGN KEY (message_id) REFERENCES webhook_message(id),
    CONSTRAINT webhook_event_once_per_provider UNIQUE (provider, event_id),
    CONSTRAINT webhook_event_parked_is_due CHECK (((status = 'parked'::text) = (due_at IS NOT NULL))),
    CONSTRAINT webhook_event_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id),
    CONSTRAINT webhook_event_refused_has_reason CHECK (((status <> 'refused'::text) OR (reason IS NOT NULL))),
    CONSTRAINT webhook_event_status_check CHECK ((status = ANY (ARRAY['parked'::text, 'applied'::text, 'refused'::text, 'asked'::text, 'unmatched'::text])))
);
CREATE INDEX webhook_event_by_message ON public.webhook_event USING btree (message_id);
CREATE INDEX webhook_event_by_payout ON public.webhook_event USING btree (payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX webhook_event_due ON public.webhook_event USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE webhook_intake (
    provider provider_name NOT NULL,
    kind text COLLATE "C" NOT NULL,
    since timestamp with time zone NOT NULL,
    messages integer NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT webhook_intake_pkey PRIMARY KEY (provider, kind, since),
    CONSTRAINT webhook_intake_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT webhook_intake_kind_check CHECK ((kind = ANY (ARRAY['rejected'::text, 'hint'::text]))),
    CONSTRAINT webhook_intake_messages_check CHECK ((messages > 0))
);

CREATE TABLE webhook_message (
    id id_text NOT NULL,
    provider provider_name NOT NULL,
    headers jsonb NOT NULL,
    body bytea NOT NULL,
    verification text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    error text,
    tries integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    processed_at timestamp with time zone,
    reapplied_at timestamp with time zone,
    reapplication_id id_text,
    question text COLLATE "C",
    CONSTRAINT webhook_message_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_message_due_while_received CHECK (((status = 'received'::text) = (due_at IS NOT NULL))),
    CONSTRAINT webhook_message_question_of_a_hint_that_is_due CHECK (((question IS NULL) OR ((verification = 'hint'::text) AND (due_at IS NOT NULL) AND ((length(question) >= 1) AND (length(question) <= 100))))),
    CONSTRAINT webhook_message_reapplication_id_fkey FOREIGN KEY (reapplication_id) REFERENCES webhook_reapplication(id),
    CONSTRAINT webhook_message_reapplication_is_timed CHECK (((reapplication_id IS NULL) OR (reapplied_at IS NOT NULL))),
    CONSTRAINT webhook_message_rejected_is_quarantined CHECK (((verification = 'rejected'::text) = (status = 'quarantined'::text))),
    CONSTRAINT webhook_message_status_check CHECK ((status = ANY (ARRAY['received'::text, 'processed'::text, 'failed'::text, 'quarantined'::text]))),
    CONSTRAINT webhook_message_verification_check CHECK ((verification = ANY (ARRAY['verified'::text, 'answer'::text, 'hint'::text, 'test'::text, 'rejected'::text])))
);
CREATE INDEX webhook_message_by_provider ON public.webhook_message USING btree (provider, id DESC);
CREATE INDEX webhook_message_by_reapplication ON public.webhook_message USING btree (reapplication_id) WHERE (reapplication_id IS NOT NULL);
CREATE INDEX webhook_message_due ON public.webhook_message USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_message_failed ON public.webhook_message USING btree (id) WHERE (status = 'failed'::text);
CREATE INDEX webhook_message_forgettable ON public.webhook_message USING btree (received_at) WHERE (verification = ANY (ARRAY['rejected'::text, 'hint'::text, 'test'::text]));
CREATE UNIQUE INDEX webhook_message_once_per_question ON public.webhook_message USING btree (provider, question) WHERE (question IS NOT NULL);

CREATE TABLE webhook_reapplication (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    operator boolean NOT NULL,
    actor text NOT NULL,
    reason text NOT NULL,
    provider provider_name,
    from_at timestamp with time zone NOT NULL,
    to_at timestamp with time zone NOT NULL,
    total integer NOT NULL,
    seen integer DEFAULT 0 NOT NULL,
    put_back integer DEFAULT 0 NOT NULL,
    after_id id_text,
    through_id id_text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT webhook_reapplication_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_reapplication_counts_check CHECK (((total >= 0) AND (put_back >= 0) AND (seen >= put_back))),
    CONSTRAINT webhook_reapplication_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT webhook_reapplication_span_check CHECK ((from_at < to_at)),
    CONSTRAINT webhook_reapplication_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX webhook_reapplication_open ON public.webhook_reapplication USING btree (id) WHERE (ended_at IS NULL);

CREATE TABLE webhook_replay (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    endpoint_id id_text NOT NULL,
    event_id id_text,
    recorded_from timestamp with time zone,
    recorded_to timestamp with time zone,
    undelivered_only boolean NOT NULL,
    status text COLLATE "C" NOT NULL,
    total bigint NOT NULL,
    examined bigint DEFAULT 0 NOT NULL,
    queued bigint DEFAULT 0 NOT NULL,
    at_position bigint NOT NULL,
    last_position bigint NOT NULL,
    created_by id_text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT webhook_replay_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_replay_created_by_fkey FOREIGN KEY (created_by) REFERENCES credential(id),
    CONSTRAINT webhook_replay_ended_when_it_does_not_run CHECK (((status = 'running'::text) = (ended_at IS NULL))),
    CONSTRAINT webhook_replay_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id),
    CONSTRAINT webhook_replay_examined_check CHECK ((examined >= 0)),
    CONSTRAINT webhook_replay_of_one_or_of_a_span CHECK (((event_id IS NULL) = ((recorded_from IS NOT NULL) AND (recorded_to IS NOT NULL)))),
    CONSTRAINT webhook_replay_queued_check CHECK ((queued >= 0)),
    CONSTRAINT webhook_replay_status_check CHECK ((status = ANY (ARRAY['running'::text, 'finished'::text, 'superseded'::text, 'cancelled'::text]))),
    CONSTRAINT webhook_replay_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id),
    CONSTRAINT webhook_replay_total_check CHECK ((total >= 0))
);
CREATE INDEX webhook_replay_by_tenant ON public.webhook_replay USING btree (tenant_id, id DESC);
CREATE UNIQUE INDEX webhook_replay_one_runs_per_endpoint ON public.webhook_replay USING btree (endpoint_id) WHERE (status = 'running'::text);
