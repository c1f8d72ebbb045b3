// What the database refuses by itself, whatever the program does.
package dev.semel.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;

class InvariantsDbTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static boolean prepared;

  @BeforeEach
  void writeOneOfEach() throws SQLException {
    if (prepared) {
      return;
    }
    prepared = true;
    for (String sql :
        """
        INSERT INTO tenant (id, name, operator) VALUES ('ten_1', 'one', true), ('ten_2', 'two', false);
        INSERT INTO credential (id, tenant_id, name, secret_hash, permissions, created_by) VALUES ('key_1', 'ten_1', 'n', sha256('s'), '{}', 'test');
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata, due_at, created_by)
            VALUES ('po_1', 'ten_1', 'r-1', 'ready', 1, 10, 'KES', 'cleared', true, 'quick', '{}', '{}', '{}', now(), 'key_1');
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata, provider_payout_id, created_by, paid_at, closed_at)
            VALUES ('po_2', 'ten_1', 'r-2', 'paid', 1, 10, 'KES', 'cleared', true, 'quick', '{}', '{}', '{}', 'theirs-2', 'key_1', now(), now());
        WITH batch AS (INSERT INTO payout_batch (id, tenant_id, payouts, created_by) VALUES ('bat_2', 'ten_2', 1, 'key_1') RETURNING id, tenant_id)
            INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata, due_at, created_by, batch_id)
            SELECT 'po_3', tenant_id, 'r-3', 'ready', 1, 10, 'KES', 'cleared', true, 'quick', '{}', '{}', '{}', now(), 'key_1', id FROM batch;
        INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) VALUES ('po_1', 1, 'quick', 'PO1-1', 'k1'), ('po_2', 1, 'quick', 'PO2-1', 'k2');
        INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, to_state, evidence, actor) VALUES ('evt_1', 'po_1', 'ten_1', 1, 'created', true, 'ready', 'person', 'test');
        INSERT INTO funding_payment (payout_id, payment_reference, amount, currency, captured_at, applied) VALUES ('po_1', 'pay-1', 1, 'EUR', now(), true);
        INSERT INTO webhook_message (id, provider, headers, body, verification, status) VALUES ('msg_1', 'quick', '{}', '', 'verified', 'processed');
        INSERT INTO webhook_event (id, provider, event_id, message_id, provider_word, payload, status) VALUES ('we_1', 'quick', 'e-1', 'msg_1', 'paid', '{}', 'applied');
        INSERT INTO ops_case (id, tenant_id, kind, difference, severity, summary, due_at) VALUES ('case_1', 'ten_1', 'contradiction', 'd', 'high', 's', now());
        INSERT INTO case_entry (case_id, sequence, action, actor) VALUES ('case_1', 1, 'opened', 'test');
        INSERT INTO alert (id, tenant_id, kind, subject, message) VALUES ('alert_1', 'ten_1', 'k', 's', 'm');
        INSERT INTO job (id, tenant_id, kind, payout_id, provider, state, error, message) VALUES ('job_1', 'ten_1', 'submit', 'po_1', 'quick', 'failed', 'e', 'm');
        INSERT INTO audit_entry (id, tenant_id, actor, action, subject) VALUES ('audit_1', 'ten_1', 'a', 'a', 's');
        INSERT INTO provider_call (id, provider, operation, method, url, request_headers, phase, outcome, correlation_id, started_at, duration_micros)
            VALUES ('call_1', 'quick', 'submit', 'POST', 'u', '{}', 'not_connected', 'not_sent', 'c', now(), 1);
        INSERT INTO idempotency_key (credential_id, operation, key, fingerprint, expires_at) VALUES ('key_1', 'createPayout', 'k', sha256('f'), now());
        INSERT INTO report_delivery (id, originator, way, label, business_date, content_type, content_hash, size, decision, decided_at) OVERRIDING SYSTEM VALUE VALUES (0, 'quick', 'fetched', 'l', '2026-11-30', 't', sha256('r'), 1, 'accept', now());
        INSERT INTO report (id, originator, business_date, content_hash, delivery_id, content_type, status) VALUES ('rep_1', 'quick', '2026-11-30', sha256('r'), 0, 't', 'accepted');
        INSERT INTO report_entry (report_id, sequence, action, actor) VALUES ('rep_1', 1, 'accepted', 'system');
        INSERT INTO reconciliation (id, provider, business_date, status, started_by) VALUES ('rec_1', 'quick', '2026-11-30', 'running', 'test');
        INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, to_state, evidence, actor) VALUES ('evt_0', 'po_2', 'ten_1', 1, 'created', true, 'ready', 'person', 'test');
        INSERT INTO notification_stream (tenant_id) VALUES ('ten_1');
        INSERT INTO notification (id, tenant_id, payout_id, type, occurred_at, data, position) VALUES ('evt_1', 'ten_1', 'po_1', 'payout.created', now(), '{}', 1);
        INSERT INTO notification (id, tenant_id, payout_id, type, occurred_at, data) VALUES ('evt_0', 'ten_1', 'po_2', 'payout.created', now(), '{}');
        INSERT INTO webhook_endpoint (id, tenant_id, slot, url, mode, secret, created_by) VALUES ('we_1', 'ten_1', 1, 'https://h', 'full', '0011aabb.AAAA', 'key_1'), ('we_2', 'ten_1', 2, 'https://h', 'full', '0011aabb.AAAA', 'key_1');
        INSERT INTO encryption_key (key) VALUES (sha256('k'))
        """
            .split(";\n")) {
      execute(sql);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          payout_state_check                    | UPDATE payout SET state = 'lost' WHERE id = 'po_1'
          money_amount_check                    | UPDATE payout SET amount = 0 WHERE id = 'po_1'
          money_amount_check                    | UPDATE payout SET amount = -1 WHERE id = 'po_1'
          currency_code_check                   | UPDATE payout SET currency = 'kes' WHERE id = 'po_1'
          provider_name_check                   | UPDATE payout SET provider = 'Quick!' WHERE id = 'po_1'
          payout_version_check                  | UPDATE payout SET version = 0 WHERE id = 'po_1'
          payout_reference_once_per_tenant      | UPDATE payout SET reference = 'r-2' WHERE id = 'po_1'
          payout_deadline_after_start           | UPDATE payout SET submit_after = now(), submit_before = now() WHERE id = 'po_1'
          payout_unfunded_is_not_sent           | UPDATE payout SET funded = false WHERE id = 'po_1'
          payout_awaiting_is_unfunded           | UPDATE payout SET state = 'awaiting_funds', due_at = NULL WHERE id = 'po_1'
          payout_submitting_has_lease           | UPDATE payout SET state = 'submitting', ever_submitted = true WHERE id = 'po_1'
          payout_lease_is_whole                 | UPDATE payout SET lease_until = now() WHERE id = 'po_1'
          payout_unknown_was_submitted          | UPDATE payout SET state = 'submission_unknown' WHERE id = 'po_1'
          payout_sent_is_timed                  | UPDATE payout SET state = 'sent' WHERE id = 'po_1'
          payout_paid_is_timed                  | UPDATE payout SET state = 'paid', closed_at = now(), due_at = NULL WHERE id = 'po_1'
          payout_held_has_reason                | UPDATE payout SET state = 'held', due_at = NULL WHERE id = 'po_1'
          payout_held_has_reason                | UPDATE payout SET hold_reason = 'operator' WHERE id = 'po_1'
          payout_failed_has_reason              | UPDATE payout SET state = 'failed', closed_at = now(), due_at = NULL WHERE id = 'po_1'
          payout_closed_is_timed                | UPDATE payout SET state = 'cancelled', due_at = NULL WHERE id = 'po_1'
          payout_closed_is_timed                | UPDATE payout SET closed_at = now() WHERE id = 'po_1'
          payout_final_has_nothing_due          | UPDATE payout SET state = 'returned', due_at = now() WHERE id = 'po_2'
          payout_silent_checks_not_negative     | UPDATE payout SET silent_checks = -1 WHERE id = 'po_1'
          payout_alive_attempt_is_another       | UPDATE payout SET alive_attempt = attempt WHERE id = 'po_1'
          payout_alive_attempt_is_its_own       | UPDATE payout SET state = 'submission_unknown', unknown_since = now(), ever_submitted = true, ever_unknown = true, alive_attempt = 7 WHERE id = 'po_1'
          payout_marked_is_not_sent             | UPDATE payout SET alive_attempt = 7 WHERE id = 'po_1'
          payout_alive_besides_come_after       | UPDATE payout SET alive_besides = '{3}' WHERE id = 'po_1'
          payout_alive_besides_are_others       | UPDATE payout SET alive_besides = ARRAY[attempt] WHERE id = 'po_1'
          payout_active_has_something_due       | UPDATE payout SET due_at = NULL WHERE id = 'po_1'
          payout_by_provider_id                 | UPDATE payout SET provider_payout_id = 'theirs-2' WHERE id = 'po_1'
          payout_returned_money_is_whole        | UPDATE payout SET state = 'returned', returned_amount = 1 WHERE id = 'po_2'
          payout_returned_money_came_back       | UPDATE payout SET returned_amount = 1, returned_currency = 'KES' WHERE id = 'po_2'
          payout_returned_amount_not_negative   | UPDATE payout SET state = 'returned', returned_amount = -1, returned_currency = 'KES' WHERE id = 'po_2'
          report_line_returned_money_is_whole   | INSERT INTO report_line (report_id, line, amount, currency, status, provider_word, returned_amount) VALUES ('rep_1', 1, 1, 'KES', 'returned', 'r', 1)
          report_line_returned_amount_not_negative | INSERT INTO report_line (report_id, line, amount, currency, status, provider_word, returned_amount, returned_currency) VALUES ('rep_1', 1, 1, 'KES', 'returned', 'r', -1, 'KES')
          payout_tenant_id_fkey                 | UPDATE payout SET tenant_id = 'ten_9' WHERE id = 'po_1'
          payout_batch_of_same_tenant           | UPDATE payout SET batch_id = 'bat_2' WHERE id = 'po_1'
          payout_batch_payouts_check            | INSERT INTO payout_batch (id, tenant_id, payouts, created_by) VALUES ('bat_1', 'ten_1', 0, 'key_1')
          payout_batch_payouts_check            | INSERT INTO payout_batch (id, tenant_id, payouts, created_by) VALUES ('bat_1', 'ten_1', 1001, 'key_1')
          payout_batch_is_whole                 | INSERT INTO payout_batch (id, tenant_id, payouts, created_by) VALUES ('bat_1', 'ten_1', 1, 'key_1')
          idempotency_key_batch_id_fkey         | UPDATE idempotency_key SET batch_id = 'bat_9'
          payout_throttled_is_unknown           | UPDATE payout SET throttled = true WHERE id = 'po_1'
          attempt_reference_once                | UPDATE attempt SET client_reference = 'PO2-1' WHERE payout_id = 'po_1'
          attempt_promises_are_of_a_request     | UPDATE attempt SET first_possible_send = now(), last_possible_send = now() WHERE payout_id = 'po_1'
          attempt_promises_are_of_a_request     | UPDATE attempt SET promised_repeats = 'none', file_fingerprint = '' WHERE payout_id = 'po_1'
          attempt_span_is_whole                 | UPDATE attempt SET promised_repeats = 'none', file_fingerprint = '', first_possible_send = now() WHERE payout_id = 'po_1'
          attempt_span_is_whole                 | UPDATE attempt SET promised_repeats = 'none', file_fingerprint = '', first_possible_send = now(), last_possible_send = now() - interval '1 s' WHERE payout_id = 'po_1'
          payout_event_in_order                 | INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, to_state, evidence, actor) VALUES ('evt_2', 'po_1', 'ten_1', 1, 'claimed', true, 'submitting', 'own_record', 'test')
          payout_event_applied_has_state        | INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, evidence, actor) VALUES ('evt_2', 'po_1', 'ten_1', 2, 'claimed', true, 'own_record', 'test')
          payout_event_refused_has_reason       | INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, evidence, actor) VALUES ('evt_2', 'po_1', 'ten_1', 2, 'claimed', false, 'own_record', 'test')
          funding_payment_pkey                  | INSERT INTO funding_payment (payout_id, payment_reference, amount, currency, captured_at, applied) VALUES ('po_1', 'pay-1', 1, 'EUR', now(), false)
          funding_payment_applied_once          | INSERT INTO funding_payment (payout_id, payment_reference, amount, currency, captured_at, applied) VALUES ('po_1', 'pay-2', 1, 'EUR', now(), true)
          idempotency_key_pkey                  | INSERT INTO idempotency_key (credential_id, operation, key, fingerprint, expires_at) VALUES ('key_1', 'createPayout', 'k', sha256('g'), now())
          idempotency_key_key_check             | INSERT INTO idempotency_key (credential_id, operation, key, fingerprint, expires_at) VALUES ('key_1', 'createPayout', 'a b', sha256('g'), now())
          idempotency_key_answer_is_whole       | UPDATE idempotency_key SET status = 201
          idempotency_key_status_check          | UPDATE idempotency_key SET status = 503, headers = '{}', body = ''
          provider_call_answered_has_status     | INSERT INTO provider_call (id, provider, operation, method, url, request_headers, phase, outcome, correlation_id, started_at, duration_micros) VALUES ('call_2', 'quick', 'submit', 'POST', 'u', '{}', 'answered', 'x', 'c', now(), 1)
          webhook_event_once_per_provider       | INSERT INTO webhook_event (id, provider, event_id, message_id, provider_word, payload, status) VALUES ('we_2', 'quick', 'e-1', 'msg_1', 'paid', '{}', 'applied')
          webhook_event_refused_has_reason      | UPDATE webhook_event SET status = 'refused'
          webhook_event_parked_is_due           | UPDATE webhook_event SET status = 'parked'
          webhook_message_rejected_is_quarantined | UPDATE webhook_message SET verification = 'rejected'
          webhook_message_question_of_a_hint_that_is_due | UPDATE webhook_message SET question = 'body:1'
          report_content_once                   | INSERT INTO report (id, originator, business_date, content_hash, delivery_id, content_type, status) VALUES ('rep_2', 'quick', '2026-12-01', sha256('r'), 0, 't', 'accepted')
          report_delivery_accepted_once         | INSERT INTO report_delivery (originator, way, label, business_date, content_type, content_hash, size, decision, decided_at) VALUES ('quick', 'fetched', 'l', '2026-12-01', 't', sha256('r'), 1, 'accept', now())
          report_delivery_decided_is_whole      | UPDATE report_delivery SET decided_at = NULL
          report_delivery_quarantine_has_evidence | UPDATE report_delivery SET decision = 'quarantine'
          report_delivery_suppressed_by_one     | UPDATE report_delivery SET decision = 'suppress'
          report_delivery_expected_in_quarantine | UPDATE report_delivery SET expected = 'a'
          report_quarantine_has_fault           | UPDATE report SET fault = 'unreadable'
          report_proposal_is_whole              | UPDATE report SET proposed_by = 'a'
          report_proposed_in_quarantine         | UPDATE report SET proposed_by = 'a', proposed_reason = 'a', proposed_at = now()
          reconciliation_one_at_a_time          | INSERT INTO reconciliation (id, provider, business_date, status, started_by) VALUES ('rec_2', 'quick', '2026-11-30', 'running', 'test')
          reconciliation_failure_has_reason     | UPDATE reconciliation SET status = 'failed', finished_at = now()
          reconciliation_finished_has_report    | UPDATE reconciliation SET status = 'finished', finished_at = now()
          ops_case_once_per_difference          | INSERT INTO ops_case (id, tenant_id, kind, difference, severity, summary, due_at) VALUES ('case_2', 'ten_1', 'contradiction', 'd', 'high', 's', now())
          ops_case_assigned_has_assignee        | UPDATE ops_case SET status = 'assigned'
          ops_case_resolved_is_whole            | UPDATE ops_case SET status = 'resolved'
          job_one_at_a_time                     | INSERT INTO job (id, tenant_id, kind, payout_id, provider, state, error, message, due_at) VALUES ('job_2', 'ten_1', 'submit', 'po_1', 'quick', 'retrying', 'e', 'm', now())
          job_due_while_it_is_tried             | UPDATE job SET state = 'retried'
          job_due_while_it_is_tried             | UPDATE job SET due_at = now()
          job_done_is_timed                     | UPDATE job SET state = 'done'
          alert_once_while_open                 | INSERT INTO alert (id, tenant_id, kind, subject, message) VALUES ('alert_2', 'ten_1', 'k', 's', 'm')
          tenant_one_operator                   | UPDATE tenant SET operator = true WHERE id = 'ten_2'
          credential_secret_hash_check          | UPDATE credential SET secret_hash = 'short'
          id_text_check                         | UPDATE payout SET created_by = 'no id' WHERE id = 'po_1'
          notification_pkey                     | INSERT INTO notification (id, tenant_id, payout_id, type, occurred_at, data) VALUES ('evt_1', 'ten_1', 'po_1', 'payout.ready', now(), '{}')
          notification_id_fkey                  | INSERT INTO notification (id, tenant_id, payout_id, type, occurred_at, data) VALUES ('evt_9', 'ten_1', 'po_1', 'payout.ready', now(), '{}')
          event_type_check                      | INSERT INTO notification (id, tenant_id, payout_id, type, occurred_at, data) VALUES ('evt_9', 'ten_1', 'po_1', 'payout.lost', now(), '{}')
          notification_by_position              | UPDATE notification SET position = 1 WHERE id = 'evt_0'
          notification_position_check           | UPDATE notification SET position = 0 WHERE id = 'evt_0'
          notification_stream_last_position_check | UPDATE notification_stream SET last_position = -1
          notification_stream_tenant_id_fkey    | INSERT INTO notification_stream (tenant_id) VALUES ('ten_9')
          webhook_endpoint_slot_check           | UPDATE webhook_endpoint SET slot = 21 WHERE id = 'we_1'
          webhook_endpoint_one_per_slot         | UPDATE webhook_endpoint SET slot = 2 WHERE id = 'we_1'
          webhook_endpoint_url_check            | UPDATE webhook_endpoint SET url = repeat('u', 2049) WHERE id = 'we_1'
          webhook_endpoint_events_check         | UPDATE webhook_endpoint SET events = '{}' WHERE id = 'we_1'
          event_type_check                      | UPDATE webhook_endpoint SET events = '{payout.lost}' WHERE id = 'we_1'
          webhook_endpoint_mode_check           | UPDATE webhook_endpoint SET mode = 'fat' WHERE id = 'we_1'
          webhook_endpoint_description_check    | UPDATE webhook_endpoint SET description = '' WHERE id = 'we_1'
          webhook_endpoint_status_check         | UPDATE webhook_endpoint SET status = 'gone' WHERE id = 'we_1'
          webhook_endpoint_disabled_has_reason  | UPDATE webhook_endpoint SET status = 'disabled' WHERE id = 'we_1'
          webhook_endpoint_disabled_has_reason  | UPDATE webhook_endpoint SET disabled_reason = 'requested' WHERE id = 'we_1'
          webhook_endpoint_disabled_reason_check | UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'No!' WHERE id = 'we_1'
          webhook_endpoint_secret_check         | UPDATE webhook_endpoint SET secret = 'whsec_AAAA' WHERE id = 'we_1'
          webhook_endpoint_previous_secret_check | UPDATE webhook_endpoint SET previous_signing = 'hmac_sha256', previous_secret = 'whsec_AAAA', previous_secret_valid_until = now() WHERE id = 'we_1'
          webhook_endpoint_overlap_is_whole     | UPDATE webhook_endpoint SET previous_secret = secret WHERE id = 'we_1'
          webhook_endpoint_overlap_is_whole     | UPDATE webhook_endpoint SET previous_secret_valid_until = now() WHERE id = 'we_1'
          webhook_endpoint_deleted_has_no_secret | UPDATE webhook_endpoint SET deleted_at = now() WHERE id = 'we_1'
          webhook_endpoint_deleted_has_no_secret | UPDATE webhook_endpoint SET secret = NULL WHERE id = 'we_1'
          webhook_endpoint_signing_check        | UPDATE webhook_endpoint SET signing = 'rsa' WHERE id = 'we_1'
          webhook_endpoint_pair_has_public_key  | UPDATE webhook_endpoint SET signing = 'ed25519' WHERE id = 'we_1'
          webhook_endpoint_previous_is_whole    | UPDATE webhook_endpoint SET previous_signing = 'hmac_sha256' WHERE id = 'we_1'
          webhook_endpoint_failing_since_its_first_failure | UPDATE webhook_endpoint SET failures = 1 WHERE id = 'we_1'
          webhook_endpoint_rests_only_when_failing | UPDATE webhook_endpoint SET rest_until = now() WHERE id = 'we_1'
          webhook_endpoint_version_check        | UPDATE webhook_endpoint SET version = 0 WHERE id = 'we_1'
          encryption_key_pkey                   | INSERT INTO encryption_key (key) VALUES (sha256('l'))
          provider_control_pause_is_whole       | INSERT INTO provider_control (provider, paused_at) VALUES ('quick', now())
          provider_control_pause_reason_check   | INSERT INTO provider_control VALUES ('quick', now(), 'credential:key_1', '')
          provider_minute_has_its_slot          | INSERT INTO provider_minute VALUES ('quick', 1, 100, 0, 0)
          provider_minute_retries_check         | INSERT INTO provider_minute VALUES ('quick', 4, 100, 0, -1)
          encryption_key_is_the_only_one        | INSERT INTO encryption_key (singleton, key) VALUES (false, sha256('l'))
          encryption_key_key_check              | INSERT INTO encryption_key (key) VALUES ('short')
          """)
  void the_database_refuses(String constraint, String sql) {
    assertThatThrownBy(() -> execute(sql))
        .isInstanceOfSatisfying(
            PSQLException.class,
            refused ->
                assertThat(refused.getServerErrorMessage().getConstraint()).isEqualTo(constraint));
  }

  @ParameterizedTest
  @CsvSource({
    "UPDATE payout_event SET type = 'x'",
    "DELETE FROM payout_event",
    "UPDATE payout_batch SET payouts = 2",
    "DELETE FROM payout_batch",
    "UPDATE provider_call SET outcome = 'x'",
    "UPDATE case_entry SET text = 'x'",
    "DELETE FROM case_entry",
    "UPDATE report_entry SET text = 'x'",
    "DELETE FROM report_entry",
    "UPDATE audit_entry SET actor = 'x'",
    "DELETE FROM audit_entry",
    "UPDATE notification SET position = 2 WHERE id = 'evt_1'",
    "UPDATE notification SET position = 2, type = 'payout.paid' WHERE id = 'evt_0'",
    "UPDATE notification SET data = '[]' WHERE id = 'evt_0'",
    "UPDATE notification SET recorded_at = now()",
    "DELETE FROM notification WHERE id = 'evt_0'",
    "UPDATE encryption_key SET key = sha256('l')"
  })
  void what_was_written_stays(String sql) {
    assertThatThrownBy(() -> execute(sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("append-only");
  }

  @Test
  void every_check_of_a_payout_is_in_the_table_above() throws SQLException {
    // A new promise of the schema deserves a line above; this says how many there are.
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT count(*) FROM pg_constraint WHERE conrelid = 'payout'::regclass AND contype = 'c' AND conname NOT LIKE '%_check'")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(22);
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
