// Requests as bytes, for tests that speak HTTP themselves.
package dev.semel.app.edge;

import dev.semel.security.CreateCredential;
import dev.semel.testing.RawHttp;
import dev.semel.testing.Tenant;
import io.restassured.RestAssured;
import java.io.IOException;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * What the tests of the edge send.
 *
 * @param token a credential that may do everything
 */
record Requests(String token) {

  static final String HOST = "Host: x\r\n";
  static final String JSON = "Content-Type: application/json\r\n";

  static Requests of(CreateCredential credentials, DataSource database) {
    return new Requests(Tenant.create(credentials, database).token());
  }

  /** The lines of a GET up to further headers. */
  String get(String target) {
    return "GET " + target + " HTTP/1.1\r\n" + HOST + authorization();
  }

  /** The lines of a create up to further headers. */
  String create() {
    return "POST /v1/payouts HTTP/1.1\r\n" + HOST + authorization() + key();
  }

  String authorization() {
    return "Authorization: Bearer " + token + "\r\n";
  }

  static String key() {
    return "Idempotency-Key: " + UUID.randomUUID() + "\r\n";
  }

  static String length(int bytes) {
    return "Content-Length: " + bytes + "\r\n\r\n";
  }

  /** A body in one chunk, with the header that says so. */
  static String chunked(String body) {
    return "Transfer-Encoding: chunked\r\n\r\n"
        + Integer.toHexString(body.length())
        + "\r\n"
        + body
        + "\r\n0\r\n\r\n";
  }

  static RawHttp.Reply exchange(String request) throws IOException {
    return RawHttp.exchange(RestAssured.port, request);
  }
}
