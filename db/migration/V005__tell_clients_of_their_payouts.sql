-- What clients are told of their payouts: the event feed, the endpoints of theirs that events will be delivered to, and the key that seals the endpoints'
-- secrets where the operator gives none.

-- The closed list of the contract. payout.<status> for each change of status; created for the first; unresolved when a person has to find out what became of it.
CREATE DOMAIN event_type AS text COLLATE "C" CHECK (VALUE IN ('payout.created', 'payout.awaiting_funds', 'payout.ready', 'payout.submitting', 'payout.submission_unknown', 'payout.sent', 'payout.held', 'payout.paid', 'payout.failed', 'payout.returned', 'payout.cancelled', 'payout.unresolved'));

-- The end of each tenant's feed. Whoever numbers the tenant's events locks this row, so that positions are given one transaction after the other.
CREATE TABLE notification_stream (
    tenant_id      id_text PRIMARY KEY REFERENCES tenant,
    last_position  bigint NOT NULL DEFAULT 0 CHECK (last_position >= 0)
);

CREATE TABLE notification (
    -- The id of the entry of the payout's history that it tells of: nothing is told twice, and nothing that did not happen.
    id           id_text PRIMARY KEY REFERENCES payout_event,
    tenant_id    id_text NOT NULL,
    payout_id    id_text NOT NULL,
    type         event_type NOT NULL,
    occurred_at  timestamptz NOT NULL,
    -- json, not jsonb: it is answered with its members in the order in which they were written.
    data         json NOT NULL,
    -- The order of writing. Events of one payout are written under its row's lock, so they never stand the wrong way round.
    written      bigint GENERATED ALWAYS AS IDENTITY,
    -- Where it stands in the tenant's feed, from 1 without gaps; null until it is published. Transactions commit out of order, so that what is given while
    -- writing (an id, the time, the number above) is no place in a feed: a reader could pass it before it can be seen.
    position     bigint CHECK (position > 0),
    recorded_at  timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX notification_by_position ON notification (tenant_id, position) WHERE position IS NOT NULL;
CREATE INDEX notification_by_type ON notification (tenant_id, type, position) WHERE position IS NOT NULL;
CREATE INDEX notification_unpublished ON notification (tenant_id, written) WHERE position IS NULL;

CREATE FUNCTION notification_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
CREATE TRIGGER notification_append_only BEFORE UPDATE OR DELETE ON notification FOR EACH ROW EXECUTE FUNCTION notification_keeps();

-- Where a client wants its events delivered. Deleted ones stay, for what will have been delivered to them, without their secrets.
CREATE TABLE webhook_endpoint (
    id                           id_text PRIMARY KEY,
    tenant_id                    id_text NOT NULL REFERENCES tenant,
    -- Which of the tenant's places it takes. There are twenty, so that a tenant has at most as many.
    slot                         smallint NOT NULL CHECK (slot BETWEEN 1 AND 20),
    url                          text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
    -- Null for all, those that are added later included.
    events                       event_type[] CHECK (cardinality(events) > 0),
    mode                         text COLLATE "C" NOT NULL CHECK (mode IN ('full', 'thin')),
    description                  text CHECK (length(description) BETWEEN 1 AND 500),
    status                       text COLLATE "C" NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled')),
    disabled_reason              text COLLATE "C" CHECK (disabled_reason ~ '^[a-z][a-z_]{0,63}$'),
    -- Sealed: the id of the key, a dot, and the ciphertext, which opens in this row alone.
    secret                       text COLLATE "C" CHECK (secret ~ '^[0-9a-f]{8}\.[0-9A-Za-z+/=]+$'),
    previous_secret              text COLLATE "C" CHECK (previous_secret ~ '^[0-9a-f]{8}\.[0-9A-Za-z+/=]+$'),
    -- Until when the secret before counts beside the present one.
    previous_secret_valid_until  timestamptz,
    version                      integer NOT NULL DEFAULT 1 CHECK (version > 0),
    created_by                   id_text NOT NULL REFERENCES credential,
    created_at                   timestamptz NOT NULL DEFAULT now(),
    updated_at                   timestamptz NOT NULL DEFAULT now(),
    deleted_at                   timestamptz,
    CONSTRAINT webhook_endpoint_disabled_has_reason CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
    CONSTRAINT webhook_endpoint_overlap_is_whole CHECK ((previous_secret IS NULL) = (previous_secret_valid_until IS NULL)),
    CONSTRAINT webhook_endpoint_deleted_has_no_secret CHECK ((deleted_at IS NULL) = (secret IS NOT NULL) AND (deleted_at IS NULL OR previous_secret IS NULL))
);
CREATE UNIQUE INDEX webhook_endpoint_one_per_slot ON webhook_endpoint (tenant_id, slot) WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoint_by_tenant ON webhook_endpoint (tenant_id, id DESC) WHERE deleted_at IS NULL;

-- Made by the first node that starts without SEMEL_ENCRYPTION_KEYS, and shared by all. Whoever has the whole database has the secrets, too.
CREATE TABLE encryption_key (
    singleton   boolean PRIMARY KEY DEFAULT true,
    key         bytea NOT NULL CHECK (octet_length(key) = 32),
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT encryption_key_is_the_only_one CHECK (singleton)
);
CREATE TRIGGER encryption_key_append_only BEFORE UPDATE ON encryption_key FOR EACH ROW EXECUTE FUNCTION refuse_change();
