-- Messages that bring the result of a question of ours, which their address proves.

ALTER TABLE webhook_message
    DROP CONSTRAINT webhook_message_verification_check,
    ADD CONSTRAINT webhook_message_verification_check CHECK (verification IN ('verified', 'answer', 'hint', 'test', 'rejected'));
