// Asking a partner how a payout stands by looking for it in a list of its payouts.
package dev.semel.provider.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.LookupOutcome.Absent;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.ReadRules;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.Scan;
import dev.semel.provider.file.StatusWords;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.file.ValueRead;
import dev.semel.provider.http.Caller.Judged;
import dev.semel.provider.http.ScanPages.Page;
import dev.semel.provider.http.ScanPages.Place;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Looks for our reference in a list, page by page, to its end. One item that has it is the payout.
 * None is absence only if the whole list was seen: every page was understood, the last one says
 * that it is the last, and no item can have slipped past while the pages moved. Several are told to
 * people, and nothing is adopted.
 */
final class ListScan implements Asking {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final Scan scan;
  private final ScanPages pages;
  private final Duration visibleWithin;
  private final StatusWords words;
  private final RequestWriter writer;
  private final Caller caller;
  private final LongSupplier nanos;

  /**
   * @param scan how the list is asked for
   * @param visibleWithin how long after it was sent the partner may note a payout
   * @param words what its status words mean
   * @param nanos a clock that only goes forward
   */
  ListScan(
      Scan scan,
      Duration visibleWithin,
      StatusWords words,
      RequestWriter writer,
      Caller caller,
      LongSupplier nanos) {
    this.scan = scan;
    this.pages = new ScanPages(scan);
    this.visibleWithin = visibleWithin;
    this.words = words;
    this.writer = writer;
    this.caller = caller;
    this.nanos = nanos;
  }

  /** What going through the list once brought. */
  private sealed interface Pass {
    /** Its end was not reached, or something on the way was not understood. */
    record Broken(String reason) implements Pass {}

    /**
     * The whole list.
     *
     * @param ids the partner's ids of all items, in their order
     * @param ours the items that have our reference, by their ids
     * @param carried whether any item has a reference where the file says
     * @param onTime whether the partner's clock is near enough to ours on every page
     */
    record Whole(List<String> ids, Map<String, JsonNode> ours, boolean carried, boolean onTime)
        implements Pass {}
  }

  @Override
  public LookupOutcome ask(ProviderQuery query, TemplateValues values) {
    if (query.sent().isEmpty()) {
      return new Unclear("it is not known since when the payout would be in the partner's list");
    }
    long until = nanos.getAsLong() + LONGEST.toNanos();
    TemplateValues timed = values.withScan(times(query.sent().get()));
    return switch (pass(query, timed, until)) {
      case Pass.Broken broken -> new Unclear(broken.reason());
      case Pass.Whole whole when whole.ours().isEmpty() -> absent(whole, query, timed, until);
      case Pass.Whole whole when whole.ours().size() > 1 -> several(whole, query);
      case Pass.Whole whole -> one(whole.ours().values().iterator().next(), query);
    };
  }

  private LookupOutcome one(JsonNode item, ProviderQuery query) {
    Answer asAnswer = new Answer(0, Map.of(), new Answer.Body.Json(item));
    return scan.unclear().filter(unclear -> unclear.fits(asAnswer)).isPresent()
        ? new Unclear("the partner has it, and the provider's file says that this tells nothing")
        : Question.found(scan.read(), item, query, Optional.empty(), words);
  }

  private Map<String, String> times(ProviderQuery.Sent sent) {
    Map<String, String> times = new HashMap<>();
    times.put("from", sent.first().minus(scan.margin()).truncatedTo(ChronoUnit.SECONDS).toString());
    times.put(
        "to",
        sent.last()
            .plus(visibleWithin)
            .plus(scan.margin())
            .truncatedTo(ChronoUnit.SECONDS)
            .toString());
    return times;
  }

  /** Two payouts under one reference: which of them is ours, nobody can tell but people. */
  private static LookupOutcome several(Pass.Whole whole, ProviderQuery query) {
    String why =
        "the partner's list has "
            + whole.ours().size()
            + " payouts with our reference "
            + query.reference();
    return new Unclear(why, Optional.of(why));
  }

  private LookupOutcome absent(
      Pass.Whole whole, ProviderQuery query, TemplateValues values, long until) {
    Optional<String> doubt = doubt(whole);
    if (doubt.isPresent()) {
      return new Unclear(doubt.get());
    }
    return scan.next().by().countsItems() ? absentAgain(whole, query, values, until) : new Absent();
  }

