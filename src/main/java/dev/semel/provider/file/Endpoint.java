package dev.semel.provider.file;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One call of a partner: how to ask, and what its answers mean.
 *
 * @param request how to ask
 * @param answers what answers mean; the first that fits counts
 * @param read what a good answer carries
 */
public record Endpoint(Request request, List<AnswerRule> answers, ReadRules read) {
  public Endpoint {
    answers = List.copyOf(answers);
  }

  /** What an answer of a rule carries. */
  public ReadRules readOf(AnswerRule rule) {
    return rule.read().orElse(read);
  }

  /**
   * A request with places for values.
   *
   * @param method the HTTP method
   * @param path added to the base URL; values are percent-encoded
   * @param query the query's parameters
   * @param headers headers beside those of the authentication
   * @param body the body, where there is one
   */
  public record Request(
      String method,
      Template path,
      Map<String, Template> query,
      Map<String, Template> headers,
      RequestBody body) {
    public Request {
      query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** All templates of the request. */
    public Stream<Template> templates() {
      Stream<Template> inBody =
          switch (body) {
            case NoBody _ -> Stream.empty();
            case JsonBody json -> json.tree().templates();
            case FormBody form -> form.fields().values().stream();
          };
      return Stream.of(Stream.of(path), query.values().stream(), headers.values().stream(), inBody)
          .flatMap(templates -> templates);
    }
  }

  /** What a request carries. */
  public sealed interface RequestBody {}

  /** Nothing. */
  public record NoBody() implements RequestBody {}

  /** A JSON tree. */
  public record JsonBody(TemplateTree tree) implements RequestBody {}

  /** Form fields. */
  public record FormBody(Map<String, Template> fields) implements RequestBody {
    public FormBody {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
  }

  /**
   * A call before the one that moves money.
   *
   * @param name its name, as in {@code ${prepared.NAME.value}}
   * @param endpoint the call
   */
  public record Step(String name, Endpoint endpoint) {}

  /** How a request proves who we are. */
  public sealed interface Auth {}

  /** It does not. */
  public record NoAuth() implements Auth {}

  /** {@code Authorization: Bearer}. */
  public record Bearer(Template token) implements Auth {}

  /**
   * {@code Authorization: Basic}.
   *
   * @param formEncoded whether both are form-encoded first, as RFC 6749 wants of OAuth 2 clients
   */
  public record Basic(Template user, Template password, boolean formEncoded) implements Auth {}

  /** A header of the partner's own. */
  public record OwnHeader(String name, Template value) implements Auth {}
}
