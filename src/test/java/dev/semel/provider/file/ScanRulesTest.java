// A file may look for a payout in a list only where it could not miss it.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScanRulesTest {

  private static String scanning() throws IOException {
    String text = Files.readString(Path.of("src/test/resources/providers/acme.yaml"));
    return text.substring(0, text.indexOf("lookup:\n"))
        + """
        lookup:
          scan:
            request: {method: GET, path: /v1/payouts, query: {from: "${scan.from | unix}", to: "${scan.to | unix_ms}", after: "${scan.cursor?}"}}
            items: /data
            match: /metadata/reference
            next: {by: last_item, at: /id, more: /has_more}
            pages: 5
            margin: PT30M
          read: {id: /id, status: /status, amount: /amount, currency: /currency}
        status:
          request: {method: GET, path: "/v1/payouts/${payout.provider_id}"}
          answers: [{when: {status: 200}, is: found}]
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
  void a_partner_that_lists_its_payouts_may_be_asked_so() throws IOException {
    assertThat(faultsOf(scanning())).isEmpty();
    assertThat(new ProviderFileReader().read(scanning()))
        .isInstanceOfSatisfying(
            Sound.class,
            sound -> {
              assertThat(sound.file().lookup()).isEmpty();
              assertThat(sound.file().terms().canLookUp()).isTrue();
              assertThat(sound.file().status().orElseThrow().read().values()).containsKey("id");
              assertThat(String.join("\n", ProviderExplanation.of(sound.file())))
                  .contains("in a list of its payouts, at most 5 pages, which begins 30 minutes")
                  .contains("of several none is, and people are told")
                  .contains("only when the list was read to its end");
            });
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          after: "${scan.cursor?}"    ¦ x: y                            ¦ 38 ¦ /lookup/scan/request           ¦ put ${scan.cursor?} into
          after: "${scan.cursor?}"    ¦ after: "${scan.cursor}"         ¦ 38 ¦ /lookup/scan/request           ¦ put ${scan.cursor?} into
          from: "${scan.from | unix}" ¦ x: y                            ¦ 38 ¦ /lookup/scan/request           ¦ all payouts there ever were
          ${scan.from | unix}         ¦ ${scan.from | number}           ¦ 38 ¦ /lookup/scan/request/query/from ¦ for payout.amount
          ${scan.from | unix}         ¦ ${scan.from | text | unix}      ¦ 38 ¦ /lookup/scan/request/query/from ¦ stand alone
          ${scan.from | unix}         ¦ ${payout.amount}                ¦ 38 ¦ /lookup/scan/request/query/from ¦ no value
          method: GET, path: /v1/payouts, query ¦ method: GET, path: /v1/payouts, body: {}, query ¦ 38 ¦ /lookup/scan/request ¦ carries no body
          `    items: /data`          ¦ `    item: /data`               ¦ 39 ¦ /lookup/scan/item              ¦ not a member
          `    items: /data`          ¦ `    item: /data`               ¦ 37 ¦ /lookup/scan                   ¦ 'items' is missing
          match: /metadata            ¦ match: metadata                 ¦ 40 ¦ /lookup/scan/match             ¦ written
          at: /id, more: /has_more    ¦ more: /has_more                 ¦ 41 ¦ /lookup/scan/next              ¦ add at
          by: last_item               ¦ by: luck                        ¦ 41 ¦ /lookup/scan/next/by           ¦ not one of the words
          by: last_item               ¦ by: offset                      ¦ 38 ¦ /lookup/scan/request           ¦ put ${scan.offset} into
          by: last_item               ¦ by: page                        ¦ 41 ¦ /lookup/scan/next/at           ¦ no cursor to find
          by: last_item               ¦ first: 0, by: last_item         ¦ 41 ¦ /lookup/scan/next/first        ¦ Only pages
          `by: last_item, at: /id, more: /has_more}` ¦ `by: offset}`    ¦ 38 ¦ /lookup/scan/request           ¦ put ${scan.offset}
          to: "${scan.to | unix_ms}", after: "${scan.cursor?}"}} ¦ offset: "${scan.offset}"}} ¦ 38 ¦ /lookup/scan/request ¦ put ${scan.cursor?} into
          `    next: {by: last_item, at: /id, more: /has_more}\\n` ¦ `` ¦ 37 ¦ /lookup/scan                   ¦ first of many
          pages: 5                    ¦ pages: 0                        ¦ 42 ¦ /lookup/scan/pages             ¦ minimum
          margin: PT30M               ¦ margin: PT1M                    ¦ 43 ¦ /lookup/scan/margin            ¦ PT10M or more
          margin: PT30M               ¦ margin: soon                    ¦ 43 ¦ /lookup/scan/margin            ¦ not a duration
          read: {id: /id, status      ¦ read: {status                   ¦ 44 ¦ /lookup/read                   ¦ read id, always
          read: {id: /id, status      ¦ read: {at: /x, id: /id, status  ¦ 44 ¦ /lookup/read/at                ¦ read from the item
          `  read: {id: /id, status: /status, amount: /amount, currency: /currency}\\nstatus` ¦ status ¦ 36 ¦ /lookup ¦ 'read' is missing
          `margin: PT30M`  ¦ `margin: PT30M\\n  answers: [{when: {status: 200}, is: found}]` ¦ 44 ¦ /lookup/answers ¦ remove scan
          `  answers: [{when: {status: 200}, is: found}]\\nstatuses` ¦ statuses ¦ 45 ¦ /status               ¦ its answers from
          """)
  void a_file_under_which_it_could_be_missed_is_refused(
      String from, String to, int line, String pointer, String words) throws IOException {
    String text = scanning();
    String old = from.replace("\\n", "\n");
    assertThat(text).contains(old);
    assertThat(faultsOf(text.replace(old, to == null ? "" : to.replace("\\n", "\n"))))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).isEqualTo(pointer);
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isEqualTo(line);
            });
  }

  @Test
  void where_items_are_counted_the_time_has_to_end() throws IOException {
    String counting =
        scanning()
            .replace("after: \"${scan.cursor?}\"", "offset: \"${scan.offset}\"")
            .replace("{by: last_item, at: /id, more: /has_more}", "{by: offset}");
    assertThat(faultsOf(counting)).isEmpty();
    assertThat(faultsOf(counting.replace("to: \"${scan.to | unix_ms}\", ", "")))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.pointer()).isEqualTo("/lookup/scan/request");
              assertThat(fault.message()).contains("from ${scan.from} to ${scan.to}");
            });
  }

  @Test
  void a_list_that_the_partner_filters_by_our_reference_needs_no_time_and_no_pages()
      throws IOException {
    String filtered =
        scanning()
            .replaceFirst("query: \\{from.*}}", "query: {ref: \"\\${attempt.reference}\"}}")
            .replaceFirst("    next: .*\n", "")
            .replaceFirst("    pages: 5\n", "");
    assertThat(faultsOf(filtered)).isEmpty();
    assertThat(faultsOf(filtered.replace("    margin", "    pages: 5\n    margin")))
        .extracting(ProviderFileFault::pointer)
        .containsExactly("/lookup/scan/pages");
  }
}
