// The application starts on a real database and says so.
package dev.semel.app;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class HealthApiTest {

  @ParameterizedTest
  @ValueSource(strings = {"/health/ready", "/health/live", "/health/started"})
  void a_started_server_is_up_on_the_main_port(String path) {
    given().get(path).then().statusCode(200).body("status", equalTo("UP"));
  }
}
