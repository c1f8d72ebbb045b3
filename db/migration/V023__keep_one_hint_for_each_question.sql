-- What anybody can send has a place that is bounded. Until it is processed, a hint is told from its repetitions by the question that it makes us ask, as far as
-- that is known: by the sum of its body, or by the payout that it names.
ALTER TABLE webhook_message ADD COLUMN question text COLLATE "C";
ALTER TABLE webhook_message ADD CONSTRAINT webhook_message_question_of_a_hint_that_is_due CHECK (question IS NULL OR (verification = 'hint' AND due_at IS NOT NULL AND length(question) BETWEEN 1 AND 100));
CREATE UNIQUE INDEX webhook_message_once_per_question ON webhook_message (provider, question) WHERE question IS NOT NULL;

-- Test messages are forgotten, too.
DROP INDEX webhook_message_forgettable;
CREATE INDEX webhook_message_forgettable ON webhook_message (received_at) WHERE verification IN ('rejected', 'hint', 'test');
