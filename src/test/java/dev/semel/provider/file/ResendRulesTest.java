// A file may make a resend its lookup only where that is safe and tells something.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResendRulesTest {

  private static String resending() throws IOException {
    String text = Files.readString(Path.of("src/test/resources/providers/acme.yaml"));
    int lookup = text.indexOf("lookup:\n");
    return text.substring(0, lookup).replace("visibility: {within: PT60S, promised: true}\n", "")
        + """
        lookup: {resend: true}
        status:
          request: {method: GET, path: "/v1/payouts/${payout.provider_id}"}
          answers: [{when: {status: 200}, is: found}]
          read: {id: /id, status: /status}
        """
        + text.substring(text.indexOf("statuses:\n"));
  }

  private static List<ProviderFileFault> faultsOf(String text) {
    return switch (new ProviderFileReader().read(text)) {
      case Sound _ -> List.of();
      case Faulty faulty -> faulty.faults();
    };
  }

  @Test
  void a_partner_that_replays_keys_may_be_asked_by_a_resend() throws IOException {
    assertThat(faultsOf(resending())).isEmpty();
    ProviderFileReading read = new ProviderFileReader().read(resending());
    assertThat(read)
        .isInstanceOfSatisfying(
            Sound.class,
            sound -> {
              assertThat(sound.file().resendIsLookup()).isTrue();
              assertThat(sound.file().lookup()).isEmpty();
              assertThat(sound.file().terms().canLookUp()).isTrue();
              assertThat(String.join("\n", ProviderExplanation.of(sound.file())))
                  .contains(
                      "the same request goes out again, with the same reference and key, after"
                          + " 10 seconds, 30 seconds")
                  .contains("No resend is made once the partner may have forgotten")
                  .doesNotContain("never resends after an unknown outcome");
            });
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
"""
          kind: replays_key      ¦ kind: none                                              ¦ 35 ¦ /lookup/resend        ¦ second payout
          replays_errors: false  ¦ replays_errors: true                                    ¦ 35 ¦ /lookup/resend        ¦ never tell more
          {resend: true}         ¦ {resend: false}                                         ¦ 35 ¦ /lookup/resend        ¦ true
          {resend: true}         ¦ {resend: true, read: {status: /status}}                 ¦ 35 ¦ /lookup/read          ¦ remove resend
          {resend: true}         ¦ {}                                                      ¦ 35 ¦ /lookup               ¦ is missing
          submit:                ¦ `prepare: [{name: q, request: {method: GET, path: /q}, answers: [{when: {status: 200}, is: accepted}]}]
submit:` ¦ 36 ¦ /lookup/resend ¦ not be the same
          idempotency:           ¦ `visibility: {within: PT60S, promised: true}
idempotency:` ¦ 8 ¦ /visibility/promised ¦ needs a lookup question
""")
  void a_file_under_which_it_could_pay_twice_or_tell_nothing_is_refused(
      String from, String to, int line, String pointer, String words) throws IOException {
    String changed =
        resending()
            .replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to.replace("\\n", "\n")));
    assertThat(faultsOf(changed))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).isEqualTo(pointer);
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isEqualTo(line);
            });
  }

  @Test
  void a_request_that_names_neither_key_nor_reference_can_not_be_recognised() throws IOException {
    String nameless =
        resending().replace("${attempt.key}", "${payout.id}").replace("${attempt.reference}", "x");
    assertThat(faultsOf(nameless))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).isEqualTo("/submit/request");
              assertThat(fault.message()).contains("tell a resend from a new payout");
            });
  }

  @Test
  void a_request_that_is_sent_again_for_patience_has_to_be_recognised_as_well() throws IOException {
    String nameless =
        Files.readString(Path.of("src/test/resources/providers/acme.yaml"))
            .replace("Idempotency-Key: \"${attempt.key}\"", "X-Payout: \"${payout.id}\"")
            .replace("client_reference: ${attempt.reference}", "client_reference: ${payout.id}");
    assertThat(faultsOf(nameless))
        .extracting(ProviderFileFault::pointer)
        .doesNotContain("/submit/request");
    assertThat(faultsOf(nameless.replace("is: busy", "is: throttled")))
        .extracting(ProviderFileFault::pointer)
        .contains("/submit/request");
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          read: {id: /id, status: /status, reference: /ref} ¦ read: {id: /id, status: /status}               ¦ status read reference
          read: {id: /id, status: /status, reference: /ref} ¦ read: {id: {at: /id, optional: true}, status: /status, reference: /ref} ¦ status read id
          method: GET, path: "/v1/payouts/${payout.provider_id}" ¦ method: POST, path: "/v1/payouts/${payout.provider_id}" ¦ a GET request
          """)
  void an_address_is_followed_only_where_its_answer_tells_whose_it_is(
      String from, String to, String words) throws IOException {
    String linking =
        resending()
            .replace("read: {id: /original/id}", "follow: {at: /link, hosts: [a.acme.test]}")
            .replace(
                "read: {id: /id, status: /status}",
                "read: {id: /id, status: /status, reference: /ref}");
    assertThat(faultsOf(linking)).isEmpty();
    assertThat(linking).contains(from);
    assertThat(faultsOf(linking.replace(from, to)))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).isEqualTo("/submit/answers/1/follow");
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isEqualTo(29);
            });
  }

  @Test
  void where_duplicates_are_rejected_a_rule_has_to_say_so() throws IOException {
    String text =
        resending()
            .replace("kind: replays_key", "kind: rejects_duplicate_reference")
            .replace("is: duplicate", "is: unknown");
    assertThat(faultsOf(text)).extracting(ProviderFileFault::pointer).contains("/submit/answers");
  }
}
