package dev.semel.provider.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.file.AuthTerms;
import dev.semel.provider.file.Endpoint;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.Template;
import dev.semel.provider.file.TemplateValues;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Makes requests of a file's templates. A request is whole, or a value is missing and none is made.
 */
final class RequestWriter {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          // Plain UTF-8, as everything else: partners have been seen to trip over escaped halves.
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build();

  private final URI baseUrl;
  private final AuthTerms auth;

  /**
   * @param baseUrl where the partner answers
   * @param auth how requests prove who we are; the token, where there is one, comes later
   */
  RequestWriter(URI baseUrl, AuthTerms auth) {
    this.baseUrl = baseUrl;
    this.auth = auth;
  }

  /**
   * Makes a request.
   *
   * @throws RenderingException when a value is missing or can't stand in its place; names it
   */
  OutboundRequest write(Endpoint.Request request, TemplateValues values, String correlationId)
      throws RenderingException {
    return write(request, address(request, values), values, correlationId);
  }

  /** The same request to another address, which the caller has judged to be the partner's. */
  OutboundRequest write(
      Endpoint.Request request, URI address, TemplateValues values, String correlationId)
      throws RenderingException {
    Map<String, List<String>> headers = new HashMap<>();
    put(headers, "accept", "application/json");
    put(headers, "user-agent", "semel");
    put(headers, "x-correlation-id", correlationId);
    byte[] body = body(request.body(), values, headers);
    authenticate(headers, values);
    putAll(headers, request.headers(), values);
    return new OutboundRequest(request.method(), address, headers, body);
  }

  /** The address that stands in a partner's answer, where we may ask there. */
  Optional<URI> mayBeAsked(SubmitOutcome.OriginalAt original) {
    return PartnerLink.mayBeAsked(baseUrl, original.hosts(), original.address());
  }

  private static byte[] body(
      Endpoint.RequestBody body, TemplateValues values, Map<String, List<String>> headers)
      throws RenderingException {
    return switch (body) {
      case Endpoint.NoBody _ -> new byte[0];
      case Endpoint.JsonBody json -> {
        put(headers, "content-type", "application/json");
        yield bytes(json.tree().render(values).orElse(MissingNode.getInstance()));
      }
      case Endpoint.FormBody form -> {
        put(headers, "content-type", "application/x-www-form-urlencoded");
        yield pairs(form.fields(), values).getBytes(StandardCharsets.US_ASCII);
      }
    };
  }

  private static byte[] bytes(JsonNode tree) {
    try {
      return JSON.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of values can always be written", e);
    }
  }

  private URI address(Endpoint.Request request, TemplateValues values) throws RenderingException {
    String path = request.path().text(values, Encoding::segment);
    String base = path.isEmpty() ? baseUrl.toString() : baseUrl.toString().replaceAll("/+$", "");
    String query = pairs(request.query(), values);
    try {
      return URI.create(base + path + (query.isEmpty() ? "" : "?" + query));
    } catch (IllegalArgumentException e) {
      throw new RenderingException("the path can't stand in an address");
    }
  }

  private static String pairs(Map<String, Template> templates, TemplateValues values)
      throws RenderingException {
    List<String> pairs = new ArrayList<>();
    for (Map.Entry<String, Template> pair : templates.entrySet()) {
      Optional<JsonNode> value = pair.getValue().value(values);
      value.ifPresent(
          node -> pairs.add(Encoding.percent(pair.getKey()) + "=" + Encoding.percent(plain(node))));
    }
    return String.join("&", pairs);
  }

  private static String plain(JsonNode node) {
    return node.isBigDecimal() ? node.decimalValue().toPlainString() : node.asText();
  }

  private void authenticate(Map<String, List<String>> headers, TemplateValues values)
      throws RenderingException {
    putAll(headers, auth.headers(), values);
    switch (auth.proof()) {
      case Endpoint.NoAuth _ -> {}
      case Endpoint.Bearer bearer ->
          put(headers, "authorization", "Bearer " + text(bearer.token(), values));
      case Endpoint.Basic basic -> {
        UnaryOperator<String> encoder =
            basic.formEncoded() ? Encoding::percent : UnaryOperator.identity();
        String user = encoder.apply(text(basic.user(), values));
        String pair = user + ":" + encoder.apply(text(basic.password(), values));
        byte[] bytes = pair.getBytes(StandardCharsets.UTF_8);
        put(headers, "authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
      }
      case Endpoint.OwnHeader own -> put(headers, own.name(), text(own.value(), values));
    }
  }

  private static String text(Template template, TemplateValues values) throws RenderingException {
    return template.text(values, UnaryOperator.identity());
  }

  private static void putAll(
      Map<String, List<String>> headers, Map<String, Template> templates, TemplateValues values)
      throws RenderingException {
    for (Map.Entry<String, Template> header : templates.entrySet()) {
      Optional<JsonNode> value = header.getValue().value(values);
      if (value.isPresent()) {
        put(headers, header.getKey(), value.get().asText());
      }
    }
  }

  private static void put(Map<String, List<String>> headers, String name, String value)
      throws RenderingException {
    headers.put(name.toLowerCase(Locale.ROOT), List.of(Encoding.header(name, value)));
  }
}
