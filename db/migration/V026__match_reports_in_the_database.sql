-- Every row of a report is kept, of whatever kind, and what a report says of itself. Payouts and rows are brought together
-- by statements over all of them; only what does not plainly agree is kept as an item and looked at one by one.

ALTER TABLE report_line
    ADD COLUMN kind text COLLATE "C" DEFAULT 'payout' NOT NULL,
    ADD COLUMN part integer DEFAULT 0 NOT NULL,
    -- What else may name the payout, the most trusted first; null where nothing does.
    ADD COLUMN names text[],
    ADD COLUMN batch text,
    ADD COLUMN batch_count integer,
    -- The line of the file; null where that is not known. `line` counts rows.
    ADD COLUMN place integer,
    ADD CONSTRAINT report_line_kind_check CHECK (kind IN ('payout', 'return', 'fee', 'batch', 'other')),
    ADD CONSTRAINT report_line_part_check CHECK (part >= 0),
    ADD CONSTRAINT report_line_batch_count_check CHECK (batch_count >= 0),
    ADD CONSTRAINT report_line_place_check CHECK (place > 0),
    -- A report of statuses tells of payouts without their amounts.
    ALTER COLUMN amount DROP NOT NULL,
    ALTER COLUMN currency DROP NOT NULL,
    ADD CONSTRAINT report_line_money_is_whole CHECK ((amount IS NULL) = (currency IS NULL)),
    ADD CONSTRAINT report_line_sized_is_not_negative CHECK (kind NOT IN ('payout', 'return') OR amount >= 0);

-- Nobody looks for a reference in one report alone any more.
DROP INDEX report_line_by_reference;
CREATE INDEX report_line_odd_kinds ON report_line (report_id, kind) WHERE kind IN ('fee', 'batch', 'other');

CREATE TABLE report_facts (
    report_id id_text NOT NULL,
    message_id text,
    -- By its sender's clock.
    written_at timestamptz,
    rows integer NOT NULL,
    proofs text[] NOT NULL,
    CONSTRAINT report_facts_pkey PRIMARY KEY (report_id),
    CONSTRAINT report_facts_report_id_fkey FOREIGN KEY (report_id) REFERENCES report (id),
    CONSTRAINT report_facts_rows_check CHECK (rows >= 0)
);

CREATE TABLE report_part (
    report_id id_text NOT NULL,
    part integer NOT NULL,
    id text,
    -- SHA-256 of the account: enough to tell accounts apart.
    account bytea,
    currency currency_code,
    sequence bigint,
    page integer,
    last_page boolean,
    from_at timestamptz,
    to_at timestamptz,
    opening numeric,
    closing numeric,
    booked numeric,
    booked_entries integer NOT NULL,
    pending_entries integer NOT NULL,
    copy boolean NOT NULL,
    CONSTRAINT report_part_pkey PRIMARY KEY (report_id, part),
    CONSTRAINT report_part_report_id_fkey FOREIGN KEY (report_id) REFERENCES report (id),
    CONSTRAINT report_part_account_check CHECK (octet_length(account) = 32),
    CONSTRAINT report_part_page_is_whole CHECK ((page IS NULL) = (last_page IS NULL))
);

-- What a corrected report changed, payout by payout.
CREATE TABLE report_change (
    report_id id_text NOT NULL,
    superseded_id id_text NOT NULL,
    number integer NOT NULL,
    reference text,
    provider_payout_id text,
    before text,
    after text,
    CONSTRAINT report_change_pkey PRIMARY KEY (report_id, superseded_id, number),
    CONSTRAINT report_change_report_id_fkey FOREIGN KEY (report_id) REFERENCES report (id),
    CONSTRAINT report_change_superseded_id_fkey FOREIGN KEY (superseded_id) REFERENCES report (id),
    CONSTRAINT report_change_changes CHECK (before IS DISTINCT FROM after)
);

