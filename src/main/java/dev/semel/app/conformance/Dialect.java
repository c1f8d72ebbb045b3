// How a partner's server speaks.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sound dialect: spelling alone. Texts are kept as they are written, places included.
 *
 * @param name the provider's
 * @param title for people
 * @param settings test values of the provider file's settings and secrets
 * @param payout what is to be paid out, as far as the dialect says
 * @param auth how calls are authorized
 * @param unauthorized what others are answered
 * @param memory how the partner remembers
 * @param invisibleFor how long an accepted payment may not show
 * @param id the form of the partner's ids
 * @param words the word for each stage that exists there
 * @param unheard a word as nobody has heard it
 * @param failure code and message of what failed or came back
 * @param calls what it answers to
 * @param webhook its messages
 */
record Dialect(
    String name,
    String title,
    Map<String, String> settings,
    JsonNode payout,
    Auth auth,
    Answer unauthorized,
    Memory memory,
    Duration invisibleFor,
    String id,
    Map<Stage, JsonNode> words,
    String unheard,
    Map<String, String> failure,
    List<Call> calls,
    Optional<Webhook> webhook) {
  Dialect {
    settings = Map.copyOf(settings);
    words = Map.copyOf(words);
    failure = Map.copyOf(failure);
    calls = List.copyOf(calls);
  }

  /** What the server does when it is called. */
  enum Does {
    PAY,
    DRAFT,
    STEP,
    TOKEN,
    FIND,
    LIST,
    ASK;

    /** Whether it comes before the call that moves money. */
    boolean prepares() {
      return this == DRAFT || this == STEP;
    }
  }

  /** How a call is authorized. */
  sealed interface Auth {}

  /** It need not be. */
  record Open() implements Auth {}

  /** A bearer token: one that was given, or where {@code setting} is there, its value. */
  record Bearer(Optional<String> setting) implements Auth {}

  /** User and password, by the names of their settings. */
  record Basic(String user, String password) implements Auth {}

  /** Headers with what they have to hold. */
  record Own(Map<String, String> headers) implements Auth {
    Own {
      headers = Map.copyOf(headers);
    }
  }

  /**
   * How the partner remembers.
   *
   * @param any false where every request is a payment of its own
   * @param window how long; empty for ever
   * @param stored whether a repeat brings the stored answer, and not how the payment stands now
   * @param errors whether a stored error is replayed
   */
  record Memory(boolean any, Optional<Duration> window, boolean stored, boolean errors) {}

  /**
   * An answer.
   *
   * @param body a tree of templates
   * @param bodyOf other bodies by the payment's stage
   * @param form a form-encoded body
   * @param text a body of any other kind
   */
  record Answer(
      int status,
      Map<String, String> headers,
      Optional<JsonNode> body,
      Map<String, JsonNode> bodyOf,
      Map<String, String> form,
      @Nullable String text) {
    Answer {
      headers = Map.copyOf(headers);
      bodyOf = Map.copyOf(bodyOf);
      form = Collections.unmodifiableMap(new LinkedHashMap<>(form));
    }

    /** An answer that is a text of a kind of its own. */
    static Answer text(int status, String type, String text) {
      return new Answer(
          status, Map.of("Content-Type", type), Optional.empty(), Map.of(), Map.of(), text);
    }
  }

  /** Which requests a call takes: each value a text, {@code present} or {@code absent}. */
  record When(
      String method,
      String path,
      Map<String, String> query,
      Map<String, String> header,
      Map<String, String> form,
      Map<String, String> body) {
    When {
      query = Map.copyOf(query);
      header = Map.copyOf(header);
      form = Map.copyOf(form);
      body = Map.copyOf(body);
    }
  }

  /**
   * One call.
   *
   * @param texts where things are in the request, by name: id, reference, repeat, amount, currency,
   *     payment, since, until, to
   * @param byReference whether {@code payment} is our reference and not the partner's id
   * @param keep what is kept with the payment or the step
   * @param use the ids of steps made before, by name
   * @param auth where it is authorized otherwise than the rest
   * @param lasts how long a token is good
   * @param page how a list is paged
   * @param item how an element of a list is written
   * @param result the message that answers a question
   * @param answers by name, each of them at least one
   */
  record Call(
      String name,
      When when,
      Does does,
      Map<String, String> texts,
      boolean byReference,
      Map<String, String> keep,
      Map<String, String> use,
      Optional<Auth> auth,
      Duration lasts,
      Map<String, String> page,
      Optional<JsonNode> item,
      Optional<Message> result,
      Map<String, List<Answer>> answers) {
    Call {
      texts = Map.copyOf(texts);
      keep = Map.copyOf(keep);
      use = Map.copyOf(use);
      page = Map.copyOf(page);
      answers = Map.copyOf(answers);
    }

    List<Answer> all(String name) {
      return answers.getOrDefault(name, List.of());
    }

    Optional<Answer> first(String name) {
      return all(name).stream().findFirst();
    }
  }

  /** A message to us. */
  record Message(
      String method,
      Map<String, String> headers,
      Optional<JsonNode> body,
      Map<String, JsonNode> bodyOf,
      Map<String, String> form) {
    Message {
      headers = Map.copyOf(headers);
      bodyOf = Map.copyOf(bodyOf);
      form = Collections.unmodifiableMap(new LinkedHashMap<>(form));
    }
  }

  /**
   * The partner's messages.
   *
   * @param tells of which stages
   * @param words other words than answers have
   * @param types the types of events
   */
  record Webhook(
      Set<Stage> tells,
      Message message,
      Map<Stage, JsonNode> words,
      Map<Stage, JsonNode> types,
      Signature signature) {
    Webhook {
      tells = Set.copyOf(tells);
      words = Map.copyOf(words);
      types = Map.copyOf(types);
    }
  }

  /**
   * How a message is signed; members that a kind does not need are left out.
   *
   * @param value what the header holds, of {@code ${signature}} and {@code ${timestamp}}
   */
  record Signature(
      String kind,
      String header,
      boolean base64,
      String value,
      String secret,
      String publicKey,
      String over,
      Optional<String> timestampHeader,
      String timestampFormat) {
    boolean signed() {
      return !kind.equals("none") && !kind.equals("shared_token");
    }
  }

  /** The call that moves money. */
  Call pay() {
    return calls.stream().filter(call -> call.does() == Does.PAY).findFirst().orElseThrow();
  }

  /** Whether there are calls before the one that moves money. */
  boolean hasSteps() {
    return calls.stream().anyMatch(call -> call.does().prepares());
  }

  boolean has(Does does) {
    return calls.stream().anyMatch(call -> call.does() == does);
  }

  /** The word of a stage; that of acceptance where a stage on the way has none. */
  JsonNode word(Stage stage) {
    JsonNode word = words.get(stage);
    return word == null ? Objects.requireNonNull(words.get(Stage.ACCEPTED)) : word;
  }

  /** The first stage of which a message tells. */
  Stage firstTold() {
    return Stream.of(Stage.ACCEPTED, Stage.PROCESSING)
        .filter(this::tells)
        .findFirst()
        .orElse(Stage.PAID);
  }

  /** Whether a message tells of a stage. */
  boolean tells(Stage stage) {
    return webhook.filter(w -> w.tells().contains(stage)).isPresent();
  }
}
