-- What proves where a report comes from is kept with each delivery.
ALTER TABLE report_delivery
    -- What its way said of it: who signed the message that it came in, or why that proves nothing.
    ADD COLUMN signer text,
    ADD COLUMN doubt text COLLATE "C",
    ADD COLUMN doubt_evidence text,
    -- What the checks found proved.
    ADD COLUMN proofs jsonb NOT NULL DEFAULT '[]',
    ADD CONSTRAINT report_delivery_doubt_check CHECK (doubt IN ('signer_unknown', 'signature_bad')),
    ADD CONSTRAINT report_delivery_doubt_has_evidence CHECK ((doubt IS NULL) = (doubt_evidence IS NULL)),
    ADD CONSTRAINT report_delivery_signed_or_doubted CHECK (signer IS NULL OR doubt IS NULL),
    ADD CONSTRAINT report_delivery_proofs_is_a_list CHECK (jsonb_typeof(proofs) = 'array');
CREATE INDEX report_delivery_doubted ON report_delivery (originator, received_at) WHERE doubt IS NOT NULL;