-- Rows that name a payout by neither our reference nor the provider's id: by another of their names, by a reference that was
-- shortened or written otherwise, or as one of a batch. A row with our own reference needs no entry here.
CREATE TABLE report_match (
    report_id id_text NOT NULL,
    line integer NOT NULL,
    payout_id id_text NOT NULL,
    rule text COLLATE "C" NOT NULL,
    matched_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT report_match_pkey PRIMARY KEY (report_id, line, payout_id),
    CONSTRAINT report_match_line_fkey FOREIGN KEY (report_id, line) REFERENCES report_line (report_id, line),
    CONSTRAINT report_match_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout (id),
    CONSTRAINT report_match_rule_check CHECK (rule IN ('other_name', 'written_otherwise', 'batch'))
);
CREATE INDEX report_match_payout ON report_match (payout_id);
CREATE UNIQUE INDEX report_match_names_one ON report_match (report_id, line) WHERE rule <> 'batch';

ALTER TABLE reconciliation
    -- Whether the schedule began it. What was begun by it before is done once more, so that what it carried over is known.
    ADD COLUMN nightly boolean DEFAULT false NOT NULL,
    ADD COLUMN lines integer DEFAULT 0 NOT NULL,
    ADD COLUMN payouts integer DEFAULT 0 NOT NULL,
    ADD COLUMN differences jsonb DEFAULT '{}' NOT NULL;
-- A date is done once by the schedule, and once more for each report of it that came later.
CREATE UNIQUE INDEX reconciliation_once_a_night ON reconciliation (provider, business_date, report_id) WHERE nightly AND status = 'finished';

CREATE TABLE reconciliation_item (
    reconciliation_id id_text NOT NULL,
    item integer NOT NULL,
    entry integer NOT NULL,
    payout_id id_text,
    report_id id_text,
    line integer,
    outcome text COLLATE "C",
    CONSTRAINT reconciliation_item_pkey PRIMARY KEY (reconciliation_id, item, entry),
    CONSTRAINT reconciliation_item_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliation (id),
    CONSTRAINT reconciliation_item_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout (id),
    CONSTRAINT reconciliation_item_line_fkey FOREIGN KEY (report_id, line) REFERENCES report_line (report_id, line),
    CONSTRAINT reconciliation_item_is_about_something CHECK ((payout_id IS NULL) = (line IS NOT NULL) AND (report_id IS NULL) = (line IS NULL)),
    CONSTRAINT reconciliation_item_outcome_check CHECK (outcome IN ('matched', 'carried_over', 'differs'))
);

ALTER TABLE ops_case
    ADD COLUMN risk_amount numeric(24, 4),
    ADD COLUMN risk_currency currency_code,
    ADD COLUMN proposed_by text,
    ADD COLUMN proposed_at timestamptz,
    ADD CONSTRAINT ops_case_risk_is_whole CHECK ((risk_amount IS NULL) = (risk_currency IS NULL)),
    ADD CONSTRAINT ops_case_risk_not_negative CHECK (risk_amount >= 0),
    ADD CONSTRAINT ops_case_proposal_is_whole CHECK ((proposed_by IS NULL) = (proposed_at IS NULL)),
    ADD CONSTRAINT ops_case_proposal_is_shown CHECK ((status = 'proposed') <= (proposed_by IS NOT NULL)),
    ADD CONSTRAINT ops_case_takes_a_second_person CHECK (proposed_by IS NULL OR resolved_by IS NULL OR resolved_by <> proposed_by),
    DROP CONSTRAINT ops_case_status_check,
    ADD CONSTRAINT ops_case_status_check CHECK (status IN ('open', 'assigned', 'proposed', 'resolved')),
    DROP CONSTRAINT ops_case_resolved_is_whole,
    ADD CONSTRAINT ops_case_resolved_is_whole CHECK ((status = 'resolved') = (resolved_at IS NOT NULL) AND (status = 'resolved') = (resolved_by IS NOT NULL)
        AND (status IN ('proposed', 'resolved')) = (resolution IS NOT NULL));

ALTER TABLE case_entry
    DROP CONSTRAINT case_entry_action_check,
    ADD CONSTRAINT case_entry_action_check CHECK (action IN ('opened', 'seen_again', 'assigned', 'commented', 'proposed', 'resolved', 'reopened'));
