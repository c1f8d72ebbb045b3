// A partner, driven by its file.
package dev.semel.provider.http;

import dev.semel.domain.ProviderTerms;
import dev.semel.provider.Availability;
import dev.semel.provider.BreakerStanding;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.Masking;
import dev.semel.provider.MessageReading;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.file.Endpoint;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.Scan;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.file.WebhookTerms;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Carries a provider file out over HTTP. Every call blocks the calling thread, which should be a
 * virtual one, no longer than the file's timeout.
 */
public final class FileProvider implements Provider, AutoCloseable {
  private final ProviderFile file;
  private final TemplateValues values;
  private final Optional<QuestionTokens> tokens;
  private final InstantSource clock;
  private final Exchange exchange;
  private final SubmissionGate gate;
  private final Submission submission;
  private final Optional<Asking> lookup;
  private final Optional<Question> status;
  private final Optional<Resending> resending;
  private final Optional<WebhookReader> webhook;
  private final Optional<ReportSource> report;

  /**
   * A provider of a sound file.
   *
   * @param file the file
   * @param settings the values of its settings and secrets, none of them missing
   * @param tools what it works with
   */
  public FileProvider(ProviderFile file, ProviderSettings settings, ConnectorTools tools) {
    this(
        file,
        settings,
        tools,
        new Exchange(
            tools.vertx(),
            file.timeouts(),
            file.capacity().inFlight() + Exchange.CONNECTIONS_FOR_QUESTIONS));
  }

  FileProvider(
      ProviderFile file, ProviderSettings settings, ConnectorTools tools, Exchange exchange) {
    this.file = file;
    this.values = settings.templateValues();
    this.clock = tools.clock();
    this.tokens =
        file.webhook()
            .flatMap(WebhookTerms::results)
            .map(r -> new QuestionTokens(file.name(), settings.secretsOf(r), r.within()));
    this.exchange = exchange;
    Masking masking = new Masking(settings.secrets().values());
    Caller caller =
        new Caller(file.name(), exchange, tools.log(), masking, tools.clock(), tools.callIds());
    RequestWriter writer = new RequestWriter(settings.baseUrl(file), file.auth());
    this.gate = new SubmissionGate(file.breaker(), file.capacity(), tools.nanos());
    SubmitJudge judge = new SubmitJudge(file);
    this.submission = new Submission(file, writer, caller, gate, judge);
    this.lookup =
        file.lookup()
            .<Asking>map(e -> question(Operation.LOOKUP, e, writer, caller))
            .or(() -> file.scan().map(scan -> scan(scan, writer, caller, tools)));
    this.status = file.status().map(e -> question(Operation.STATUS, e, writer, caller));
    this.resending =
        file.resendIsLookup()
            ? Optional.of(new Resend(submission, this.values, this.status))
            : Optional.empty();
    this.webhook = file.webhook().map(terms -> reader(terms, settings));
    this.report =
        file.report().map(r -> new JsonReport(r, file.words(), writer, caller, this.values));
  }

  private Question question(
      Operation operation, Endpoint endpoint, RequestWriter writer, Caller caller) {
    return new Question(operation, endpoint, file.words(), writer, caller);
  }

  private ListScan scan(Scan scan, RequestWriter writer, Caller caller, ConnectorTools tools) {
    Duration visible = file.terms().visibleWithin().orElse(Duration.ZERO);
    return new ListScan(scan, visible, file.words(), writer, caller, tools.nanos());
  }

  private WebhookReader reader(WebhookTerms terms, ProviderSettings settings) {
    SignatureCheck check = new SignatureCheck(terms.signature(), settings.keysOf(terms));
    return new WebhookReader(terms, check, file.words(), tokens);
  }

  /** The values for a question; how long its token is good is counted by this node's clock. */
  private TemplateValues about(ProviderQuery query) {
    TemplateValues known = values.with(query);
    return tokens
        .map(t -> known.withToken(t.make(query.reference(), clock.instant())))
        .orElse(known);
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public String title() {
    return file.title();
  }

  @Override
  public ProviderTerms terms() {
    return file.terms();
  }

  @Override
  public ProviderCapacity capacity() {
    return file.capacity();
  }

  @Override
  public Availability availability() {
    return gate.availability();
  }

  @Override
  public BreakerStanding breaker() {
    return gate.standing();
  }

  @Override
  public boolean listsStatus(String providerWord) {
    return providerWord.isEmpty() || file.words().lists(providerWord);
  }

  @Override
  public List<MissingData> missingData(SubmissionRequest request) {
    return MissingValues.of(file, values.with(request));
  }

  @Override
  public SubmitOutcome submit(SubmissionRequest request, BooleanSupplier maySend) {
    return submission.submit(request, values.with(request), maySend);
  }

  @Override
  public LookupOutcome lookup(ProviderQuery query) {
    return lookup
        .map(question -> question.ask(query, about(query)))
        .orElseGet(() -> new LookupOutcome.Unclear("the partner can't be asked by our reference"));
  }

  @Override
  public LookupOutcome status(ProviderQuery query) {
    Optional<Question> byId = query.providerPayoutId().isPresent() ? status : Optional.empty();
    return byId.map(question -> question.ask(query, about(query))).orElseGet(() -> lookup(query));
  }

  @Override
  public boolean canBeAsked(ProviderQuery query) {
    return lookup.isPresent() || (status.isPresent() && query.providerPayoutId().isPresent());
  }

  @Override
  public Optional<Resending> resending() {
    return resending;
  }

  @Override
  public WebhookVerdict verify(InboundMessage message) {
    return webhook
        .map(reader -> reader.verify(message))
        .orElseGet(() -> new WebhookVerdict.Rejected("this partner sends no messages"));
  }

  @Override
  public MessageReading read(InboundMessage message) throws UnreadableMessageException {
    if (webhook.isEmpty()) {
      throw new UnreadableMessageException("this partner sends no messages");
    }
    return webhook.get().read(message);
  }

  @Override
  public boolean confirmsTerminalEvents() {
    return file.webhook().map(WebhookTerms::confirmTerminal).orElse(true);
  }

  @Override
  public Optional<ReportSource> reportSource() {
    return report;
  }

  /** Closes idle connections. */
  @Override
  public void close() {
    exchange.close();
  }
}
