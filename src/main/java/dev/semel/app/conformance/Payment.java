// A payment in the partner's books.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.domain.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A payment in the partner's books. */
final class Payment {
  private final String id;
  private final String reference;
  private final String repeat;
  private final Money money;
  private final Map<String, String> kept;
  private final boolean foreign;
  private final Instant madeAt;
  private final List<Change> changes = new ArrayList<>();
  private @Nullable Instant movedAt;
  private Stage stage;
  private boolean strange;
  private @Nullable Reply stored;

  /** When the payment came to a stage. */
  record Change(Instant at, Stage stage) {}

  /**
   * A payment whose money has not moved.
   *
   * @param id the partner's
   * @param repeat by what a repeat is recognised
   * @param foreign whether it is another client's, and there to be passed over
   */
  Payment(
      String id,
      String reference,
      String repeat,
      Money money,
      Map<String, String> kept,
      boolean foreign,
      Instant madeAt) {
    this.id = id;
    this.reference = reference;
    this.repeat = repeat;
    this.money = money;
    this.kept = Map.copyOf(kept);
    this.foreign = foreign;
    this.madeAt = madeAt;
    this.stage = Stage.DRAFT;
  }

  String id() {
    return id;
  }

  String reference() {
    return reference;
  }

  String repeat() {
    return repeat;
  }

  Money money() {
    return money;
  }

  boolean foreign() {
    return foreign;
  }

  Instant madeAt() {
    return madeAt;
  }

  Stage stage() {
    return stage;
  }

  Optional<Instant> movedAt() {
    return Optional.ofNullable(movedAt);
  }

  Optional<Reply> stored() {
    return Optional.ofNullable(stored);
  }

  void store(Reply reply) {
    stored = reply;
  }

  /** The one moment at which the money leaves. */
  void move(Instant now) {
    movedAt = now;
    become(Stage.ACCEPTED, false, now);
  }

  /** Comes to a stage; a strange one has a word that nobody has heard. */
  void become(Stage next, boolean inStrangeWords, Instant now) {
    stage = next;
    strange = inStrangeWords;
    changes.add(new Change(now, next));
  }

  /** What templates may say of it, in the words of answers or of messages. */
  Places places(Dialect dialect, Map<Stage, JsonNode> words) {
    return place -> {
      if (!place.startsWith("payment.")) {
        return Optional.empty();
      }
      String name = place.substring("payment.".length());
      return switch (name) {
        case "id" -> text(id);
        case "reference" -> text(reference);
        case "amount" -> text(money.decimal());
        case "currency" -> text(money.currency().code());
        case "status" -> Optional.of(word(dialect, words));
        case "code", "message" ->
            stage.troubled() ? text(dialect.failure().getOrDefault(name, name)) : Optional.empty();
        case "made_at" -> text(madeAt.toString());
        case "changed_at" -> text(changes.isEmpty() ? madeAt + "" : changes.getLast().at() + "");
        default ->
            foreign
                ? text("of-others")
                : Optional.ofNullable(kept.get(name)).flatMap(Payment::text);
      };
    };
  }

  private JsonNode word(Dialect dialect, Map<Stage, JsonNode> words) {
    if (strange) {
      return TextNode.valueOf(dialect.unheard());
    }
    JsonNode word = words.get(stage);
    return word == null ? dialect.word(stage) : word;
  }

  private static Optional<JsonNode> text(String text) {
    return Optional.of(TextNode.valueOf(text));
  }
}
