-- Where partners' reports are looked for, and which files were seen there.

-- How the looking stands at each provider whose reports somebody has to get.
CREATE TABLE report_source (
    provider provider_name NOT NULL,
    -- What the look rests on, without secrets: another one begins anew.
    place text NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now(),
    lease_until timestamptz,
    lease_epoch bigint NOT NULL DEFAULT 0,
    -- The looks in a row that a fault of the transport ended: [{"at": …, "fault": …}].
    tries jsonb NOT NULL DEFAULT '[]',
    -- Whether people were told that it can't be used, and not yet that it can.
    told boolean NOT NULL DEFAULT false,
    -- Why nobody looks there until somebody has mended it.
    stopped text,
    stopped_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    looked_at timestamptz,
    CONSTRAINT report_source_pkey PRIMARY KEY (provider),
    CONSTRAINT report_source_tries_is_a_list CHECK (jsonb_typeof(tries) = 'array'),
    CONSTRAINT report_source_stopped_at_a_time CHECK ((stopped IS NULL) = (stopped_at IS NULL)),
    CONSTRAINT report_source_stopped_is_told CHECK (stopped IS NULL OR told)
);

-- The files that were seen in partners' folders. One that changes is another file.
CREATE TABLE report_file (
    provider provider_name NOT NULL,
    path text NOT NULL,
    size bigint NOT NULL,
    modified_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    -- What it waits for, in words; null when for nothing.
    waits_for text,
    business_date date,
    -- The tries to get it that failed: [{"at": …, "fault": …}].
    tries jsonb NOT NULL DEFAULT '[]',
    -- Why it is not fetched.
    refused text,
    -- When its bytes were handed on, and their SHA-256.
    taken_at timestamptz,
    content_hash bytea,
    CONSTRAINT report_file_pkey PRIMARY KEY (provider, path, size, modified_at),
    CONSTRAINT report_file_size_not_negative CHECK (size >= 0),
    CONSTRAINT report_file_tries_is_a_list CHECK (jsonb_typeof(tries) = 'array'),
    CONSTRAINT report_file_taken_has_a_hash CHECK ((taken_at IS NULL) = (content_hash IS NULL)),
    CONSTRAINT report_file_hash_is_sha256 CHECK (octet_length(content_hash) = 32),
    CONSTRAINT report_file_taken_or_refused CHECK (taken_at IS NULL OR refused IS NULL)
);
CREATE INDEX report_file_waiting ON report_file (provider, business_date) WHERE taken_at IS NULL;

-- Messages that came over AS2 and were kept: a repetition gets the same receipt.
CREATE TABLE as2_message (
    provider provider_name NOT NULL,
    message_id text NOT NULL,
    -- The SHA-256 of the certificate that proves the signature, in hexadecimal digits.
    signer text NOT NULL,
    -- The SHA-256 of the report in it.
    content_hash bytea NOT NULL,
    receipt_id text NOT NULL,
    receipt_type text NOT NULL,
    receipt bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT as2_message_pkey PRIMARY KEY (provider, message_id),
    CONSTRAINT as2_message_signer_is_sha256 CHECK (signer ~ '^[0-9a-f]{64}$'),
    CONSTRAINT as2_message_hash_is_sha256 CHECK (octet_length(content_hash) = 32)
);
