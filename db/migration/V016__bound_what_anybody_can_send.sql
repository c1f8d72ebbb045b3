-- Anybody who knows the address of a partner's webhooks can send to it. What is kept of messages that are rejected, or
-- that nothing proves to come from the partner, is bounded: so many and so many bytes in a span of time, and kept for a while.
CREATE TABLE webhook_intake (
    provider provider_name NOT NULL,
    kind text COLLATE "C" NOT NULL,
    since timestamptz NOT NULL,
    messages integer NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT webhook_intake_pkey PRIMARY KEY (provider, kind, since),
    CONSTRAINT webhook_intake_kind_check CHECK (kind IN ('rejected', 'hint')),
    CONSTRAINT webhook_intake_messages_check CHECK (messages > 0),
    CONSTRAINT webhook_intake_bytes_check CHECK (bytes >= 0)
);

-- A person has all messages of a span that failed processed again. The row is the work and its progress.
CREATE TABLE webhook_reapplication (
    id id_text NOT NULL,
    tenant_id id_text NOT NULL,
    operator boolean NOT NULL,
    actor text NOT NULL,
    reason text NOT NULL,
    provider provider_name,
    from_at timestamptz NOT NULL,
    to_at timestamptz NOT NULL,
    total integer NOT NULL,
    seen integer DEFAULT 0 NOT NULL,
    put_back integer DEFAULT 0 NOT NULL,
    -- The last message that was looked at, and the last one that belongs to it.
    after_id id_text,
    through_id id_text,
    created_at timestamptz DEFAULT now() NOT NULL,
    ended_at timestamptz,
    CONSTRAINT webhook_reapplication_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_reapplication_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant (id),
    CONSTRAINT webhook_reapplication_span_check CHECK (from_at < to_at),
    CONSTRAINT webhook_reapplication_counts_check CHECK (total >= 0 AND put_back >= 0 AND seen >= put_back),
    CONSTRAINT webhook_reapplication_reason_check CHECK (length(reason) BETWEEN 1 AND 500)
);
CREATE INDEX webhook_reapplication_open ON webhook_reapplication (id) WHERE ended_at IS NULL;

ALTER TABLE webhook_message
    ADD COLUMN reapplied_at timestamptz,
    ADD COLUMN reapplication_id id_text,
    ADD CONSTRAINT webhook_message_reapplication_id_fkey FOREIGN KEY (reapplication_id) REFERENCES webhook_reapplication (id),
    ADD CONSTRAINT webhook_message_reapplication_is_timed CHECK (reapplication_id IS NULL OR reapplied_at IS NOT NULL);
CREATE INDEX webhook_message_by_reapplication ON webhook_message (reapplication_id) WHERE reapplication_id IS NOT NULL;
CREATE INDEX webhook_message_failed ON webhook_message (id) WHERE status = 'failed';
-- What is forgotten again: rejected messages, and hints.
CREATE INDEX webhook_message_forgettable ON webhook_message (received_at) WHERE verification IN ('rejected', 'hint');
DROP INDEX webhook_message_rejected;
