-- While many keys are purged, every vacuum goes through the index of keys once and writes nearly all of its pages, because keys lie in it at random. At 2 % of
-- the table that was fifty times for a table that is purged whole, on the disk that creates wait for. At 10 % it is ten times, and a tenth of the table is room
-- that new keys have to wait for.
ALTER TABLE idempotency_key SET (
    autovacuum_vacuum_scale_factor = 0.1,
    toast.autovacuum_vacuum_scale_factor = 0.1
);
