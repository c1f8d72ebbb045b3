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
 */
record OutboundRequest(String method, URI url, Map<String, List<String>> headers, byte[] body) {
  /** The same with one header more, or another value for one. */
  OutboundRequest with(String header, String value) {
    Map<String, List<String>> more = new HashMap<>(headers);
    more.put(header.toLowerCase(Locale.ROOT), List.of(value));
    return new OutboundRequest(method, url, more, body);
  }

  /** Says no header, no query and no body: they hold secrets. */
  @Override
  public String toString() {
    return "OutboundRequest[" + method + " " + url.getPath() + "]";
  }
}
