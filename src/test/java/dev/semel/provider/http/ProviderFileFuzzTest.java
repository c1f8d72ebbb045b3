// Whatever is done to a provider file: its faults are told, or everything can be made of it.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.ClientReference;
import dev.semel.domain.Money;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.file.Endpoint;
import dev.semel.provider.file.FileEdits;
import dev.semel.provider.file.ProviderExplanation;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.ReportWay;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.report.ReportFile;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * {@code -Dfuzz.provider.edits=100000} makes more edits, {@code -Dfuzz.provider.seed=N} the same
 * ones again.
 */
class ProviderFileFuzzTest {
  private static final Path SHIPPED = Path.of("src/main/resources/providers");
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Vertx VERTX = Vertx.vertx();

  /** No request is ever made, so that one will do for all. */
  private static final Exchange EXCHANGE =
      new Exchange(
          VERTX, new ProviderFile.Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(1)), 1);

  /** Ways to declare a report that no shipped file has. */
  private static final List<String> REPORTS =
      List.of(
          "{csv: {charset: windows-1252, delimiter: ;, decimal: \",\", thousands: \".\", minus: [trailing], dates: dd.MM.yyyy, skip: 2, columns: {reference: Ref, amount: {column: [Amount, Betrag], as: minor_units}, currency: {fixed: KES}, status: {fixed: paid}}, records: {column: Type, kinds: {payout: [P], total: [T]}, columns: {payout: {reference: Ref, amount: A, currency: C, status: S}}}, totals: [{column: Amount, equals: sum}, {line: 1, column: 2, equals: count}], facts: {id: {line: 1, column: 1}}, adds_up: [{column: Net, of: [Amount, Fee]}], once: Ref}}",
          "{camt053: {amount: instructed, references: [uetr, end_to_end_id], id: [transaction_id], namespaces: [x], balances: required}}",
          "{mt940: {charset: US-ASCII}}");

  private static final String PAYOUT_ID = "po_06f1z8x3k7v2m4q9t5w0c8b1ng";

  private final ProviderFileReader reader = new ProviderFileReader();
  private final CallLogInMemory log = new CallLogInMemory();
  private int sound;

  @AfterAll
  static void close() {
    EXCHANGE.close();
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void an_edited_file_is_told_with_its_faults_or_everything_can_be_made_of_it() throws IOException {
    long seed = Long.getLong("fuzz.provider.seed", System.nanoTime());
    int edits = Integer.getInteger("fuzz.provider.edits", 3000);
    List<String> files = files();
    Random random = new Random(seed);
    FileEdits editor = new FileEdits(random);
    for (int i = 0; i < edits; i++) {
      byte[] edited = editor.edited(files.get(i % files.size()));
      try {
        judge(edited);
      } catch (Exception | AssertionError | StackOverflowError e) {
        throw new AssertionError(
            "seed %d, edit %d:%n%s".formatted(seed, i, new String(edited, StandardCharsets.UTF_8)),
            e);
      }
    }
    assertThat(sound).as("sound ones among %d edits of seed %d", edits, seed).isPositive();
  }

  private static List<String> files() throws IOException {
    List<String> texts = new ArrayList<>(List.of(Acme.text()));
    REPORTS.forEach(format -> texts.add(ReportFile.text(format)));
    try (Stream<Path> files = Files.list(SHIPPED)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        texts.add(Files.readString(file));
      }
    }
    return texts;
  }

  private void judge(byte[] edited) throws Exception {
    long began = System.nanoTime();
    ProviderFileReading reading = reader.read(edited);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LONGEST);
    switch (reading) {
      case Faulty faulty ->
          assertThat(faulty.faults())
              .isNotEmpty()
              .allSatisfy(fault -> assertThat(fault.line()).isPositive())
              .allSatisfy(fault -> assertThat(fault.message()).isNotBlank());
      case Sound found -> {
        sound++;
        assertThat(ProviderExplanation.of(found.file())).isNotEmpty();
        useAll(found.file());
      }
    }
  }

  /** Settings as somebody would give them; a base URL that no address comes of is a fault later. */
  private void useAll(ProviderFile file) throws Exception {
    ProviderSettings.Found settings =
        ProviderSettings.find(
            file,
            name ->
                name.startsWith("SEMEL_") && !name.endsWith("_FILE")
                    ? Optional.of(name.endsWith("BASE_URL") ? "http://127.0.0.1:1" : "value-1")
                    : Optional.empty());
    if (!settings.faults().isEmpty()) {
      return;
    }
    Exchange.options(file.timeouts());
    ConnectorTools tools =
        new ConnectorTools(VERTX, log, InstantSource.system(), System::nanoTime, () -> "call_1");
    FileProvider provider = new FileProvider(file, settings.settings(), tools, EXCHANGE);
    for (String currency : List.of("KES", "JPY", "KWD")) {
      SubmissionRequest request = request(currency, file);
      assertThat(provider.missingData(request)).isNotNull();
      render(file, settings.settings(), request);
    }
    assertThat(provider.reportSource()).isNotNull();
  }

  private static void render(
      ProviderFile file, ProviderSettings settings, SubmissionRequest request) {
    RequestWriter writer = new RequestWriter(settings.baseUrl(file), file.auth());
    TemplateValues values = settings.templateValues();
    TemplateValues known = values.with(request);
    for (Endpoint.Step step : file.prepare()) {
      render(writer, step.endpoint().request(), known);
      Map<String, String> brought =
          step.endpoint().read().values().keySet().stream()
              .collect(Collectors.toMap(name -> name, _ -> "brought-1"));
      known = known.withPrepared(step.name(), brought);
    }
    render(writer, file.submit().request(), known);
    TemplateValues asked = values.with(query(request));
    file.lookup().ifPresent(lookup -> render(writer, lookup.request(), asked));
    file.status().ifPresent(status -> render(writer, status.request(), asked));
    if (file.report().map(ProviderFile.Report::way).orElse(null)
        instanceof ReportWay.Asked(Endpoint.Request fetch)) {
      render(writer, fetch, values.with(LocalDate.of(2026, 11, 30)));
    }
  }

  /**
   * What can't be written for a partner is refused before anything is sent; nothing else happens.
   */
  private static void render(
      RequestWriter writer, Endpoint.Request request, TemplateValues values) {
    try {
      OutboundRequest made = writer.write(request, values, "req-1");
      assertThat(made.url().getHost()).isNotBlank();
    } catch (RenderingException e) {
      assertThat(e).hasMessageMatching("(?s).*(has|is|can't|left|holds|must|no ).*");
    }
  }

  private static SubmissionRequest request(String currency, ProviderFile file) {
    JsonNode beneficiary =
        Acme.json(
            "{'name':'Zoë O’Brien','country':'KE','method':'bank_account',"
                + "'bank_account':{'account_number':'0012345678','iban':'GB33BUKB20201555555555','bank_code':'01','branch_code':'02','swift_bic':'BUKBGB22'},"
                + "'mobile_wallet':{'msisdn':'+254700000003','operator':'mpesa'},"
                + "'cash_pickup':{'location_code':'L1'},'card_token':{'token':'tok_1'}}");
    return new SubmissionRequest(
        PAYOUT_ID,
        1,
        ClientReference.of(PAYOUT_ID, 1, file.terms().referenceForm()),
        ClientReference.keyOf(PAYOUT_ID, 1),
        Money.of("125", currency),
        beneficiary,
        Acme.json("{'name':'Jon Doe','country':'GB'}"),
        Optional.of("salary"),
        "order-1",
        "req-1");
  }

  private static ProviderQuery query(SubmissionRequest request) {
    return new ProviderQuery(
        request.payoutId(),
        request.attempt(),
        request.reference(),
        request.key(),
        Optional.of("p1"),
        request.money().currency().code(),
        request.correlationId());
  }
}
