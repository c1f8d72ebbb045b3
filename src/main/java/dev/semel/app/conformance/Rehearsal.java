// One play, from the payout that is asked for to the verdict.
package dev.semel.app.conformance;

import dev.semel.app.chaos.ChaosStore;
import dev.semel.app.rig.Engine;
import dev.semel.app.rig.Requests;
import dev.semel.db.Ids;
import dev.semel.db.SimulatedDatabase;
import dev.semel.db.Tx;
import dev.semel.problem.ProblemException;
import dev.semel.provider.ProviderCallLog;
import dev.semel.provider.http.ConnectorTools;
import dev.semel.provider.http.FileProvider;
import dev.semel.provider.http.ProviderSettings;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.Token;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One play: the real engine with the provider file on a real database, over real HTTP with the
 * dialect's server. The engine's time is virtual: it goes from what is due to what is due next.
 */
final class Rehearsal {
  private static final int MOST_LOOKS = 4000;
  private static final int MOST_MESSAGES = 50;
  private static final Duration A_LITTLE = Duration.ofMillis(1);
  private static final Duration A_SECOND = Duration.ofSeconds(1);
  private static final Duration AFTERWARDS = Duration.ofHours(12);
  private static final Duration FORGED_AFTER = Duration.ofMinutes(2);
  private static final Duration BELIEVED_AFTER = Duration.ofHours(1);
  private static final List<String> FINAL = List.of("paid", "failed", "returned", "cancelled");

  private final Stand stand;
  private final Play play;
  private final VirtualClock clock = new VirtualClock();
  private final Ledger ledger = new Ledger(clock);
  private final SimulatedDatabase database;
  private final ChaosStore store;
  private final Messages messages;
  private final FileProvider provider;
  private final Engine engine;
  private final Instant end;
  private Optional<String> believed = Optional.empty();

  private Rehearsal(Stand stand, Play play) {
    this.stand = stand;
    this.play = play;
    this.database = stand.database();
    stand.fate().follow(clock);
    this.store = new ChaosStore(database.sql());
    Wording wording = new Wording(clock, stand.settings());
    wording.serverAt(stand.server().url());
    this.messages = new Messages(stand.dialect(), clock, wording);
    DialectPartner partner =
        new DialectPartner(stand.dialect(), play.script(), clock, ledger, wording, messages);
    stand.server().be(asked -> answer(partner, asked));
    this.provider = provider();
    this.engine = engine();
    this.end = clock.instant().plus(longest());
    messages.deliverTo(this::receive);
  }

  /** Plays, and judges. */
  static Verdict of(Stand stand, Play play) {
    stand.database().clear();
    Verdict[] verdict = new Verdict[1];
    Tx.with(
        stand.database(),
        () -> {
          Rehearsal rehearsal = new Rehearsal(stand, play);
          try (FileProvider _ = rehearsal.provider) {
            verdict[0] = rehearsal.play();
          }
        });
    return verdict[0];
  }

  /** On a thread of the server. */
  private Reply answer(DialectPartner partner, Asked asked) {
    Reply reply = partner.answer(asked);
    reply.first().ifPresent(work -> Tx.with(database, work));
    if (reply.manner() == Reply.Manner.SILENCE) {
      clock.pass(stand.file().timeouts().total());
    }
    return reply;
  }

  private FileProvider provider() {
    ProviderCallLog log = Engine.callLog(database.sql());
    ConnectorTools tools =
        new ConnectorTools(
            stand.vertx(), log, clock, clock::nanos, () -> Ids.next(Ids.Kind.PROVIDER_CALL));
    Map<String, String> values = new HashMap<>(stand.settings());
    values.put("base_url", stand.server().url());
    ProviderSettings settings =
        new ProviderSettings(
            only(values, stand.file().config()), only(values, stand.file().secrets()));
    return new FileProvider(play.silent() ? stand.impatient() : stand.hurried(), settings, tools);
  }

  private static Map<String, String> only(Map<String, String> values, Iterable<String> names) {
    Map<String, String> found = new HashMap<>();
    names.forEach(name -> found.put(name, values.getOrDefault(name, "test-" + name)));
    return found;
  }

