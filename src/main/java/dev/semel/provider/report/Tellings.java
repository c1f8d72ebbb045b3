// What a report says of itself outside its rows, as values.
package dev.semel.provider.report;

import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.ReportFacts.Page;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.UnreadableMessageException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Collects what a report says of itself. */
final class Tellings {
  private static final int LONGEST_NUMBER = 18;

  private final ZoneId zone;
  private final TimeForm times;
  private final Map<Telling, String> texts = new EnumMap<>(Telling.class);
  private final Map<Telling, Instant> moments = new EnumMap<>(Telling.class);
  private final Map<Telling, Long> numbers = new EnumMap<>(Telling.class);

  Tellings(ZoneId zone, TimeForm times) {
    this.zone = zone;
    this.times = times;
  }

  /**
   * Takes what it says; an empty text says nothing.
   *
   * @throws ReportRefusedException when it is not written as it has to be
   */
  void tell(Telling what, String text, ReportPlace place) throws ReportRefusedException {
    if (text.isEmpty()) {
      return;
    }
    switch (what) {
      case ID, ACCOUNT ->
          PartnerText.keptName(text, place).ifPresent(name -> texts.put(what, name));
      case MORE -> texts.put(what, text);
      case SEQUENCE, PAGE, PAGES -> numbers.put(what, number(text, place));
      case CREATED_AT, FROM, TO -> moments.put(what, moment(what, text, place));
    }
  }

  private static long number(String text, ReportPlace place) throws ReportRefusedException {
    boolean digits = text.length() <= LONGEST_NUMBER && text.chars().allMatch(Tellings::isDigit);
    if (!digits) {
      throw new ReportRefusedException(place, "this is no whole number");
    }
    return Long.parseLong(text);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private Instant moment(Telling what, String text, ReportPlace place)
      throws ReportRefusedException {
    try {
      return what == Telling.FROM
          ? times.readFirst("time", text, zone)
          : times.read("time", text, zone);
    } catch (NoSuchDayException e) {
      throw new ReportRefusedException(place, "this is a day that the calendar does not have");
    } catch (UnreadableMessageException e) {
      throw new ReportRefusedException(place, "this is no time as the provider's file says");
    }
  }

  Optional<String> id() {
    return Optional.ofNullable(texts.get(Telling.ID));
  }

  Optional<Instant> createdAt() {
    return Optional.ofNullable(moments.get(Telling.CREATED_AT));
  }

  /** The page, where anything is said of pages. */
  Optional<Page> page() {
    Optional<Long> page = Optional.ofNullable(numbers.get(Telling.PAGE));
    Optional<Long> pages = Optional.ofNullable(numbers.get(Telling.PAGES));
    Optional<String> more = Optional.ofNullable(texts.get(Telling.MORE));
    if (page.isEmpty() && pages.isEmpty() && more.isEmpty()) {
      return Optional.empty();
    }
    long number = page.orElse(1L);
    boolean last =
        pages.map(count -> number >= count).orElse(true)
            && !more.filter(text -> !text.equals("false")).isPresent();
    return Optional.of(new Page((int) Math.min(number, Integer.MAX_VALUE), last));
  }

  /** The report as its one part. */
  ReportPart part(Balances balances, ReportPart.Entries entries, Optional<BigDecimal> booked) {
    return new ReportPart(
        id(),
        Optional.ofNullable(texts.get(Telling.ACCOUNT)),
        Optional.empty(),
        Optional.ofNullable(numbers.get(Telling.SEQUENCE)),
        page(),
        Optional.ofNullable(moments.get(Telling.FROM)),
        Optional.ofNullable(moments.get(Telling.TO)),
        balances.opening(),
        balances.closing(),
        booked,
        entries,
        false);
  }
}
