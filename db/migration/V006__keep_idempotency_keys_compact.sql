-- Keys come and go at the rate of requests: what goes must make room for what comes, without a pause for anybody.

-- A key is taken by an INSERT and gets its answer by an UPDATE of the same transaction. Room left on each page keeps both versions on one page, so that the
-- update touches no index and the first version is cleared away by the next visitor (HOT).
-- Purging leaves 2 % of the table to be vacuumed, not the usual 20 %. Vacuum gives no space back at the table's end: new keys need it at once, and giving it
-- back takes a lock that creates would wait for.
ALTER TABLE idempotency_key SET (
    fillfactor = 80,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_scale_factor = 0.02,
    vacuum_truncate = off,
    toast.autovacuum_vacuum_threshold = 1000,
    toast.autovacuum_vacuum_scale_factor = 0.02,
    toast.vacuum_truncate = off
);
