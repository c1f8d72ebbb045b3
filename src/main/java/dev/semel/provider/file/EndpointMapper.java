// The calls of a sound file as records.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.domain.Fault;
import dev.semel.domain.WireNames;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Maps requests, answer rules and readings. */
final class EndpointMapper {
  private static final int PAGES = 20;

  private final JsonNode file;

  EndpointMapper(JsonNode file) {
    this.file = file;
  }

  List<Endpoint.Step> prepare() {
    return file.path("prepare")
        .valueStream()
        .map(step -> new Endpoint.Step(step.path("name").asText(), endpoint(step)))
        .toList();
  }

  Endpoint submit() {
    return endpoint(file.path("submit"));
  }

  Optional<Endpoint> lookup() {
    return asksByReference(file) && scanNode().isMissingNode()
        ? Optional.of(endpoint(file.path("lookup")))
        : Optional.empty();
  }

  /** A lookup that looks for our reference in a list. */
  Optional<Scan> scan() {
    JsonNode scan = scanNode();
    if (scan.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(
        new Scan(
            request(scan.path("request")),
            JsonPointer.compile(scan.path("items").asText()),
            JsonPointer.compile(scan.path("match").asText()),
            read(file.path("lookup").path("read")),
            scan.has("unclear")
                ? Optional.of(condition(objectOf("body", scan.path("unclear"))))
                : Optional.empty(),
            next(scan.path("next")),
            scan.has("next") ? scan.path("pages").asInt(PAGES) : 1,
            FileMapper.duration(scan.path("margin"), "PT1H"),
            ScanRules.isTimed(scan)));
  }

  private static JsonNode objectOf(String name, JsonNode value) {
    return JsonNodeFactory.instance.objectNode().set(name, value);
  }

  private JsonNode scanNode() {
    return file.path("lookup").path("scan");
  }

  private static Scan.Next next(JsonNode next) {
    return new Scan.Next(
        WireNames.parse(Scan.By.class, next.path("by").asText("nothing")),
        next.path("first").asInt(1),
        JsonPointer.compile(next.path("at").asText("")),
        pointer(next.path("more")));
  }

  /** Whether there is a question by our reference: a resend is a lookup, but no question. */
  static boolean asksByReference(JsonNode file) {
    return file.has("lookup") && !resendIsLookup(file);
  }

  /** Whether the same request, sent again, is the lookup. */
  static boolean resendIsLookup(JsonNode file) {
    return file.path("lookup").path("resend").asBoolean(false);
  }

  /** The status question; what it leaves out is the lookup's, read from the root of the answer. */
  Optional<Endpoint> status() {
    JsonNode status = file.path("status");
    if (status.isMissingNode()) {
      return Optional.empty();
    }
    JsonNode lookup = file.path("lookup");
    JsonNode answers = status.has("answers") ? status.path("answers") : lookup.path("answers");
    ReadRules read =
        status.has("read")
            ? read(status.path("read"))
            : new ReadRules(JsonPointer.empty(), read(lookup.path("read")).values());
    return Optional.of(new Endpoint(request(status.path("request")), rules(answers), read));
  }

  private static Endpoint endpoint(JsonNode node) {
    return new Endpoint(
        request(node.path("request")), rules(node.path("answers")), read(node.path("read")));
  }

  static Endpoint.Request request(JsonNode request) {
    Endpoint.RequestBody body = new Endpoint.NoBody();
    if (request.has("body")) {
      body = new Endpoint.JsonBody(tree(request.path("body")));
    } else if (request.has("form")) {
      body = new Endpoint.FormBody(templates(request.path("form")));
    }
    return new Endpoint.Request(
        request.path("method").asText(),
        template(request.path("path")),
        templates(request.path("query")),
        templates(request.path("headers")),
        body);
  }

  private static List<AnswerRule> rules(JsonNode answers) {
    return answers.valueStream().map(EndpointMapper::rule).toList();
  }

  private static AnswerRule rule(JsonNode rule) {
    return new AnswerRule(
        condition(rule.path("when")),
        WireNames.parse(AnswerMeaning.class, rule.path("is").asText()),
        WireNames.parse(Fault.class, rule.path("fault").asText("provider")),
        pointer(rule.path("code")),
        pointer(rule.path("message")),
        rule.has("read") ? Optional.of(read(rule.path("read"))) : Optional.empty(),
        rule.has("follow") ? Optional.of(follow(rule.path("follow"))) : Optional.empty());
  }

  private static AnswerRule.Follow follow(JsonNode follow) {
    JsonNode at = follow.isTextual() ? follow : follow.path("at");
    return new AnswerRule.Follow(
        JsonPointer.compile(at.asText()), Set.copyOf(FileMapper.texts(follow.path("hosts"))));
  }

  static Condition condition(JsonNode when) {
    Map<JsonPointer, ValueTest> body = new HashMap<>();
    when.path("body")
        .properties()
        .forEach(m -> body.put(JsonPointer.compile(m.getKey()), test(m.getValue())));
    Map<String, ValueTest> header = new HashMap<>();
    when.path("header").properties().forEach(m -> header.put(m.getKey(), test(m.getValue())));
    return new Condition(StatusRanges.of(when.path("status")), body, header);
  }

  static ValueTest test(JsonNode asked) {
    if (asked.isTextual() && asked.asText().equals("present")) {
      return new ValueTest.Present();
    }
    if (asked.isTextual() && asked.asText().equals("absent")) {
      return new ValueTest.Absent();
    }
    if (asked.isObject() && asked.has("contains")) {
      JsonNode words = asked.path("contains");
      return new ValueTest.Containing(
          words.isArray() ? FileMapper.texts(words) : List.of(words.asText()));
    }
    JsonNode alternatives = asked.isObject() ? asked.path("any") : asked;
    boolean list = alternatives.isArray() && (asked.isObject() || !alternatives.isEmpty());
    return new ValueTest.AnyOf(list ? alternatives.valueStream().toList() : List.of(alternatives));
  }

  static ReadRules read(JsonNode read) {
    return read(read, Optional.empty());
  }

  /**
   * What is read.
   *
   * @param zone whose clock times without an offset are of, where they don't name a zone themselves
   */
  static ReadRules read(JsonNode read, Optional<ZoneId> zone) {
    Map<String, ValueRead> values = new HashMap<>();
    for (Map.Entry<String, JsonNode> member : read.properties()) {
      if (!member.getKey().equals("at")) {
        values.put(member.getKey(), valueRead(member.getValue(), zone));
      }
    }
    return new ReadRules(JsonPointer.compile(read.path("at").asText("")), values);
  }

  private static ValueRead valueRead(JsonNode value, Optional<ZoneId> zone) {
    if (value.isTextual()) {
      return ValueRead.plain(JsonPointer.compile(value.asText()));
    }
    return new ValueRead(
        JsonPointer.compile(value.path("at").asText()),
        WireNames.parse(ValueRead.As.class, value.path("as").asText("plain")),
        value.path("optional").asBoolean(false),
        value.has("zone") ? Optional.of(ZoneId.of(value.path("zone").asText())) : zone,
        value.path("where").properties().stream()
            .findFirst()
            .map(
                name ->
                    new ValueRead.Pick(
                        JsonPointer.compile(name.getKey()),
                        test(name.getValue()),
                        JsonPointer.compile(value.path("value").asText()))),
        Optional.ofNullable(value.path("fixed").textValue()));
  }

  private static Optional<JsonPointer> pointer(JsonNode node) {
    return node.isMissingNode()
        ? Optional.empty()
        : Optional.of(JsonPointer.compile(node.asText()));
  }

  static Map<String, Template> templates(JsonNode object) {
    Map<String, Template> templates = new LinkedHashMap<>();
    object.properties().forEach(m -> templates.put(m.getKey(), template(m.getValue())));
    return templates;
  }

  private static TemplateTree tree(JsonNode node) {
    if (node.isObject()) {
      Map<String, TemplateTree> members = new LinkedHashMap<>();
      node.properties().forEach(m -> members.put(m.getKey(), tree(m.getValue())));
      return new TemplateTree.Members(members);
    }
    if (node.isArray()) {
      List<TemplateTree> elements = new ArrayList<>();
      node.forEach(element -> elements.add(tree(element)));
      return new TemplateTree.Elements(elements);
    }
    return node.isTextual()
        ? new TemplateTree.Text(template(node))
        : new TemplateTree.Constant(node);
  }

  static Template template(JsonNode node) {
    try {
      return Template.parse(node.asText());
    } catch (TemplateSyntaxException e) {
      throw new IllegalStateException("the file's rules let a bad template through", e);
    }
  }
}
