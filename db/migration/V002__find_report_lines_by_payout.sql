-- A run of the reconciliation asks of each payout whether any report has it, and which payouts were paid on a day.

CREATE INDEX report_line_reference ON report_line (reference COLLATE "C");
CREATE INDEX report_line_provider_payout ON report_line (provider_payout_id COLLATE "C");
CREATE INDEX payout_paid ON payout (provider, paid_at) WHERE paid_at IS NOT NULL;
