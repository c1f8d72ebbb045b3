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
import dev.semel.provider.file.AuthTerms.TokenCall;
import dev.semel.provider.file.Endpoint;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.Scan;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.file.WebhookTerms;
import dev.semel.provider.http.ClientCertificate.Reading;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Carries a provider file out over HTTP. Every call blocks the calling thread, which should be a
 * virtual one: each exchange no longer than the file's timeout, the wait for a token likewise.
 */
public final class FileProvider implements Provider, AutoCloseable {
  private final ProviderFile file;
  private final TemplateValues values;
  private final ProviderTerms terms;
  private final ProviderCapacity capacity;
  private final Optional<QuestionTokens> tokens;
  private final InstantSource clock;
  private final Exchange exchange;
  private final Optional<ClientCertificate> certificate;
  private final Lasting lasting;
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
    this(file, settings, tools, exchange(file, tools));
  }

  FileProvider(
      ProviderFile file, ProviderSettings settings, ConnectorTools tools, Exchange exchange) {
    this(
        file,
        settings,
        tools,
        exchange,
        new Lasting(
            new SubmissionGate(file.breaker(), file.capacity(), tools.nanos()),
            new Masking(settings.secrets().values())));
  }

  private static Exchange exchange(ProviderFile file, ConnectorTools tools) {
    return new Exchange(
        tools.vertx(),
        file.timeouts(),
        file.capacity().inFlight() + Exchange.CONNECTIONS_FOR_QUESTIONS);
  }

  /**
   * What one version of a file hands to the next.
   *
   * @param gate how the partner does, and what is running there
   * @param masking what must not be seen, the values before included
   */
  private record Lasting(SubmissionGate gate, Masking masking) {}

  private FileProvider(
      ProviderFile file,
      ProviderSettings settings,
      ConnectorTools tools,
      Exchange exchange,
      Lasting lasting) {
    this.file = file;
    this.lasting = lasting;
    this.values = settings.templateValues();
    this.terms = settings.terms(file);
    this.capacity = settings.capacity(file);
    this.clock = tools.clock();
    this.tokens =
        file.webhook()
            .flatMap(WebhookTerms::results)
            .map(r -> new QuestionTokens(file.name(), settings.secretsOf(r), r.within()));
    this.exchange = exchange;
    this.certificate =
        file.auth().certificate().map(c -> new ClientCertificate(c, values, tools.vertx()));
    renewCertificate().ifPresent(FileProvider::refuse);
    Caller plain =
        new Caller(
            file.name(), exchange, tools.log(), lasting.masking(), tools.clock(), tools.callIds());
    Caller caller =
        file.auth().token().map(t -> plain.with(tokens(t, settings, tools, plain))).orElse(plain);
    RequestWriter writer = new RequestWriter(settings.baseUrl(file), file.auth());
    SubmitJudge judge = new SubmitJudge(file);
    this.submission = new Submission(file, writer, caller, lasting.gate(), judge);
    this.lookup =
        file.lookup()
            .<Asking>map(e -> question(Operation.LOOKUP, e, writer, caller))
            .or(() -> file.scan().map(scan -> scan(scan, writer, caller, tools)));
    this.status = file.status().map(e -> question(Operation.STATUS, e, writer, caller));
    this.resending =
        file.recognisesRepeats()
            ? Optional.of(new Resend(submission, this.values, this.status))
            : Optional.empty();
    this.webhook = file.webhook().map(terms -> reader(terms, settings));
    this.report = file.report().map(r -> new FetchedReport(r, writer, caller, this.values));
  }

  private AccessTokens tokens(
      TokenCall call, ProviderSettings settings, ConnectorTools tools, Caller caller) {
    RequestWriter writer = new RequestWriter(settings.tokenUrl(file, call), file.auth().of(call));
    return new AccessTokens(
        call,
        new TokenFetch(call, writer, caller, values),
        values,
        file.timeouts().total(),
        tools.nanos());
  }

  /**
   * Reads the client certificate anew, and shows it from the next connection on. One that is faulty
   * leaves the one before in use.
   *
   * @return what is wrong with it, a sentence; empty when nothing is, or the file asks for none
   */
  public Optional<String> renewCertificate() {
    if (certificate.isEmpty()) {
      return Optional.empty();
    }
    return switch (certificate.get().read()) {
      case Reading.Usable usable -> {
        exchange.show(usable.options());
        yield Optional.empty();
      }
      case Reading.Faulty faulty -> Optional.of(faulty.sentence());
    };
  }

  private static void refuse(String fault) {
    throw new IllegalArgumentException(fault);
  }

  /**
   * The same partner under another version of its file or its settings. The breaker, the pace and
   * what is counted as running carry over; calls that run end with the version that they began
   * with.
   */
  FileProvider succeededBy(ProviderFile next, ProviderSettings settings, ConnectorTools tools) {
    lasting.masking().learn(settings.secrets().values());
    FileProvider successor =
        opened(next, tools, open -> new FileProvider(next, settings, tools, open, lasting));
    lasting.gate().follow(next.breaker(), next.capacity());
    return successor;
  }

  /**
   * A provider of a sound file, as the constructor makes it; one that fails leaves nothing open.
   */
  static FileProvider connect(ProviderFile file, ProviderSettings settings, ConnectorTools tools) {
    return opened(file, tools, open -> new FileProvider(file, settings, tools, open));
  }

  private static FileProvider opened(
      ProviderFile file, ConnectorTools tools, Function<Exchange, FileProvider> maker) {
    Exchange exchange = exchange(file, tools);
    try {
      return maker.apply(exchange);
    } catch (RuntimeException e) {
      exchange.close();
      throw e;
    }
  }

  /**
   * Makes no submission until the next version is in force, or {@link #goOn}.
   *
   * @return whether none is running
   */
  boolean hold() {
    return lasting.gate().hold();
  }

  /** Makes submissions again. */
  void goOn() {
    lasting.gate().goOn();
  }

  /** Whether no call is under way. */
  boolean isIdle() {
    return exchange.isIdle();
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
        .map(t -> known.withQuestionToken(t.make(query.reference(), clock.instant())))
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
    return terms;
  }

  @Override
  public ProviderCapacity capacity() {
    return capacity;
  }

  @Override
  public Availability availability() {
    return lasting.gate().availability();
  }

  @Override
  public BreakerStanding breaker() {
    return lasting.gate().standing();
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
  public boolean resendIsLookup() {
    return file.resendIsLookup();
  }

  @Override
  public boolean sendsByPut() {
    return file.webhook().map(WebhookTerms::byPut).orElse(false);
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
