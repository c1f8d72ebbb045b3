-- A provider that asks for patience without a promise that it did nothing leaves the payout unknown; the same request may be sent again in order to ask.

ALTER TABLE payout
    ADD COLUMN throttled boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT payout_throttled_is_unknown CHECK (NOT throttled OR state = 'submission_unknown');