  private Optional<String> doubt(Pass.Whole whole) {
    if (!whole.onTime()) {
      return Optional.of(
          "the partner's clock is unknown or far from ours: the payout may stand at a time that was"
              + " not asked for");
    }
    if (whole.ids().isEmpty()) {
      return Optional.empty();
    }
    if (scan.next().by() == Scan.By.NOTHING) {
      return Optional.of("the only page has payouts of other references: it may not be all");
    }
    if (!whole.carried()) {
      return Optional.of("no payout in the list has a reference where the provider's file says");
    }
    boolean repeats = new HashSet<>(whole.ids()).size() < whole.ids().size();
    return repeats
        ? Optional.of("a payout stood on two pages: the list moved while it was read")
        : Optional.empty();
  }

  /**
   * Where pages are counted, one that left the list made the others move up, and the first of the
   * next page was never shown. The list is read again: it has to be the same.
   */
  private LookupOutcome absentAgain(
      Pass.Whole whole, ProviderQuery query, TemplateValues values, long until) {
    return switch (pass(query, values, until)) {
      case Pass.Broken broken -> new Unclear(broken.reason());
      case Pass.Whole again when again.ours().isEmpty() && again.ids().equals(whole.ids()) ->
          doubt(again).<LookupOutcome>map(Unclear::new).orElseGet(Absent::new);
      case Pass.Whole _ -> new Unclear("the list was another one when it was read again");
    };
  }

  private Pass pass(ProviderQuery query, TemplateValues values, long until) {
    List<String> ids = new ArrayList<>();
    Map<String, JsonNode> ours = new HashMap<>();
    boolean carried = false;
    boolean onTime = true;
    Place place = pages.first();
    for (int number = 1; number <= scan.pages(); number++) {
      if (nanos.getAsLong() - until > 0) {
        return new Pass.Broken("the list was not read to its end within " + LONGEST);
      }
      switch (page(query, values.withScan(place.values()), place)) {
        case Page.Broken broken -> {
          return new Pass.Broken(broken.reason());
        }
        case Page.Listed listed -> {
          onTime &= isOnTime(listed, query);
          for (JsonNode item : listed.items()) {
            String id = idOf(item);
            if (id.isEmpty()) {
              return new Pass.Broken("a payout in the list has no id where the file says");
            }
            ids.add(id);
            String reference = textAt(item, scan.match());
            carried |= !reference.isEmpty();
            if (reference.equalsIgnoreCase(query.reference())) {
              ours.put(id, item);
            }
          }
          if (listed.next().isEmpty()) {
            return new Pass.Whole(ids, ours, carried, onTime);
          }
          place = listed.next().get();
        }
      }
    }
    return new Pass.Broken("the list has more than " + scan.pages() + " pages");
  }

  /**
   * Whether what was made while the payout may have been sent stands in the time that was asked
   * for: half of the margin is for how far the clocks are apart, half for everything else.
   */
  private boolean isOnTime(Page.Listed listed, ProviderQuery query) {
    Duration most = scan.margin().dividedBy(2);
    return !scan.timed()
        || listed
            .at()
            .flatMap(at -> query.sent().map(sent -> Duration.between(sent.now(), at).abs()))
            .filter(apart -> apart.compareTo(most) <= 0)
            .isPresent();
  }

  private Page page(ProviderQuery query, TemplateValues values, Place place) {
    try {
      OutboundRequest request = writer.write(scan.request(), values, query.correlationId());
      return caller.call(
          Operation.LOOKUP, CallSubject.ofList(query), request, transfer -> judge(transfer, place));
    } catch (RenderingException e) {
      return new Page.Broken("the question could not be made: " + e.getMessage());
    }
  }

  private Judged<Page> judge(Transfer transfer, Place place) {
    Page page =
        switch (transfer) {
          case Transfer.NotConnected not -> new Page.Broken(not.reason());
          case Transfer.Withheld held -> new Page.Broken(held.reason());
          case Transfer.NoAnswer none -> new Page.Broken(none.reason());
          case Transfer.Answered answered -> pages.read(Answers.of(answered), place);
        };
    return switch (page) {
      case Page.Listed _ -> new Judged<>(page, "answered", Optional.empty());
      case Page.Broken broken -> new Judged<>(page, "unclear", Optional.of(broken.reason()));
    };
  }

  private String idOf(JsonNode item) {
    JsonNode id = idRule(scan.read()).in(item);
    return id.isValueNode() && !id.isNull() ? id.asText() : "";
  }

  private static ValueRead idRule(ReadRules read) {
    ValueRead id = read.values().get("id");
    if (id == null) {
      throw new IllegalStateException("the file's rules let a scan without an id through");
    }
    return id;
  }

  private static String textAt(JsonNode item, JsonPointer at) {
    JsonNode value = item.at(at);
    return value.isValueNode() && !value.isNull() ? value.asText() : "";
  }
}
