// Makes the contract the judge of every exchange of a test.
package dev.semel.testing;

import io.restassured.filter.Filter;
import io.restassured.filter.FilterContext;
import io.restassured.http.Header;
import io.restassured.http.Headers;
import io.restassured.response.Response;
import io.restassured.specification.FilterableRequestSpecification;
import io.restassured.specification.FilterableResponseSpecification;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A REST Assured filter that fails a test whose exchange does not fit the contract:
 *
 * <pre>{@code
 * given().filter(new ContractFilter()).…
 * RestAssured.filters(new ContractFilter()); // for every request of a test run
 * }</pre>
 *
 * <p>A request that was refused (4xx) may be wrong on purpose and is not judged; its answer is.
 */
public final class ContractFilter implements Filter {

  private static final ContractJudge JUDGE = new ContractJudge(Contract.load());

  @Override
  public Response filter(
      FilterableRequestSpecification request,
      FilterableResponseSpecification expected,
      FilterContext context) {
    Response response = context.next(request, expected);
    JUDGE.check(exchange(request, response));
    return response;
  }

  private static Exchange exchange(FilterableRequestSpecification request, Response response) {
    URI uri = URI.create(request.getURI());
    return new Exchange(
        request.getMethod(),
        uri.getRawPath(),
        Exchange.queryNames(uri),
        byName(request.getHeaders()),
        text(request.getBody()),
        response.statusCode(),
        byName(response.headers()),
        new String(response.asByteArray(), StandardCharsets.UTF_8));
  }

  private static Map<String, String> byName(Headers headers) {
    Map<String, String> map = new HashMap<>();
    for (Header header : headers) {
      map.put(header.getName().toLowerCase(Locale.ROOT), String.valueOf(header.getValue()));
    }
    return map;
  }

  private static String text(@Nullable Object body) {
    return switch (body) {
      case null -> "";
      case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
      default -> body.toString();
    };
  }
}
