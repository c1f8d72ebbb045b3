-- Calls to providers are kept for a configured time. The purge goes through the oldest.
CREATE INDEX provider_call_by_age ON provider_call (started_at);
