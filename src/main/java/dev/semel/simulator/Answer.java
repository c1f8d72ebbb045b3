// An answer that is ready to be sent, or to be lost on the way.
package dev.semel.simulator;

import java.util.Map;

/**
 * What an API answers.
 *
 * @param status the HTTP status
 * @param body JSON text
 * @param headers besides Content-Type and Content-Length
 */
record Answer(int status, byte[] body, Map<String, String> headers) {

  /** The partner's form of an error. */
  record Problem(String code, String message) {}

  static Answer of(int status, Object body) {
    return new Answer(status, Json.write(body), Map.of());
  }

  static Answer problem(int status, String code, String message) {
    return of(status, new Problem(code, message));
  }

  Answer with(String header, String value) {
    return new Answer(status, body, Map.of(header, value));
  }
}
