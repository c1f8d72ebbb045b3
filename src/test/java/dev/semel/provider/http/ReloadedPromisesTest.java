// Which changes of a file or its settings wait for payouts whose outcome rests on them.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.ProviderTerms;
import dev.semel.provider.Availability;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.http.ProviderRegistry.Outstanding;
import dev.semel.provider.http.ProviderRegistry.Trouble;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReloadedPromisesTest extends ReloadWorld {
  /** Which changes wait while outcomes are unknown: those that promise more, or ask elsewhere. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          reference               | max_length: 35                 | max_length: 36                  | waits
          idempotency/kind        | kind: replays_key              | kind: rejects_duplicate_reference | waits
          idempotency/window      | window: PT24H                  | window: PT48H                   | waits
          idempotency/window      | window: PT24H                  | window: PT1H                    | at once
          visibility              | within: PT60S                  | within: PT5S                    | waits
          visibility              | within: PT60S                  | within: PT120S                  | at once
          visibility              | promised: true                 | promised: false                 | at once
          lookup                  | query: {client_reference       | query: {reference               | waits
          submit/request          | note:                          | remark:                         | waits
          base_url                | ${config.base_url}             | ${config.base_url}/v9           | waits
          answers                 | is: busy                       | is: unknown                     | at once
          statuses                | [returned, reversed]           | [returned]                      | at once
          limits                  | in_flight: 32                  | in_flight: 3                    | at once
          """)
  void a_change_that_unknown_payouts_rest_on_waits_for_them(
      String place, String old, String fresh, String when) throws IOException {
    FileProvider before = acme();
    outstanding = Outstanding.UNKNOWN;
    write(
        "acme.yaml",
        text -> {
          String changed = Acme.patient(text).replace(old, fresh);
          assertThat(changed).isNotEqualTo(Acme.patient(text));
          return changed;
        });
    List<Trouble> troubles = looks();
    if (when.equals("at once")) {
      assertThat(troubles).isEmpty();
      assertThat(acme()).isNotSameAs(before);
      return;
    }
    assertThat(acme()).isSameAs(before);
    assertThat(troubles).hasSize(1);
    assertThat(troubles.getFirst().message())
        .contains(place.toLowerCase(Locale.ROOT))
        .contains("outcome is not known");
    outstanding = Outstanding.NOTHING;
    assertThat(looks()).isEmpty();
    assertThat(acme()).isNotSameAs(before);
    assertThat(acme().availability()).isEqualTo(new Availability.Available());
  }

  @Test
  void nothing_is_sent_while_promises_change_under_it_and_a_change_of_mind_lets_it_go_on()
      throws IOException {
    FileProvider before = acme();
    UnaryOperator<String> sooner = text -> Acme.patient(text).replace("PT60S", "PT5S");
    write("acme.yaml", sooner);
    look();
    assertThat(acme().availability()).isEqualTo(new Availability.Available());
    look();
    assertThat(acme().availability()).isInstanceOf(Availability.Unavailable.class);
    assertThat(acme().submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(HeldBack.class);
    write("acme.yaml", Acme::patient);
    look();
    assertThat(acme()).isSameAs(before);
    assertThat(acme().availability()).isEqualTo(new Availability.Available());
    write("acme.yaml", sooner);
    look();
    look();
    outstanding = Outstanding.UNKNOWN;
    assertThat(look()).hasSize(1);
    assertThat(acme().availability()).isEqualTo(new Availability.Available());
  }

  /** What an attempt was sent under tells at any node, and after a start, whether this is it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          max_length: 35           | max_length: 36        | another
          query: {client_reference | query: {reference     | another
          note:                    | remark:               | another
          ${config.base_url}       | ${config.base_url}/v9 | another
          is: busy                 | is: unknown           | same
          Acme Payouts             | Acme                  | same
          window: PT24H            | window: PT1H          | same
          """)
  void the_fingerprint_of_terms_is_of_what_a_repeat_and_a_question_rest_on(
      String old, String fresh, String which) throws IOException {
    String before = acme().terms().fingerprint();
    write("acme.yaml", text -> Acme.patient(text).replace(old, fresh));
    assertThat(looks()).isEmpty();
    assertThat(acme().terms().fingerprint().equals(before)).isEqualTo(which.equals("same"));
  }

  @Test
  void the_fingerprint_of_terms_is_of_the_address_too_and_of_no_secret() throws IOException {
    String before = acme().terms().fingerprint();
    secret("key", "key-after-2");
    looks();
    assertThat(acme().terms().fingerprint()).isEqualTo(before);
    environment.put("SEMEL_PROVIDER_ACME_BASE_URL", "http://127.0.0.1:2");
    looks();
    assertThat(acme().terms().fingerprint()).isNotEqualTo(before);
  }

  @Test
  void another_address_waits_for_unknown_payouts_too() {
    ProviderTerms terms = acme().terms();
    FileProvider before = acme();
    outstanding = Outstanding.UNKNOWN;
    environment.put("SEMEL_PROVIDER_ACME_BASE_URL", "http://127.0.0.1:2");
    assertThat(looks()).extracting(Trouble::message).first().asString().contains("base_url");
    assertThat(acme()).isSameAs(before);
    assertThat(acme().terms()).isEqualTo(terms);
  }

  @Test
  void a_count_that_can_not_be_had_counts_as_unknown_payouts() throws IOException {
    FileProvider before = acme();
    write("acme.yaml", text -> Acme.patient(text).replace("within: PT60S", "within: PT5S"));
    look();
    List<Trouble> troubles =
        registry.look(
            _ -> {
              throw new IllegalStateException("the database is away");
            });
    assertThat(troubles).hasSize(1);
    assertThat(acme()).isSameAs(before);
  }

  @Test
  void what_another_node_is_sending_is_waited_for() throws IOException {
    FileProvider before = acme();
    write("acme.yaml", text -> Acme.patient(text).replace("within: PT60S", "within: PT5S"));
    outstanding = Outstanding.SUBMITTING;
    assertThat(looks()).as("it is nothing for people").isEmpty();
    assertThat(acme()).isSameAs(before);
    assertThat(acme().submit(Acme.request(), Acme.ALWAYS))
        .isInstanceOf(SubmitOutcome.HeldBack.class);
    outstanding = Outstanding.NOTHING;
    assertThat(looks()).isEmpty();
    assertThat(acme()).isNotSameAs(before);
  }

  @Test
  void a_setting_that_may_name_another_account_waits_for_unknown_payouts() throws IOException {
    write(
        "acme.yaml",
        text ->
            text.replace("secrets:", "config: [account]\nsecrets:")
                .replace("      note:", "      payer: ${config.account}\n      note:"));
    environment.put("SEMEL_PROVIDER_ACME_ACCOUNT", "one");
    assertThat(looks()).isEmpty();
    FileProvider before = acme();
    outstanding = Outstanding.UNKNOWN;
    environment.put("SEMEL_PROVIDER_ACME_ACCOUNT", "two");
    assertThat(looks()).extracting(Trouble::message).first().asString().contains("settings");
    assertThat(acme()).isSameAs(before);
  }

  @Test
  void a_setting_that_no_request_rests_on_waits_for_nobody() {
    outstanding = Outstanding.UNKNOWN;
    environment.put("SEMEL_PROVIDER_ACME_CORRIDORS", "KE KES bank_account 10.00 20.00");
    assertThat(looks()).isEmpty();
    assertThat(acme().capacity().corridors()).hasSize(1);
  }
}
