// Every fault of a file is told, with its line, its place and what to do.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderFileFaultsTest {

  private static String acme() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            ProviderFileFaultsTest.class.getResourceAsStream("/providers/acme.yaml"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<ProviderFileFault> faultsOf(String text) {
    return switch (new ProviderFileReader().read(text)) {
      case Sound _ -> List.of();
      case Faulty faulty -> faulty.faults();
    };
  }

  private static String changed(String from, String to) throws IOException {
    String text = acme();
    assertThat(text).contains(from);
    return text.replace(from, to);
  }

  @Test
  void the_file_of_the_tests_is_sound() throws IOException {
    assertThat(faultsOf(acme())).isEmpty();
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          provider: acme                ¦ provider: Acme!                 ¦ 1  ¦ /provider                         ¦ written
          title: Acme Payouts           ¦ titel: Acme Payouts             ¦ 2  ¦ /titel                            ¦ not a member
          title: Acme Payouts           ¦ titel: Acme Payouts             ¦ 1  ¦                                   ¦ 'title' is missing
          ${config.base_url}            ¦ ${config.base_ulr}              ¦ 3  ¦ /base_url                         ¦ not declared
          ${secret.api_key}             ¦ ${secret.api_kee}               ¦ 15 ¦ /auth/bearer                      ¦ not declared
          currency: KES, methods        ¦ currency: HRK, methods          ¦ 6  ¦ /serves/0/currency                ¦ ISO 4217
          min: "10.00"                  ¦ min: "10.001"                   ¦ 6  ¦ /serves/0/min                     ¦ 2 decimals
          min: "10.00"                  ¦ min: "900000.00"                ¦ 6  ¦ /serves/0/min                     ¦ above the largest
          amount: ${payout.amount}      ¦ amount: ${payout.amount | digits}       ¦ 23 ¦ /submit/request/body/amount       ¦ written whole
          amount: ${payout.amount}      ¦ amount: ${payout.amount | max_bytes(3)} ¦ 23 ¦ /submit/request/body/amount       ¦ written whole
          ${beneficiary.bank_account.account_number} ¦ ${beneficiary.bank_account.account_number | max_characters(4)} ¦ 27 ¦ /submit/request/body/beneficiary/account ¦ another one
          ${attempt.reference}          ¦ ${attempt.reference | max_characters(9)} ¦ 22 ¦ /submit/request/body/client_reference ¦ another one
          for ${beneficiary.name}       ¦ for ${beneficiary.name | max_bytes}     ¦ 25 ¦ /submit/request/body/note         ¦ no filter
          for ${beneficiary.name}       ¦ for ${beneficiary.name | latin(3)}      ¦ 25 ¦ /submit/request/body/note         ¦ no filter
          occurred_at: /created_at      ¦ occurred_at: {at: /created_at, as: date} ¦ 53 ¦ /webhook/read/occurred_at         ¦ add zone
          min: "10.00"                  ¦ min: 10.00                      ¦ 6  ¦ /serves/0/min                     ¦ wrong type
          {KES: "5000000.00"}           ¦ {KEX: "5000000.00"}             ¦ 10 ¦ /limits/unknown_exposure/KEX      ¦ ISO 4217
          max_length: 35                ¦ max_length: 20                  ¦ 7  ¦ /reference/max_length             ¦ would not fit
          alphabet: "A-Z0-9-"           ¦ alphabet: "a-z0-9"              ¦ 7  ¦ /reference/alphabet               ¦ other characters
          within: PT60S, promised       ¦ promised                        ¦ 9  ¦ /visibility                       ¦ add within
          window: PT24H                 ¦ window: 24 hours                ¦ 8  ¦ /idempotency/window               ¦ not a duration
          window: PT24H                 ¦ window: PT0S                    ¦ 8  ¦ /idempotency/window               ¦ positive
          connect_timeout: PT1S         ¦ connect_timeout: PT9S           ¦ 10 ¦ /limits/connect_timeout           ¦ longer than the whole
          {failures: 3, of: 4           ¦ {failures: 5, of: 4             ¦ 12 ¦ /breaker                          ¦ more often
          ${attempt.reference}          ¦ ${attempt.referense}            ¦ 22 ¦ /submit/request/body/client_reference ¦ no value
          ${payout.amount}              ¦ ${payout.amount | nummer}       ¦ 23 ¦ /submit/request/body/amount       ¦ no filter
          ${payout.currency}            ¦ ${payout.currency | number}     ¦ 24 ¦ /submit/request/body/currency     ¦ for payout.amount
          ${payout.currency}            ¦ ${payout.currency               ¦ 24 ¦ /submit/request/body/currency     ¦ never ends
          "for ${beneficiary.name}"     ¦ "for ${beneficiary.name?}"      ¦ 25 ¦ /submit/request/body/note         ¦ whole value
          {status: 429}, is: busy       ¦ {status: 4xx2}, is: busy        ¦ 34 ¦ /submit/answers/5/when/status     ¦ a class such as 2xx
          {status: 429}, is: busy       ¦ {status: 404}, is: busy         ¦ 34 ¦ /submit/answers/5                 ¦ never reached
          {status: 409}, is: duplicate  ¦ {status: 409}, is: duplicated   ¦ 30 ¦ /submit/answers/1/is              ¦ not one of the words
          paid: [paid]                  ¦ paid: [paid, accepted]          ¦ 47 ¦ /statuses/paid/1                  ¦ already means processing
          over: "${timestamp}.${body}"  ¦ over: "${timestamp}."           ¦ 52 ¦ /webhook/signature/over           ¦ body has to be signed
          over: "${timestamp}.${body}"  ¦ over: "${body}"                 ¦ 52 ¦ /webhook/signature/timestamp      ¦ proves nothing
          currency: /data/currency      ¦ currency: {fixed: KEX}          ¦ 53 ¦ /webhook/read/currency/fixed      ¦ ISO 4217
          status: /data/status          ¦ status: {fixed: KES}            ¦ 53 ¦ /webhook/read/status/fixed        ¦ Only a currency
          amount: /data/amount          ¦ amount: {at: /data, value: /v}  ¦ 53 ¦ /webhook/read/amount              ¦ both or neither
          amount: /data/amount          ¦ amount: {as: minor_units}       ¦ 53 ¦ /webhook/read/amount              ¦ missing
          Africa/Nairobi                ¦ Africa/Nowhere                  ¦ 56 ¦ /report/time_zone                 ¦ no time zone
          "${secret.api_key}"}          ¦ "sk_live_1"}                    ¦ 15 ¦ /auth/bearer                      ¦ not in this file
          "${secret.webhook_secret}"    ¦ "whsec"                         ¦ 52 ¦ /webhook/signature/secret         ¦ not in this file
          {Idempotency-Key:             ¦ {Content-Length:                ¦ 20 ¦ /submit/request/headers/Content-Length ¦ written by the program
          "/v1/payouts/${payout.prov    ¦ "/v1/pay outs?x=${payout.prov   ¦ 44 ¦ /status/request/path              ¦ can't stand in a path
          method: POST                  ¦ method: GET                     ¦ 17 ¦ /submit/request                   ¦ carries no body
          `    body:`                    ¦ `    form:`                      ¦ 27 ¦ /submit/request/form/beneficiary  ¦ wrong type
          `client_reference: ${attempt`  ¦ `"${attempt.key}": ${attempt`    ¦ 22 ¦ /submit/request/body/${attempt.key} ¦ takes no value
          ${payout.currency}            ¦ ${payout.currency | unix}       ¦ 24 ¦ /submit/request/body/currency     ¦ for scan.from
          ${payout.currency}            ¦ ${scan.from}                    ¦ 24 ¦ /submit/request/body/currency     ¦ no value
          kind: hmac_sha256             ¦ kind: rsa_sha256                ¦ 52 ¦ /webhook/signature                ¦ needs public_key
          kind: hmac_sha256             ¦ kind: ed25519                   ¦ 52 ¦ /webhook/signature/secret         ¦ means nothing
          kind: hmac_sha256             ¦ kind: standard_webhooks         ¦ 52 ¦ /webhook/signature/over           ¦ means nothing
          kind: hmac_sha256             ¦ kind: standard_webhooks         ¦ 52 ¦ /webhook/signature/timestamp/header ¦ is known
          kind: hmac_sha256             ¦ kind: shared_token              ¦ 52 ¦ /webhook/signature/timestamp      ¦ means nothing
          kind: hmac_sha256             ¦ kind: none                      ¦ 52 ¦ /webhook/signature/secret         ¦ means nothing
          kind: hmac_sha256             ¦ kind: hmac_md5                  ¦ 52 ¦ /webhook/signature/kind           ¦ not one of the words
          encoding: hex                 ¦ field: "v 1"                    ¦ 52 ¦ /webhook/signature/field          ¦ written
          encoding: hex                 ¦ public_key: x                   ¦ 52 ¦ /webhook/signature/public_key     ¦ means nothing
          timestamp: {header: X-Acme-Timestamp, ¦ timestamp: {            ¦ 52 ¦ /webhook/signature/timestamp      ¦ add header
          read: {id: /original/id}      ¦ follow: /link                   ¦ 30 ¦ /submit/answers/1/follow          ¦ a resend is the lookup
          read: {id: /original/id}      ¦ follow: {at: /link, hosts: ["https://x"]} ¦ 30 ¦ /submit/answers/1/follow/hosts/0 ¦ written
          {status: 429}, is: busy       ¦ {status: 429}, is: busy, follow: /link ¦ 34 ¦ /submit/answers/5/follow      ¦ original of a duplicate
          status_checks: [PT1M, PT5M]   ¦ status_checks: [PT1M, PT5M]\\nafter_paid: {failed: paid}         ¦ 15 ¦ /after_paid/failed ¦ not one of the words
          cancelled: [cancelled]        ¦ cancelled: []\\nafter_paid: {cancelled: returned}    ¦ 51 ¦ /after_paid/cancelled ¦ No status word means 'cancelled'
          returned: [returned, reversed]\\n  cancelled: [cancelled] ¦ returned: []\\n  cancelled: [cancelled]\\nafter_paid: {cancelled: processing} ¦ 51 ¦ /after_paid/cancelled ¦ that the money came back
          """)
  void a_fault_is_told_where_it_is(String from, String to, int line, String pointer, String words)
      throws IOException {
    assertThat(faultsOf(changed(from.replace("\\n", "\n"), to.replace("\\n", "\n"))))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).isEqualTo(pointer == null ? "" : pointer);
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isEqualTo(line);
            });
  }

  @Test
  void all_faults_are_told_at_once() throws IOException {
    String text =
        acme()
            .replace("provider: acme", "provider: ACME")
            .replace("window: PT24H", "window: soon")
            .replace("${secret.api_key}", "${secret.other}")
            .replace("  paid: [paid]", "  paid: [paid]\n  paid: [paid]");
    assertThat(faultsOf(text))
        .extracting(ProviderFileFault::pointer)
        .contains("/provider", "/idempotency/window", "/auth/bearer", "/statuses/paid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a: [",
        "a: &x 1\nb: *x",
        "a: !!java.net.URL [http://x]",
        "a: !!str 1",
        "a: 1\n---\nb: 2",
        "&a [*a]",
        "a: \"\\",
        "\t- x",
        "- 1\n- 2"
      })
  void what_is_not_plain_yaml_is_refused(String text) {
    assertThat(faultsOf(text)).isNotEmpty();
  }

  @Test
  void a_file_that_is_too_large_or_too_deep_is_refused() {
    assertThat(faultsOf("a: " + "x".repeat(300_000))).hasSize(1);
    assertThat(faultsOf("[".repeat(5000))).isNotEmpty();
  }

  @Test
  void a_file_without_a_way_to_tell_an_unknown_outcome_is_refused() throws IOException {
    String text = acme();
    String without =
        text.substring(0, text.indexOf("lookup:\n")) + text.substring(text.indexOf("statuses:"));
    assertThat(faultsOf(without.replace("kind: replays_key", "kind: none")))
        .extracting(ProviderFileFault::message)
        .anyMatch(message -> message.contains("tell an unknown outcome"));
  }

  @Test
  void words_that_yaml_takes_for_booleans_and_numbers_stay_texts() {
    YamlSource.Parsed parsed = YamlSource.parse("a: NO\nb: 03:00\nc: 0123\nd: yes\ne: 12\nf: true");
    assertThat(parsed.tree().orElseThrow().toString())
        .isEqualTo(
            "{\"a\":\"NO\",\"b\":\"03:00\",\"c\":\"0123\",\"d\":\"yes\",\"e\":12,\"f\":true}");
  }
}
