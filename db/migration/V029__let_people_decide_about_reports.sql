-- People decide about reports in quarantine; what a stop interrupted is taken up again.
ALTER TABLE report
    -- Which check keeps it in quarantine.
    ADD COLUMN fault text COLLATE "C",
    -- The first of two people who want it released.
    ADD COLUMN proposed_by text,
    ADD COLUMN proposed_reason text,
    ADD COLUMN proposed_at timestamptz;
UPDATE report r SET fault = coalesce((SELECT d.reason FROM report_delivery d WHERE d.id = r.delivery_id AND d.decision = 'quarantine'), 'unreadable')
WHERE status = 'quarantined';
ALTER TABLE report
    ADD CONSTRAINT report_quarantine_has_fault CHECK ((status = 'quarantined') = (fault IS NOT NULL)),
    ADD CONSTRAINT report_proposal_is_whole CHECK ((proposed_by IS NULL) = (proposed_at IS NULL) AND (proposed_by IS NULL) = (proposed_reason IS NULL)),
    ADD CONSTRAINT report_proposed_in_quarantine CHECK (proposed_by IS NULL OR status = 'quarantined');
CREATE INDEX report_unread ON report (delivery_id) WHERE status = 'received';

ALTER TABLE report_delivery
    -- What a check wanted, and what it found instead.
    ADD COLUMN expected text,
    ADD COLUMN found text,
    -- When somebody else takes it up if nobody has come to its end.
    ADD COLUMN resume_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN resume_faults integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT report_delivery_resume_faults_check CHECK (resume_faults >= 0),
    ADD CONSTRAINT report_delivery_expected_in_quarantine CHECK ((expected IS NULL AND found IS NULL) OR decision IS NOT DISTINCT FROM 'quarantine'),
    DROP CONSTRAINT report_delivery_way_check,
    ADD CONSTRAINT report_delivery_way_check CHECK (way IN ('fetched', 'picked_up', 'sent', 'brought'));
CREATE INDEX report_delivery_undecided ON report_delivery (resume_at) WHERE decision IS NULL AND content_hash IS NOT NULL;
CREATE INDEX report_delivery_of_content ON report_delivery (originator, content_hash);

-- What happened to a report, and who did it.
CREATE TABLE report_entry (
    report_id id_text NOT NULL,
    sequence integer NOT NULL,
    action text COLLATE "C" NOT NULL,
    text text,
    actor text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT report_entry_pkey PRIMARY KEY (report_id, sequence),
    CONSTRAINT report_entry_report_id_fkey FOREIGN KEY (report_id) REFERENCES report (id),
    CONSTRAINT report_entry_sequence_check CHECK (sequence > 0),
    CONSTRAINT report_entry_action_check CHECK (action IN ('brought', 'accepted', 'quarantined', 'read', 'verify_asked', 'release_proposed', 'released', 'rejected', 'downloaded'))
);
CREATE TRIGGER report_entry_append_only BEFORE UPDATE OR DELETE ON report_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE ops_case
    DROP CONSTRAINT ops_case_kind_check,
    ADD CONSTRAINT ops_case_kind_check CHECK (kind IN ('submission_unresolved', 'terms_differ', 'contradiction', 'never_submitted', 'job_failed', 'unmatched_event', 'theirs_not_ours', 'ours_not_theirs', 'amount_differs', 'currency_differs', 'status_differs', 'duplicate_at_provider', 'unknown_return', 'unmatched_money', 'report_missing', 'report_gap', 'report_quarantined'));