  private Engine engine() {
    // A call that waits in vain lasts as long as the file says, and its claim longer than that.
    Duration lease = Duration.ofMinutes(1).plus(stand.file().timeouts().total().multipliedBy(2));
    return new Engine(
        "conformance",
        Map.of("semel.submission.lease", lease.toString()),
        database.sql(),
        List.of(provider),
        Runnable::run,
        clock,
        clock::nanos,
        new SplittableRandom(1));
  }

  private Duration longest() {
    Duration last =
        play.script().fate().steps().isEmpty()
            ? Duration.ZERO
            : play.script().fate().steps().getLast().after();
    Duration hidden = play.script().hidden();
    Duration longest = last.compareTo(hidden) > 0 ? last : hidden;
    return longest.plus(play.stopped()).plus(AFTERWARDS);
  }

  private int receive(Optional<String> address, Map<String, String> headers, byte[] body) {
    String name =
        address.map(url -> url.substring(url.lastIndexOf('/') + 1)).orElse(provider.name());
    int status;
    try (Response response = engine.inbox().receive(name, body, Requests.headers(headers))) {
      status = response.getStatus();
    } catch (ProblemException e) {
      status = e.type().status();
    }
    processMessages();
    return status;
  }

  private void processMessages() {
    for (int i = 0; i < MOST_MESSAGES && engine.webhooks().step(); i++) {
      // One message after the other.
    }
  }

  private Verdict play() {
    Optional<String> refused = create();
    if (refused.isPresent()) {
      return Verdict.impossible(refused.get());
    }
    if (play.unreachable()) {
      stand.server().goAway();
      clock.in(A_LITTLE, stand.server()::listen);
    }
    play.forged().ifPresent(claimed -> clock.in(FORGED_AFTER, () -> forge(claimed)));
    goOn();
    return Tx.call(
        () ->
            new Judgement(play, stand.file().resendIsLookup(), stand.wanted().money(), ledger)
                .of(store.payouts().getFirst(), store.histories(), clock.instant(), believed));
  }

  /** Asks for the payout; says why it was refused. */
  private Optional<String> create() {
    Token token = Token.issue("key_conformance", new SecureRandom());
    engine.credentials().bootstrap(token);
    Caller caller =
        new Caller(
            token.credentialId(),
            Tx.call(store::tenant),
            true,
            Stream.of(Permission.values()).collect(Collectors.toUnmodifiableSet()));
    try (Response response =
        engine
            .payouts()
            .create(stand.wanted().body(), Requests.post(caller, "/v1/payouts", "conformance-1"))) {
      return response.getStatus() == 201
          ? Optional.empty()
          : Optional.of(
              "Semel refuses the payout: "
                  + new String((byte[]) response.getEntity(), StandardCharsets.UTF_8));
    } catch (ProblemException e) {
      return Optional.of("Semel refuses the payout: " + e.getMessage() + " " + e.errors());
    }
  }

  private void forge(Stage claimed) {
    for (Payment payment : ledger.ours()) {
      messages.forge(payment, claimed, Signer.By.NOBODY);
      messages.forge(payment, claimed, Signer.By.STRANGER);
    }
    clock.in(BELIEVED_AFTER, this::seeWhetherBelieved);
  }

  private void seeWhetherBelieved() {
    String state = state();
    believed = FINAL.contains(state) ? Optional.of(state) : Optional.empty();
  }

  private String state() {
    return Tx.call(store::payouts).getFirst().state();
  }

  private void goOn() {
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      boolean worked = look();
      if (looks == 0 && !play.stopped().isZero()) {
        clock.advance(clock.instant().plus(play.stopped()));
      }
      Map<String, Instant> due = Tx.call(store::due);
      boolean quiet = due.isEmpty() && clock.next().isEmpty();
      if (clock.instant().isAfter(end) || quiet) {
        return;
      }
      clock.advance(next(due, worked));
    }
  }

  private Instant next(Map<String, Instant> due, boolean worked) {
    Instant soon = clock.instant().plus(worked ? A_LITTLE : A_SECOND);
    Instant next =
        Stream.concat(due.values().stream(), clock.next().stream())
            .min(Instant::compareTo)
            .orElse(soon);
    return next.isAfter(clock.instant()) ? next : soon;
  }

  /** One look at everything that is due, as the worker's loop has it. */
  private boolean look() {
    engine.submissions().renew();
    engine.submissions().sweep();
    boolean worked = engine.submissions().work(provider);
    processMessages();
    return worked;
  }
}
