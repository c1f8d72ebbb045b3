-- What was promised to an attempt that was sent before that was kept is not known: nothing is.

UPDATE attempt SET promised_repeats = 'none', promised_window_ms = 0, file_fingerprint = 'unknown'
WHERE promised_repeats IS NULL AND first_possible_send IS NOT NULL;

ALTER TABLE attempt
    DROP CONSTRAINT attempt_promises_are_of_a_request,
    ADD CONSTRAINT attempt_promises_are_of_a_request CHECK ((promised_repeats IS NULL) = (first_possible_send IS NULL));
