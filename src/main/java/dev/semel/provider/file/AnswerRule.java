package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import dev.semel.domain.Fault;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one kind of answer means.
 *
 * @param when the answers that it is about
 * @param is what they mean
 * @param fault whose fault a refusal is
 * @param code where the partner's reason code is
 * @param message where its explanation is
 * @param read what these answers carry, where it differs from the others
 * @param follow where they say that the original of a duplicate can be asked about
 */
public record AnswerRule(
    Condition when,
    AnswerMeaning is,
    Fault fault,
    Optional<JsonPointer> code,
    Optional<JsonPointer> message,
    Optional<ReadRules> read,
    Optional<Follow> follow) {

  /**
   * Where an answer has the address of the original of a duplicate.
   *
   * @param at where in the answer
   * @param hosts the hosts at which it may be besides the partner's own, with a port where it is
   *     not the usual one
   */
  public record Follow(JsonPointer at, Set<String> hosts) {
    public Follow {
      hosts = Set.copyOf(hosts);
    }
  }

  /**
   * The first rule that an answer fits; empty when none does. Of an answer whose body is not JSON
   * nothing good is believed: no success, no refusal and no absence can rest on it, nor can
   * anything on one that claims success. Of an answer that is perhaps not whole nothing is believed
   * at all, nor of one whose status says that the request was not answered here.
   */
  public static Optional<AnswerRule> first(List<AnswerRule> rules, Answer answer) {
    boolean whole = !(answer.body() instanceof Answer.Body.PerhapsCut);
    if (!whole || !StatusRanges.answers(answer.status())) {
      return Optional.empty();
    }
    Optional<AnswerRule> found = rules.stream().filter(rule -> rule.when.fits(answer)).findFirst();
    return answer.unreadable()
        ? found.filter(rule -> !answer.successful() && rule.needsNoBody())
        : found;
  }

  private boolean needsNoBody() {
    return switch (is) {
      case DUPLICATE, BUSY, THROTTLED, PLATFORM_FAULT, UNKNOWN, PENDING -> true;
      case ACCEPTED, REFUSED, FOUND, ABSENT -> false;
    };
  }

  /** The partner's reason code, or {@code http_} and the status where it gave none. */
  public String codeIn(Answer answer) {
    return textAt(code, answer).orElse("http_" + answer.status());
  }

  /** The partner's explanation, where it gave one. */
  public Optional<String> messageIn(Answer answer) {
    return textAt(message, answer);
  }

  /** The address of the original of a duplicate, where the answer has one. */
  public Optional<String> addressIn(Answer answer) {
    return textAt(follow.map(Follow::at), answer);
  }

  private static Optional<String> textAt(Optional<JsonPointer> pointer, Answer answer) {
    return pointer
        .map(at -> answer.json().at(at))
        .filter(node -> node.isValueNode() && !node.isNull())
        .map(Texts::of)
        .filter(text -> !text.isBlank());
  }
}
