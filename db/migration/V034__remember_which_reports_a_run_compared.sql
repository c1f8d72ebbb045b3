-- Which reports a run compared: one that comes to count only while a run is under way, or after it, is compared by the next one, whenever its bytes came.

ALTER TABLE reconciliation
    ADD COLUMN compared_reports text[] COLLATE "C" NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reconciliation.compared_reports IS 'Empty for runs of before this was kept, and for those that did not finish.';
