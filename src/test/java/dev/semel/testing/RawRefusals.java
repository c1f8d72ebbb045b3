// Requests that no client library would send, and what the server says before it closes.
package dev.semel.testing;

import io.restassured.RestAssured;
import io.restassured.builder.ResponseBuilder;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Sends requests over a bare socket and has their answers judged by the contract. */
final class RawRefusals {

  private static final ContractJudge JUDGE = new ContractJudge(Contract.load());

  private RawRefusals() {}

  /**
   * The answer to a request.
   *
   * @param target the path with its query
   * @param rest everything after the first line
   */
  static Response to(String method, String target, String rest) throws IOException {
    RawHttp.Reply reply =
        RawHttp.exchange(RestAssured.port, "%s %s HTTP/1.1\r\n%s".formatted(method, target, rest));
    Map<String, String> headers = new HashMap<>();
    reply.headers().forEach((name, values) -> headers.put(name, String.join(", ", values)));
    URI uri = URI.create(target);
    JUDGE.check(
        new Exchange(
            method,
            uri.getRawPath(),
            Exchange.queryNames(uri),
            Map.of(),
            "",
            reply.status(),
            headers,
            reply.text()));
    return new ResponseBuilder()
        .setStatusCode(reply.status())
        .setContentType(headers.get("content-type"))
        .setBody(reply.text())
        .build();
  }
}
