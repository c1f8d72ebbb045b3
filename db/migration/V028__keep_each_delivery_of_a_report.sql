-- Each delivery of a report is kept with what came with it and what was decided; bytes are kept in pieces.
CREATE TABLE report_delivery (
    id bigint GENERATED ALWAYS AS IDENTITY,
    originator provider_name NOT NULL,
    way text COLLATE "C" NOT NULL,
    -- What it was called there. Nothing is concluded from it.
    label text NOT NULL,
    business_date date NOT NULL,
    content_type text NOT NULL,
    -- The files of a checksum and of a signature that came with it, as they are.
    checksum bytea,
    signature bytea,
    received_at timestamptz NOT NULL DEFAULT now(),
    -- Known once the bytes are whole.
    content_hash bytea,
    size bigint,
    decision text COLLATE "C",
    reason text COLLATE "C",
    evidence text,
    suppressed_by bigint,
    decided_at timestamptz,
    CONSTRAINT report_delivery_pkey PRIMARY KEY (id),
    CONSTRAINT report_delivery_way_check CHECK (way IN ('fetched', 'picked_up')),
    CONSTRAINT report_delivery_label_check CHECK (length(label) <= 255),
    CONSTRAINT report_delivery_hash_is_sha256 CHECK (octet_length(content_hash) = 32),
    CONSTRAINT report_delivery_size_check CHECK (size >= 0),
    CONSTRAINT report_delivery_whole_has_hash CHECK ((content_hash IS NULL) = (size IS NULL)),
    CONSTRAINT report_delivery_decision_check CHECK (decision IN ('accept', 'quarantine', 'suppress')),
    CONSTRAINT report_delivery_decided_is_whole CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL OR content_hash IS NOT NULL)),
    CONSTRAINT report_delivery_quarantine_has_evidence CHECK ((decision IS NOT DISTINCT FROM 'quarantine') = (reason IS NOT NULL) AND (reason IS NULL) = (evidence IS NULL)),
    CONSTRAINT report_delivery_suppressed_by_one CHECK ((decision IS NOT DISTINCT FROM 'suppress') = (suppressed_by IS NOT NULL)),
    CONSTRAINT report_delivery_suppressed_by_fkey FOREIGN KEY (suppressed_by) REFERENCES report_delivery (id)
);
-- The same bytes of the same originator are accepted once.
CREATE UNIQUE INDEX report_delivery_accepted_once ON report_delivery (originator, content_hash) WHERE decision = 'accept';

-- The tries to get it that failed before.
CREATE TABLE report_try (
    delivery_id bigint NOT NULL,
    number integer NOT NULL,
    at timestamptz NOT NULL,
    fault text NOT NULL,
    CONSTRAINT report_try_pkey PRIMARY KEY (delivery_id, number),
    CONSTRAINT report_try_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES report_delivery (id)
);

CREATE TABLE report_chunk (
    delivery_id bigint NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT report_chunk_pkey PRIMARY KEY (delivery_id, number),
    CONSTRAINT report_chunk_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES report_delivery (id),
    CONSTRAINT report_chunk_number_check CHECK (number >= 0)
);

INSERT INTO report_delivery (originator, way, label, business_date, content_type, received_at, content_hash, size, decision, decided_at)
SELECT originator, 'fetched', 'report of ' || business_date, business_date, content_type, received_at, content_hash, octet_length(content), 'accept', received_at
FROM report ORDER BY id;
INSERT INTO report_chunk (delivery_id, number, bytes)
SELECT d.id, 0, r.content FROM report r JOIN report_delivery d ON d.originator = r.originator AND d.content_hash = r.content_hash;

-- Whose bytes they are.
ALTER TABLE report ADD COLUMN delivery_id bigint;
UPDATE report r SET delivery_id = d.id FROM report_delivery d WHERE d.originator = r.originator AND d.content_hash = r.content_hash;
ALTER TABLE report ALTER COLUMN delivery_id SET NOT NULL;
ALTER TABLE report ADD CONSTRAINT report_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES report_delivery (id);
ALTER TABLE report DROP COLUMN content;
