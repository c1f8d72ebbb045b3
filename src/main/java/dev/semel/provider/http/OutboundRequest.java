package dev.semel.provider.http;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A request that is ready to be written.
 *
 * @param method the HTTP method
 * @param url the whole address
 * @param headers all headers of ours
 * @param body the body; empty for none
 * @param largestAnswer how many bytes the body of its answer may have
 */
record OutboundRequest(
    String method, URI url, Map<String, List<String>> headers, byte[] body, int largestAnswer) {
  private static final int USUAL_ANSWER = 1024 * 1024;

  OutboundRequest(String method, URI url, Map<String, List<String>> headers, byte[] body) {
    this(method, url, headers, body, USUAL_ANSWER);
  }

  /** The same, whose answer may be as large as this. */
  OutboundRequest answeredBy(int mostBytes) {
    return new OutboundRequest(method, url, headers, body, mostBytes);
  }

  /** The same with one header more, or another value for one. */
  OutboundRequest with(String header, String value) {
    Map<String, List<String>> more = new HashMap<>(headers);
    more.put(header.toLowerCase(Locale.ROOT), List.of(value));
    return new OutboundRequest(method, url, more, body, largestAnswer);
  }

  /** The same for what stands beside what it asks for: its path has this behind it. */
  OutboundRequest beside(String suffix) {
    String address = url.toString();
    int end = address.indexOf('?') < 0 ? address.length() : address.indexOf('?');
    URI other = URI.create(address.substring(0, end) + suffix + address.substring(end));
    return new OutboundRequest(method, other, headers, body);
  }

  /** Says no header, no query and no body: they hold secrets. */
  @Override
  public String toString() {
    return "OutboundRequest[" + method + " " + url.getPath() + "]";
  }
}
