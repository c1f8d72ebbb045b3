package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;

/** The values that templates may use. What is not in here can't get into a request. */
public final class TemplateValues {
  private final ObjectNode roots;

  private TemplateValues(ObjectNode roots) {
    this.roots = roots;
  }

  /** The settings and secrets of a provider alone. */
  public static TemplateValues of(Map<String, String> config, Map<String, String> secrets) {
    ObjectNode roots = JsonNodeFactory.instance.objectNode();
    config.forEach(roots.withObjectProperty("config")::put);
    secrets.forEach(roots.withObjectProperty("secret")::put);
    return new TemplateValues(roots);
  }

  /** These values, and those of a submission. */
  public TemplateValues with(SubmissionRequest request) {
    ObjectNode all = roots.deepCopy();
    ObjectNode payout = all.withObjectProperty("payout");
    payout.put("id", request.payoutId());
    payout.put("amount", request.money().decimal());
    payout.put("currency", request.money().currency().code());
    payout.put("reference", request.clientReference());
    request.purpose().ifPresent(purpose -> payout.put("purpose", purpose));
    putAttempt(all, request.attempt(), request.reference(), request.key());
    all.set("beneficiary", request.beneficiary());
    all.set("sender", request.sender());
    return new TemplateValues(all);
  }

  /** These values, and those of a question. */
  public TemplateValues with(ProviderQuery query) {
    ObjectNode all = roots.deepCopy();
    ObjectNode payout = all.withObjectProperty("payout");
    payout.put("id", query.payoutId());
    payout.put("currency", query.currency());
    query.providerPayoutId().ifPresent(id -> payout.put("provider_id", id));
    putAttempt(all, query.attempt(), query.reference(), query.key());
    return new TemplateValues(all);
  }

  /** These values, and the token of a question whose result may come later. */
  public TemplateValues withQuestionToken(String token) {
    ObjectNode all = roots.deepCopy();
    all.withObjectProperty("question").put("token", token);
    return new TemplateValues(all);
  }

  /** These values, and those that ask for a page of a list. */
  public TemplateValues withScan(Map<String, String> page) {
    ObjectNode all = roots.deepCopy();
    page.forEach(all.withObjectProperty("scan")::put);
    return new TemplateValues(all);
  }

  /** These values, and the date of a report. */
  public TemplateValues with(LocalDate reportDate) {
    ObjectNode all = roots.deepCopy();
    all.withObjectProperty("report").put("date", reportDate.toString());
    return new TemplateValues(all);
  }

  /** These values, and what a preparing step read. */
  public TemplateValues withPrepared(String step, Map<String, String> values) {
    ObjectNode all = roots.deepCopy();
    ObjectNode prepared = all.withObjectProperty("prepared").withObjectProperty(step);
    values.forEach(prepared::put);
    return new TemplateValues(all);
  }

  /** These values, and a token that the partner gave us. */
  public TemplateValues withToken(String token) {
    ObjectNode all = roots.deepCopy();
    all.withObjectProperty("token").put("value", token);
    return new TemplateValues(all);
  }

  private static void putAttempt(ObjectNode all, int number, String reference, String key) {
    ObjectNode attempt = all.withObjectProperty("attempt");
    attempt.put("number", number);
    attempt.put("reference", reference);
    attempt.put("key", key);
  }

  /**
   * The value at a dotted path; empty where there is none, or null, an empty text, or no scalar.
   */
  Optional<JsonNode> find(String path) {
    JsonNode at = roots;
    for (String name : path.split("\\.", -1)) {
      at = at.path(name);
    }
    boolean there = at.isValueNode() && !at.isNull() && !at.asText().isEmpty();
    return there ? Optional.of(at) : Optional.empty();
  }

  /** Says nothing: the values hold secrets. */
  @Override
  public String toString() {
    return "TemplateValues";
  }
}
