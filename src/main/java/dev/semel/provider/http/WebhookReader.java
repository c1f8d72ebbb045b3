// The events in a partner's message.
package dev.semel.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.Sha256;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.MessageReading;
import dev.semel.provider.ProviderNotice;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.WebhookVerdict.Rejected;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.MessageBody;
import dev.semel.provider.file.ReadValues;
import dev.semel.provider.file.StatusWords;
import dev.semel.provider.file.WebhookTerms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Verifies messages and reads their events, as a file says. */
final class WebhookReader {
  private static final int MOST_EVENTS = 1000;
  private static final int LONGEST_ID = 255;

  private final WebhookTerms terms;
  private final SignatureCheck signature;
  private final StatusWords words;
  private final Optional<QuestionTokens> tokens;

  WebhookReader(WebhookTerms terms, SignatureCheck signature, StatusWords words) {
    this(terms, signature, words, Optional.empty());
  }

  /**
   * @param tokens the tokens that our questions give the partner, where results come later
   */
  WebhookReader(
      WebhookTerms terms,
      SignatureCheck signature,
      StatusWords words,
      Optional<QuestionTokens> tokens) {
    this.terms = terms;
    this.signature = signature;
    this.words = words;
    this.tokens = tokens;
  }

  WebhookVerdict verify(InboundMessage message) {
    if (message.token().isPresent()) {
      return verifyResult(message, message.token().get());
    }
    WebhookVerdict verdict = signature.check(message);
    // What proves nothing stays a hint: hints are counted and forgotten, and tests are not.
    return verdict instanceof WebhookVerdict.Verified && isTestByHeader(message)
        ? new WebhookVerdict.Test()
        : verdict;
  }

  /** Where the body has to say it, it is found out when the body is read. */
  private boolean isTestByHeader(InboundMessage message) {
    return terms
        .testMessages()
        .filter(test -> test.body().isEmpty())
        .map(test -> test.fits(new Answer(0, message.headers(), new Answer.Body.Empty())))
        .orElse(false);
  }

  /**
   * A token is good for a message about one payout: the one that we asked about. One that came too
   * late makes us ask again, as an unsigned message does.
   */
  private WebhookVerdict verifyResult(InboundMessage message, String token) {
    Optional<String> reference = onlyReference(message);
    if (tokens.isEmpty() || reference.isEmpty()) {
      return new Rejected("it names no payout, or no question gives out such an address");
    }
    return switch (tokens.get().of(token, reference.get(), message.receivedAt())) {
      case GOOD -> new WebhookVerdict.Answer();
      case TOO_OLD -> new WebhookVerdict.Hint();
      case NONE -> new Rejected("no question about this payout gave out this address");
    };
  }

  private Optional<String> onlyReference(InboundMessage message) {
    try {
      MessageReading reading = read(message);
      boolean one = reading.notices().size() == 1 && reading.faults().isEmpty();
      return one ? reading.notices().getFirst().reference() : Optional.empty();
    } catch (UnreadableMessageException e) {
      return Optional.empty();
    }
  }

  MessageReading read(InboundMessage message) throws UnreadableMessageException {
    JsonNode body = MessageBody.read(terms.format(), message);
    if (isTestByBody(message, body)) {
      return MessageReading.ofTest();
    }
    Optional<String> id = idInHeader(message);
    JsonNode events = body.at(terms.events());
    if (events.isObject()) {
      return new MessageReading(List.of(notice(events, id)), List.of());
    }
    if (!events.isArray() || events.size() > MOST_EVENTS) {
      throw new UnreadableMessageException("there is no event where the provider's file says");
    }
    return readAll(events, id);
  }

  private boolean isTestByBody(InboundMessage message, JsonNode body) {
    return terms
        .testMessages()
        .filter(test -> !test.body().isEmpty())
        .map(test -> test.fits(new Answer(0, message.headers(), new Answer.Body.Json(body))))
        .orElse(false);
  }

  /** The id that the partner writes into a header; none where it is blank or there twice. */
  private Optional<String> idInHeader(InboundMessage message) {
    return terms
        .idHeader()
        .map(name -> message.headers().getOrDefault(name.toLowerCase(Locale.ROOT), List.of()))
        .filter(values -> values.size() == 1 && !values.getFirst().isBlank())
        .map(values -> values.getFirst().strip());
  }

  private MessageReading readAll(JsonNode events, Optional<String> id) {
    List<ProviderNotice> notices = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      try {
        int number = i + 1;
        notices.add(notice(events.get(i), id.map(of -> of + "#" + number)));
      } catch (UnreadableMessageException e) {
        faults.add("event " + (i + 1) + ": " + e.getMessage());
      }
    }
    return new MessageReading(notices, faults);
  }

  private ProviderNotice notice(JsonNode event, Optional<String> idInHeader)
      throws UnreadableMessageException {
    ReadValues values = terms.read().read(event);
    Optional<String> reference = values.text("reference");
    Optional<String> providerId = values.text("provider_id");
    if (reference.isEmpty() && providerId.isEmpty()) {
      throw new UnreadableMessageException("an event names no payout");
    }
    ProviderStatement statement = values.statement(words, Optional.empty()).of(providerId);
    if (terms.saysNotHowMuch(statement)) {
      throw new UnreadableMessageException("it says that money moved, and not how much");
    }
    return new ProviderNotice(
        idInHeader
            .map(
                id ->
                    id.length() > LONGEST_ID
                        ? Sha256.hexOf(id.getBytes(StandardCharsets.UTF_8))
                        : id)
            .or(() -> values.text("id").filter(id -> !id.isBlank()))
            .orElseGet(() -> builtId(values)),
        values.text("type"),
        reference,
        statement,
        words.lists(statement.providerWord()),
        new ProviderPosition(values.wholeNumber("sequence"), values.instant("occurred_at")),
        event);
  }

  /** The id of an event that has none: the same whenever the same news is told again. */
  private static String builtId(ReadValues values) {
    String news =
        values.text("provider_id").or(() -> values.text("reference")).orElse("")
            + "|"
            + values.text("status").orElse("")
            + "|"
            + values.text("occurred_at").orElse("");
    return Sha256.hexOf(news.getBytes(StandardCharsets.UTF_8));
  }
}
