package dev.semel.provider.http;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * A request that is ready to be written.
 *
 * @param method the HTTP method
 * @param url the whole address
 * @param headers all headers of ours
 * @param body the body; empty for none
 */
record OutboundRequest(String method, URI url, Map<String, List<String>> headers, byte[] body) {}
