-- What a provider promised when an attempt was sent decides about that attempt, whatever its file says later: of both the more cautious counts.

ALTER TABLE attempt
    -- What it makes of a request that it has seen. Null for what was never sent, and for what was sent before this was kept.
    ADD COLUMN promised_repeats text COLLATE "C" CONSTRAINT attempt_promised_repeats_check CHECK (promised_repeats IN ('replays_key', 'rejects_duplicate_reference', 'none')),
    -- For how long, in milliseconds; null is for ever.
    ADD COLUMN promised_window_ms bigint,
    -- Within which time what it accepted shows in a lookup; null where nothing is promised.
    ADD COLUMN promised_visible_ms bigint,
    -- Of what the file and the settings make requests and questions of.
    ADD COLUMN file_fingerprint text COLLATE "C",
    ADD CONSTRAINT attempt_promises_are_whole CHECK ((promised_repeats IS NULL) = (file_fingerprint IS NULL)),
    ADD CONSTRAINT attempt_promises_are_of_a_request CHECK (promised_repeats IS NULL OR first_possible_send IS NOT NULL),
    ADD CONSTRAINT attempt_times_are_promised CHECK (promised_repeats IS NOT NULL OR (promised_window_ms IS NULL AND promised_visible_ms IS NULL)),
    ADD CONSTRAINT attempt_promised_times_not_negative CHECK (promised_window_ms >= 0 AND promised_visible_ms >= 0);
