// Looking for our reference in a partner's list: what is asked, and what its pages prove.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.ClientReference;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.LookupOutcome.Absent;
import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.ProviderCall;
import dev.semel.provider.ProviderQuery;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListScanApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Instant FIRST = Instant.parse("2026-12-01T10:00:00.250Z");
  private static final Instant LAST = Instant.parse("2026-12-01T10:00:30Z");
  private static final Instant NOW = Instant.parse("2026-12-01T10:04:00Z");

  /** As Stripe's: the id of the last item leads on, and the page says whether there is more. */
  private static final String AFTER_LAST =
      """
      lookup:
        scan:
          request: {method: GET, path: /v1/payouts, query: {"created[gte]": "${scan.from | unix}", starting_after: "${scan.cursor?}"}}
          items: /data
          match: /metadata/reference
          next: {by: last_item, at: /id, more: /has_more}
          pages: 3
        read: {id: /id, status: /status, amount: /amount, currency: /currency}
      """;

  /** As Wise's: so many items are passed over, and an empty page is the end. */
  private static final String BY_OFFSET =
      """
      lookup:
        scan:
          request: {method: GET, path: /v1/payouts, query: {since: "${scan.from}", until: "${scan.to}", offset: "${scan.offset}"}}
          items: ""
          match: /metadata/reference
          next: {by: offset}
          pages: 4
          margin: PT30M
        read: {id: /id, status: /status, amount: /amount, currency: /currency}
      """;

  /** As RazorpayX's: the partner filters by our reference. */
  private static final String FILTERED =
      """
      lookup:
        scan:
          request: {method: GET, path: /v1/payouts, query: {reference_id: "${attempt.reference}"}}
          items: /items
          match: /metadata/reference
        read: {id: /id, status: /status, amount: /amount, currency: /currency}
      """;

  private static final String BY_CURSOR =
      AFTER_LAST.replace(
          "{by: last_item, at: /id, more: /has_more}", "{by: cursor, at: /next_page}");

  private static final String BY_PAGE =
      BY_OFFSET
          .replace("offset: \"${scan.offset}\"", "page: \"${scan.page}\"")
          .replace("{by: offset}", "{by: page, first: 0, more: /has_more}")
          .replace("items: \"\"", "items: /data");

  private final CallLogInMemory log = new CallLogInMemory();
  private List<String> asked = List.of();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  static UnaryOperator<String> scanning(String lookup) {
    return text ->
        Acme.patient(
            text.substring(0, text.indexOf("lookup:\n"))
                + lookup
                + """
                status:
                  request: {method: GET, path: "/v1/payouts/${payout.provider_id}"}
                  answers: [{when: {status: 200}, is: found}, {when: {status: 404}, is: absent}]
                """
                + text.substring(text.indexOf("statuses:\n")));
  }

  private static String ok(String body) {
    return at("Tue, 01 Dec 2026 10:05:00 GMT", body);
  }

  private static String at(String date, String body) {
    return RawPartner.answer("200 OK\r\nDate: " + date, body.replace('\'', '"'));
  }

  private static String item(String id, String reference) {
    return "{'id':'%s','status':'paid','amount':'125.50','currency':'KES','metadata':{'reference':'%s'}}"
        .formatted(id, reference);
  }

  private static String items(String... ids) {
    return Arrays.stream(ids)
        .map(id -> id.startsWith("ours") ? item(id, Acme.REFERENCE) : item(id, "other-" + id))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String page(boolean more, String... ids) {
    return ok("{'data':" + items(ids) + ",'has_more':" + more + "}");
  }

  private static String plain(String... ids) {
    return ok(items(ids));
  }

  private static ProviderQuery query(Optional<ProviderQuery.Sent> sent) {
    return new ProviderQuery(
        "po_06f1z8x3k7v2m4q9t5w0c8b1ng",
        1,
        Acme.REFERENCE,
        ClientReference.keyOf("po_06f1z8x3k7v2m4q9t5w0c8b1ng", 1),
        Optional.empty(),
        "KES",
        "req-2",
        sent);
  }

  /** Has the partner answer so, in this order, and be asked exactly as often. */
  private LookupOutcome scan(String lookup, String... answers) throws IOException {
    Iterator<String> next = List.of(answers).iterator();
    try (RawPartner partner = new RawPartner(c -> RawPartner.thenStay(next.next()).answer(c));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, scanning(lookup))) {
      LookupOutcome outcome =
          acme.lookup(query(Optional.of(new ProviderQuery.Sent(FIRST, LAST, NOW))));
      asked =
          partner.requests().stream()
              .map(request -> request.substring(0, request.indexOf(" HTTP/1.1")))
              .toList();
      assertThat(asked).hasSize(answers.length);
      return outcome;
    }
  }

  private void isFound(LookupOutcome outcome, String id) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Found.class,
            found -> {
              assertThat(found.statement().providerPayoutId()).contains(id);
              assertThat(found.statement().status()).isEqualTo(ProviderStatus.PAID);
            });
  }

  private static void isUnclear(LookupOutcome outcome, String why) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Unclear.class,
            unclear -> {
              assertThat(unclear.reason()).contains(why);
              assertThat(unclear.alarm()).isEmpty();
            });
  }

  @Test
  void the_cursor_is_the_last_item_and_the_list_is_read_to_its_end() throws IOException {
    isFound(
        scan(AFTER_LAST, page(true, "a", "b"), page(true, "ours", "c"), page(false, "d")), "ours");
    assertThat(asked)
        .containsExactly(
            "GET /v1/payouts?created%5Bgte%5D=1796115600",
            "GET /v1/payouts?created%5Bgte%5D=1796115600&starting_after=b",
            "GET /v1/payouts?created%5Bgte%5D=1796115600&starting_after=c");
    assertThat(log.calls())
        .allSatisfy(
            call -> {
              assertThat(call.operation()).isEqualTo(ProviderCall.Operation.LOOKUP);
              assertThat(call.outcome()).isEqualTo("answered");
              assertThat(call.responseBody())
                  .as("other tenants' payouts stand in it")
                  .hasValueSatisfying(
                      kept -> assertThat(kept).matches("\\(a list of [0-9]+ bytes.*"));
            });
  }

  @Test
  void it_is_absent_only_where_the_list_says_that_this_was_its_end() throws IOException {
    assertThat(scan(AFTER_LAST, page(true, "a"), page(false, "b"))).isEqualTo(new Absent());
    assertThat(scan(AFTER_LAST, page(false))).isEqualTo(new Absent());
    isUnclear(scan(AFTER_LAST, page(true, "a"), ok("{'data':[]}")), "whether it is the last");
    isUnclear(
        scan(AFTER_LAST, ok("{'data':" + items("a") + ",'has_more':'no'}")),
        "whether it is the last");
    isUnclear(scan(AFTER_LAST, page(true, "a"), page(true)), "none to go on from");
    isUnclear(scan(AFTER_LAST, page(true, "a"), page(true, "a")), "leads to the same one");
  }

  @Test
  void a_page_limit_that_is_reached_leaves_it_unclear_even_where_one_was_seen() throws IOException {
    String[] pages = {page(true, "a"), page(true, "ours"), page(true, "c")};
    isUnclear(scan(AFTER_LAST, pages), "more than 3 pages");
  }

  /** The margin is half an hour: a quarter is for the clocks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Tue, 01 Dec 2026 10:19:00 GMT | absent
          Tue, 01 Dec 2026 09:49:00 GMT | absent
          Tue, 01 Dec 2026 10:19:01 GMT | unclear
          Tue, 01 Dec 2026 09:48:59 GMT | unclear
          Tue, 01 Dec 2020 10:05:00 GMT | unclear
          soon                          | unclear
          """)
  void whose_clock_is_far_from_ours_may_have_it_at_another_time(String date, String which)
      throws IOException {
    String page = at(date, items("a"));
    String end = at(date, "[]");
    if (which.equals("absent")) {
      assertThat(scan(BY_OFFSET, page, end, page, end)).isEqualTo(new Absent());
    } else {
      isUnclear(scan(BY_OFFSET, page, plain()), "far from ours");
      isUnclear(scan(BY_OFFSET, plain("a"), plain(), page, end), "far from ours");
      isFound(scan(BY_OFFSET, at(date, items("ours")), plain()), "ours");
    }
  }

  @Test
  void whose_clock_is_not_told_may_have_it_at_another_time_unless_no_time_was_asked_for()
      throws IOException {
    String empty = RawPartner.answer("200 OK", "{\"data\":[],\"has_more\":false}");
    isUnclear(scan(AFTER_LAST, empty), "clock is unknown");
    assertThat(scan(FILTERED, RawPartner.answer("200 OK", "{\"items\":[]}")))
        .isEqualTo(new Absent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "500 Oops|{}",
        "429 Slow|{}",
        "404 None|{}",
        "401 No|{'data':[],'has_more':false}",
        "302 Found|{'data':[],'has_more':false}",
        "200 OK|<html>",
        "200 OK|",
        "200 OK|{'items':[],'has_more':false}",
        "200 OK|{'data':null,'has_more':false}",
        "200 OK|{'data':{},'has_more':false}",
        "200 OK|{'data':[{'status':'paid'}],'has_more':false}",
        "200 OK|{'data':[7],'has_more':false}"
      })
  void a_page_that_fails_or_is_not_as_promised_leaves_it_unclear(String answer) throws IOException {
    String[] parts = answer.split("\\|", 2);
    String bad = RawPartner.answer(parts[0], parts[1].replace('\'', '"'));
    assertThat(scan(AFTER_LAST, bad)).isInstanceOf(Unclear.class);
    assertThat(scan(AFTER_LAST, page(true, "a"), bad)).isInstanceOf(Unclear.class);
    assertThat(scan(AFTER_LAST, page(true, "ours"), bad)).isInstanceOf(Unclear.class);
  }

  @Test
  void two_payouts_under_one_reference_are_told_to_people_and_none_is_adopted() throws IOException {
    assertThat(scan(AFTER_LAST, page(true, "ours-1", "a"), page(false, "ours-2")))
        .isInstanceOfSatisfying(
            Unclear.class,
            unclear -> assertThat(unclear.alarm().orElseThrow()).contains("2 payouts with our"));
  }

  @Test
  void one_that_stands_on_two_pages_is_one_payout() throws IOException {
    isFound(scan(BY_OFFSET, plain("a", "ours"), plain("ours", "b"), plain()), "ours");
  }

  @Test
  void a_list_in_which_nothing_has_a_reference_proves_nothing() throws IOException {
    String without = item("a", "x").replace("reference", "other_name");
    isUnclear(
        scan(AFTER_LAST, ok("{'data':[" + without + "],'has_more':false}")),
        "no payout in the list has a reference");
  }

  @Test
  void a_reference_in_other_letters_is_ours_and_never_absent() throws IOException {
    String lower = item("a", Acme.REFERENCE.toLowerCase(java.util.Locale.ROOT));
    isFound(scan(AFTER_LAST, ok("{'data':[" + lower + "],'has_more':false}")), "a");
  }

  @Test
  void the_time_that_is_asked_for_holds_every_moment_at_which_it_may_have_been_made()
      throws IOException {
    scan(BY_OFFSET, plain("a", "b"), plain("c"), plain(), plain("a", "b"), plain("c"), plain());
    String times = "since=2026-12-01T09%3A30%3A00Z&until=2026-12-01T10%3A31%3A30Z";
    assertThat(asked.subList(0, 3))
        .containsExactly(
            "GET /v1/payouts?" + times + "&offset=0",
            "GET /v1/payouts?" + times + "&offset=2",
            "GET /v1/payouts?" + times + "&offset=3");
    assertThat(asked.subList(3, 6)).isEqualTo(asked.subList(0, 3));
  }

  @Test
  void where_items_are_counted_absence_needs_the_same_list_twice() throws IOException {
    assertThat(
            scan(
                BY_OFFSET,
                plain("a", "b"),
                plain("c"),
                plain(),
                plain("a", "b"),
                plain("c"),
                plain()))
        .isEqualTo(new Absent());
    assertThat(scan(BY_OFFSET, plain(), plain())).isEqualTo(new Absent());
    // b left the list, so that ours moved to where b had stood: the first reading never showed it.
    isFoundNowhere(
        scan(
            BY_OFFSET,
            plain("a", "b"),
            plain("c"),
            plain(),
            plain("a", "ours"),
            plain("c"),
            plain()));
    isUnclear(scan(BY_OFFSET, plain("a"), plain(), plain("a", "z"), plain()), "another one");
    isUnclear(scan(BY_OFFSET, plain("a"), plain(), RawPartner.answer("500 Oops", "{}")), "500");
    isUnclear(scan(BY_OFFSET, plain("a", "b"), plain("b"), plain()), "stood on two pages");
  }

  private static void isFoundNowhere(LookupOutcome outcome) {
    assertThat(outcome).isInstanceOf(Unclear.class);
  }

  @Test
  void a_short_page_is_not_taken_for_the_last() throws IOException {
    isFound(scan(BY_OFFSET, plain("a", "b", "c"), plain("d"), plain("ours"), plain()), "ours");
  }

  @Test
  void pages_may_be_numbered() throws IOException {
    assertThat(scan(BY_PAGE, page(true, "a"), page(false, "b"), page(true, "a"), page(false, "b")))
        .isEqualTo(new Absent());
    assertThat(asked.get(0)).endsWith("page=0");
    assertThat(asked.get(1)).endsWith("page=1");
  }

  @Test
  void a_page_may_give_the_cursor_of_the_next() throws IOException {
    String first = ok("{'data':" + items("a") + ",'next_page':'c 1'}");
    assertThat(scan(BY_CURSOR, first, ok("{'data':" + items("b") + ",'next_page':null}")))
        .isEqualTo(new Absent());
    assertThat(asked.get(1)).endsWith("starting_after=c%201");
    isUnclear(scan(BY_CURSOR, first, ok("{'data':[]}")), "whether it is the last");
    isUnclear(scan(BY_CURSOR, first, first), "leads to the same one");
  }

  @Test
  void where_the_partner_filters_an_empty_page_alone_is_absence() throws IOException {
    assertThat(scan(FILTERED, ok("{'items':[]}"))).isEqualTo(new Absent());
    isFound(scan(FILTERED, ok("{'items':" + items("ours") + "}")), "ours");
    isUnclear(scan(FILTERED, ok("{'items':" + items("a", "b") + "}")), "may not be all");
    assertThat(asked).containsExactly("GET /v1/payouts?reference_id=" + Acme.REFERENCE);
  }

  @Test
  void without_knowing_when_it_was_sent_nothing_is_asked() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(page(false)));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, scanning(AFTER_LAST))) {
      assertThat(acme.lookup(query(Optional.empty()))).isInstanceOf(Unclear.class);
      assertThat(partner.requests()).isEmpty();
    }
  }
}
