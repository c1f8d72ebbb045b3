// A provider that exists on paper only: its reports are what a test writes.
package dev.semel.reconciliation;

import dev.semel.domain.ClientReference;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatement.MoneyBack;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.WireNames;
import dev.semel.provider.Availability;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.MatchTerms;
import dev.semel.provider.MessageReading;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFetch;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRow;
import dev.semel.provider.ReportRow.Kind;
import dev.semel.provider.RowSink;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.WebhookVerdict;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A provider that exists on paper only: its reports are what a test writes, one payout a line:
 * {@code reference|id|amount|currency|status|settled at}, and where it tells that, {@code |amount
 * that came back}. A reference may be {@code fee:REFERENCE}, {@code other:}, {@code
 * batch:NAME*COUNT}, or {@code REFERENCE&another name}. A line {@code
 * #account|number|from|to|opening|closing|written at} tells of the statement that it is. It takes
 * no payouts.
 */
final class PaperProvider implements Provider, Provider.ReportSource {
  private static final Duration DAY = Duration.ofDays(1);

  private final String name;
  private final Duration lag;
  private final ZoneId zone;
  private final Map<LocalDate, String> reports = new HashMap<>();
  private Map<ProviderStatus, ProviderStatus> afterPaid = Map.of();
  private LocalTime due = LocalTime.MIDNIGHT;
  private MatchTerms matching = MatchTerms.STRICT;

  PaperProvider(String name, Duration lag, String zone) {
    this.name = name;
    this.lag = lag;
    this.zone = ZoneId.of(zone);
  }

  /** From now on its report of the day is this. */
  void reports(LocalDate day, String content) {
    reports.put(day, content);
  }

  /** From now on its report of a day is due at this time of the next. */
  void due(LocalTime time) {
    due = time;
  }

  /** From now on this is allowed when its reports are matched. */
  void matching(MatchTerms terms) {
    matching = terms;
  }

  /** From now on it says failed when paid money came back. */
  void failsWhatItReturns() {
    afterPaid = Map.of(ProviderStatus.FAILED, ProviderStatus.RETURNED);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Availability availability() {
    return new Availability.Available();
  }

  @Override
  public String title() {
    return "Paper";
  }

  @Override
  public ProviderTerms terms() {
    return new ProviderTerms(
        name,
        ClientReference.Form.BASE32_UPPER,
        ProviderTerms.Repeats.NONE,
        Optional.empty(),
        Optional.empty(),
        false,
        new ProviderTerms.RetryTerms(DAY, DAY, 1, DAY),
        List.of(),
        List.of(DAY),
        afterPaid);
  }

  @Override
  public Optional<ReportSource> reportSource() {
    return Optional.of(this);
  }

  @Override
  public ZoneId timeZone() {
    return zone;
  }

  @Override
  public LocalTime due() {
    return due;
  }

  @Override
  public Duration lag() {
    return lag;
  }

  @Override
  public MatchTerms matching() {
    return matching;
  }

  @Override
  public ReportFetch fetch(LocalDate businessDate) {
    String content = reports.get(businessDate);
    return content == null
        ? new ReportFetch.NotThere("nobody has written it")
        : new ReportFetch.Fetched(content.getBytes(StandardCharsets.UTF_8), "text/plain");
  }

  @Override
  public ReportFacts read(InputStream content, RowSink rows)
      throws UnreadableMessageException, IOException {
    int count = 0;
    List<String[]> statements = new ArrayList<>();
    String text = new String(content.readAllBytes(), StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      if (line.startsWith("#")) {
        statements.add(line.substring(1).split("\\|", -1));
        continue;
      }
      count++;
      String[] cells = line.split("\\|", -1);
      if (cells.length != 6 && cells.length != 7) {
        rows.discard();
        throw new UnreadableMessageException("row " + count + " has not six cells");
      }
      rows.take(row(count, cells));
    }
    ReportFacts facts =
        new ReportFacts(
            count,
            Optional.empty(),
            statements.stream().findFirst().flatMap(cells -> some(cells[6])).map(Instant::parse),
            statements.stream().map(PaperProvider::part).toList(),
            Optional.empty(),
            Set.of(),
            List.of());
    rows.commit(facts);
    return facts;
  }

  private static ReportRow row(int line, String[] cells) {
    ProviderStatement statement =
        new ProviderStatement(
            some(cells[1]),
            WireNames.parse(ProviderStatus.class, cells[4]),
            cells[4],
            some(cells[2]).map(amount -> Money.of(amount, cells[3])),
            Optional.empty(),
            Optional.empty(),
            cells.length == 7
                ? new MoneyBack.Apart(some(cells[6]).map(amount -> Money.of(amount, cells[3])))
                : new MoneyBack.InTheAmount());
    boolean noSuchDay = cells[5].startsWith("2026-02-30");
    String[] names = cells[0].replaceFirst("^(fee|other|batch):", "").split("&", -1);
    Kind kind =
        cells[0].contains(":")
            ? WireNames.parse(Kind.class, cells[0].split(":", -1)[0])
            : statement.status() == ProviderStatus.RETURNED ? Kind.RETURN : Kind.PAYOUT;
    return new ReportRow(
        line,
        ReportPlace.ofLine(line),
        kind,
        0,
        kind == Kind.BATCH ? Optional.empty() : some(names[0]),
        List.of(names).subList(1, names.length),
        kind == Kind.BATCH ? Optional.of(batch(names[0])) : Optional.empty(),
        statement,
        noSuchDay ? Optional.empty() : some(cells[5]).map(Instant::parse),
        noSuchDay ? Optional.of("its day is none of the calendar") : Optional.empty());
  }

  private static ReportRow.Batch batch(String text) {
    String[] parts = text.split("\\*", -1);
    return new ReportRow.Batch(
        some(parts[0]),
        parts.length == 1 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(parts[1])));
  }

  private static ReportPart part(String[] cells) {
    return new ReportPart(
        Optional.empty(),
        some(cells[0]),
        Optional.of("KES"),
        some(cells[1]).map(Long::valueOf),
        Optional.empty(),
        some(cells[2]).map(Instant::parse),
        some(cells[3]).map(Instant::parse),
        some(cells[4]).map(BigDecimal::new),
        some(cells[5]).map(BigDecimal::new),
        Optional.empty(),
        new ReportPart.Entries(0, 0),
        false);
  }

  private static Optional<String> some(String cell) {
    return cell.isEmpty() ? Optional.empty() : Optional.of(cell);
  }

  @Override
  public ProviderCapacity capacity() {
    return new ProviderCapacity(List.of(), 1, 1, Map.of());
  }

  @Override
  public List<MissingData> missingData(SubmissionRequest request) {
    return List.of();
  }

  @Override
  public SubmitOutcome submit(SubmissionRequest request, BooleanSupplier maySend) {
    return new SubmitOutcome.NotSent("it takes no payouts");
  }

  @Override
  public LookupOutcome lookup(ProviderQuery query) {
    return new LookupOutcome.Unclear("it answers nothing");
  }

  @Override
  public LookupOutcome status(ProviderQuery query) {
    return new LookupOutcome.Unclear("it answers nothing");
  }

  @Override
  public WebhookVerdict verify(InboundMessage message) {
    return new WebhookVerdict.Rejected("it sends nothing");
  }

  @Override
  public MessageReading read(InboundMessage message) {
    return new MessageReading(List.of(), List.of());
  }

  @Override
  public boolean confirmsTerminalEvents() {
    return true;
  }
}
