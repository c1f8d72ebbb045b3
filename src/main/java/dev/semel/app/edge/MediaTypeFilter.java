// What media types in headers count for, and what those count as that are missing or malformed.
package dev.semel.app.edge;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Settles what media types a request names before routing looks at them.
 *
 * <p>Requests that ask for something carry no body, so that their Content-Type says nothing and is
 * dropped; clients send one by habit. A body without exactly one well-formed type is of no type
 * that we know: the operations of the API refuse it (415), and a provider's webhook is taken all
 * the same, for its file says what it means. An Accept that can't be read asks for nothing.
 */
final class MediaTypeFilter {

  /** After the request has its id, and before routing. */
  private static final int AFTER_THE_ID = 900;

  private static final String UNKNOWN = "application/octet-stream";
  private static final String GAP = "[ \\t]*";

  /** RFC 9110's, without the asterisk, which stands for types and is none. */
  private static final String TOKEN = "[!#$%&'+.^_`|~0-9A-Za-z-]+";

  private static final Pattern TYPE = Pattern.compile(TOKEN + "/" + TOKEN + GAP + "(;.*)?");
  private static final String QUALITY = "q=(0(\\.[0-9]{0,3})?|1(\\.0{0,3})?)";
  private static final String PARAMETER = "(?!q=)" + TOKEN + "=(" + TOKEN + "|\"[^\"]*\")";
  private static final String NAMED = "(\\*/\\*|" + TOKEN + "/(\\*|" + TOKEN + "))";
  private static final String DETAIL = GAP + ";" + GAP + "(" + QUALITY + "|" + PARAMETER + ")";
  private static final String RANGE = GAP + NAMED + "(" + DETAIL + ")*" + GAP;
  private static final Pattern RANGES = Pattern.compile(RANGE + "(," + RANGE + ")*");

  /** Matching takes frames for each range: what no client sends by itself is not matched. */
  private static final int LONGEST_ACCEPT = 1_000;

  void register(@Observes Filters filters) {
    filters.register(MediaTypeFilter::settle, AFTER_THE_ID);
  }

  private static void settle(RoutingContext context) {
    HttpServerRequest request = context.request();
    MultiMap headers = request.headers();
    if (request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD)) {
      headers.remove(HttpHeaders.CONTENT_TYPE);
    } else if (!isOneType(headers.getAll(HttpHeaders.CONTENT_TYPE))) {
      headers.set(HttpHeaders.CONTENT_TYPE, UNKNOWN);
    }
    if (!headers.getAll(HttpHeaders.ACCEPT).stream().allMatch(MediaTypeFilter::canBeRead)) {
      headers.remove(HttpHeaders.ACCEPT);
    }
    context.next();
  }

  private static boolean isOneType(List<String> values) {
    return values.size() == 1 && TYPE.matcher(values.getFirst()).matches();
  }

  /** Whether all of it is media ranges with their parameters and qualities. */
  static boolean canBeRead(String accept) {
    return accept.length() <= LONGEST_ACCEPT && RANGES.matcher(accept).matches();
  }
}
