-- Events are delivered to the endpoints of clients: what is to be delivered, every attempt, events that are delivered again, and how each endpoint fares.

ALTER TABLE webhook_endpoint
    -- What its secrets are: whsec_ keys of HMAC-SHA256, or pairs of ed25519 keys, whose public halves clients may see at any time.
    ADD COLUMN signing              text COLLATE "C" NOT NULL DEFAULT 'hmac_sha256' CHECK (signing IN ('hmac_sha256', 'ed25519')),
    ADD COLUMN public_key           text COLLATE "C" CHECK (public_key ~ '^whpk_[0-9A-Za-z+/]{43}=$'),
    ADD COLUMN previous_signing     text COLLATE "C" CHECK (previous_signing IN ('hmac_sha256', 'ed25519')),
    ADD COLUMN previous_public_key  text COLLATE "C" CHECK (previous_public_key ~ '^whpk_[0-9A-Za-z+/]{43}=$'),
    -- Failed attempts in a row, and when the first of them was. From the third on nothing but one attempt at a time is made, and none before rest_until.
    ADD COLUMN failures             integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    ADD COLUMN failing_since        timestamptz,
    ADD COLUMN rest_until           timestamptz;
UPDATE webhook_endpoint SET previous_signing = 'hmac_sha256' WHERE previous_secret IS NOT NULL;
ALTER TABLE webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_pair_has_public_key CHECK ((signing = 'ed25519') = (public_key IS NOT NULL)),
    ADD CONSTRAINT webhook_endpoint_previous_is_whole CHECK ((previous_signing IS NULL) = (previous_secret IS NULL)),
    ADD CONSTRAINT webhook_endpoint_previous_pair_has_public_key CHECK ((previous_public_key IS NOT NULL) = (previous_signing IS NOT DISTINCT FROM 'ed25519')),
    ADD CONSTRAINT webhook_endpoint_failing_since_its_first_failure CHECK ((failures = 0) = (failing_since IS NULL)),
    ADD CONSTRAINT webhook_endpoint_rests_only_when_failing CHECK (rest_until IS NULL OR failures > 0);

