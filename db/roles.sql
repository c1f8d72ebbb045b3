-- Two roles for a PostgreSQL of your own: semel_owner owns the schema and runs the migrations, semel_app is what the server works as.
-- semel_app creates, alters and drops nothing, deletes nothing but expired idempotency keys, events, deliveries, calls to providers and unproven messages, and changes no row of an append-only table.
--
-- Run it with psql, connected to Semel's database as a superuser: once before the first start, and again after it and after every
-- upgrade that brings a migration. It may be run as often as you like. db/README.md says how the server is told of the two roles.

\set ON_ERROR_STOP on

SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'semel_owner') AS no_owner, NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'semel_app') AS no_app \gset
\if :no_owner
    CREATE ROLE semel_owner LOGIN;
\endif
\if :no_app
    CREATE ROLE semel_app LOGIN;
\endif

BEGIN;

-- Nobody else gets in, and nobody but the owner makes anything in the schema.
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()) \gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO semel_owner, semel_app', current_database()) \gexec
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO semel_owner;
GRANT USAGE ON SCHEMA public TO semel_app;
REVOKE CREATE ON SCHEMA public FROM semel_app;

-- What the owner's migrations create is usable at once; what must not be changed is taken back below.
ALTER DEFAULT PRIVILEGES FOR ROLE semel_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE ON TABLES TO semel_app;

SELECT to_regclass('public.payout') IS NOT NULL AS migrated \gset
\if :migrated
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM semel_app;
    GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO semel_app;
    -- Every other table is only ever read and added to.
    GRANT UPDATE ON alert, approval, attempt, credential, idempotency_key, job, notification, notification_stream, ops_case, payout, provider_control, provider_exposure, provider_minute, provider_pace, reconciliation, reconciliation_item, report, report_delivery, report_file, report_source, webhook_delivery, webhook_endpoint, webhook_event, webhook_intake, webhook_message, webhook_reapplication, webhook_replay TO semel_app;
    GRANT DELETE ON idempotency_key, notification, provider_call, report_chunk, webhook_delivery, webhook_event, webhook_intake, webhook_message, webhook_replay TO semel_app;
    -- Migrations are the owner's business.
    REVOKE ALL ON flyway_schema_history FROM semel_app;
\endif

COMMIT;