-- A wish that events be delivered to an endpoint again: one, or those of a span. The range is walked a part at a time, by whichever node is free, and goes on
-- after a restart where it was.
CREATE TABLE webhook_replay (
    id                id_text PRIMARY KEY,
    tenant_id         id_text NOT NULL REFERENCES tenant,
    endpoint_id       id_text NOT NULL REFERENCES webhook_endpoint,
    event_id          id_text,
    -- When the events were recorded, from (inclusive) and to (exclusive).
    recorded_from     timestamptz,
    recorded_to       timestamptz,
    -- Whether those that the endpoint has taken, or that are still on their way to it, are left out.
    undelivered_only  boolean NOT NULL,
    status            text COLLATE "C" NOT NULL CHECK (status IN ('running', 'finished', 'superseded', 'cancelled')),
    -- How many events the span had, how many of them were looked at, and how many deliveries came of that.
    total             bigint NOT NULL CHECK (total >= 0),
    examined          bigint NOT NULL DEFAULT 0 CHECK (examined >= 0),
    queued            bigint NOT NULL DEFAULT 0 CHECK (queued >= 0),
    -- The place in the feed of the last event that was looked at, and of the last one to look at.
    at_position       bigint NOT NULL,
    last_position     bigint NOT NULL,
    created_by        id_text NOT NULL REFERENCES credential,
    created_at        timestamptz NOT NULL DEFAULT now(),
    ended_at          timestamptz,
    CONSTRAINT webhook_replay_of_one_or_of_a_span CHECK ((event_id IS NULL) = (recorded_from IS NOT NULL AND recorded_to IS NOT NULL)),
    CONSTRAINT webhook_replay_ended_when_it_does_not_run CHECK ((status = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX webhook_replay_one_runs_per_endpoint ON webhook_replay (endpoint_id) WHERE status = 'running';
CREATE INDEX webhook_replay_by_tenant ON webhook_replay (tenant_id, id DESC);

-- One message for one endpoint. Everything in it is fixed when it is made: the event's row never changes, and the mode stands here.
CREATE TABLE webhook_delivery (
    id               id_text PRIMARY KEY,
    tenant_id        id_text NOT NULL REFERENCES tenant,
    endpoint_id      id_text NOT NULL REFERENCES webhook_endpoint,
    kind             text COLLATE "C" NOT NULL CHECK (kind IN ('event', 'replay', 'test')),
    -- The webhook-id: the event's id, or of a test one of its own.
    message_id       id_text NOT NULL,
    notification_id  id_text REFERENCES notification,
    replay_id        id_text REFERENCES webhook_replay,
    mode             text COLLATE "C" NOT NULL CHECK (mode IN ('full', 'thin')),
    status           text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
    -- Attempts that were begun, those that nobody saw the end of included.
    attempts         integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    due_at           timestamptz NOT NULL DEFAULT now(),
    lease_epoch      integer NOT NULL DEFAULT 0 CHECK (lease_epoch >= 0),
    lease_until      timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now(),
    ended_at         timestamptz,
    CONSTRAINT webhook_delivery_of_an_event_has_its_id CHECK ((kind = 'test') = (notification_id IS NULL) AND (notification_id IS NULL OR notification_id = message_id)),
    CONSTRAINT webhook_delivery_of_a_replay_names_it CHECK ((kind = 'replay') = (replay_id IS NOT NULL)),
    CONSTRAINT webhook_delivery_ended_when_not_pending CHECK ((status = 'pending') = (ended_at IS NULL)),
    CONSTRAINT webhook_delivery_leased_only_while_pending CHECK (lease_until IS NULL OR status = 'pending')
);
-- An event is handed to an endpoint once; whoever wants it again asks for a replay.
CREATE UNIQUE INDEX webhook_delivery_one_per_event_and_endpoint ON webhook_delivery (notification_id, endpoint_id) WHERE kind = 'event';
CREATE INDEX webhook_delivery_by_event ON webhook_delivery (notification_id, endpoint_id) WHERE notification_id IS NOT NULL;
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, due_at) WHERE status = 'pending';
CREATE INDEX webhook_delivery_leased ON webhook_delivery (endpoint_id) WHERE lease_until IS NOT NULL;
CREATE INDEX webhook_delivery_by_tenant ON webhook_delivery (tenant_id, id DESC);
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id, id DESC);
CREATE INDEX webhook_delivery_failed ON webhook_delivery (tenant_id, id DESC) WHERE status = 'failed';
CREATE INDEX webhook_delivery_by_replay ON webhook_delivery (replay_id, status) WHERE replay_id IS NOT NULL;
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (created_at);

-- What was sent and what came back, with what proves who we are left out.
CREATE TABLE webhook_attempt (
    delivery_id         id_text NOT NULL REFERENCES webhook_delivery ON DELETE CASCADE,
    number              integer NOT NULL CHECK (number > 0),
    outcome             text COLLATE "C" NOT NULL CHECK (outcome IN ('delivered', 'refused', 'no_answer', 'not_connected', 'address_refused', 'not_signed', 'interrupted')),
    reason              text CHECK (length(reason) BETWEEN 1 AND 500),
    started_at          timestamptz NOT NULL,
    duration_ms         bigint CHECK (duration_ms >= 0),
    url                 text NOT NULL,
    address             text COLLATE "C",
    request_headers     jsonb NOT NULL,
    response_status     smallint CHECK (response_status BETWEEN 100 AND 999),
    response_headers    jsonb,
    response_body       text CHECK (octet_length(response_body) <= 16384),
    response_truncated  boolean,
    PRIMARY KEY (delivery_id, number),
    CONSTRAINT webhook_attempt_delivered_by_2xx CHECK ((outcome = 'delivered') = (response_status IS NOT NULL AND response_status BETWEEN 200 AND 299)),
    CONSTRAINT webhook_attempt_answered_has_all_of_it CHECK ((response_status IS NOT NULL) = (outcome IN ('delivered', 'refused')) AND num_nulls(response_status, response_headers, response_body, response_truncated) IN (0, 4)),
    CONSTRAINT webhook_attempt_not_delivered_has_reason CHECK ((outcome = 'delivered') = (reason IS NULL))
);
CREATE TRIGGER webhook_attempt_append_only BEFORE UPDATE ON webhook_attempt FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Replays look for the events of a span.
CREATE INDEX notification_by_time ON notification (tenant_id, recorded_at) WHERE position IS NOT NULL;
