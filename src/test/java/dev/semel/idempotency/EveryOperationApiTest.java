// No operation that changes something forgets the key: the list is the contract's own.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Contract;
import dev.semel.testing.Operation;
import dev.semel.testing.Replays;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
class EveryOperationApiTest {

  private static final Set<String> CHANGING = Set.of("post", "put", "patch", "delete");

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  static Stream<Operation> operations() {
    return Contract.load().operations().stream()
        .filter(operation -> CHANGING.contains(operation.method()))
        .filter(operation -> operation.template().startsWith("/v1/"));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void i_02_every_operation_that_changes_something_does_it_once_for_a_key(Operation operation)
      throws Exception {
    Tenant tenant = Tenant.operator(credentials, database);
    ValidCalls calls = new ValidCalls(tenant, database);
    ValidCalls.Call call = calls.of(operation.id()).orElseThrow(() -> unknown(operation));
    String key = UUID.randomUUID().toString();
    assertThat(calls.effects(call)).as("effects before the call").isZero();

    ApiClient.Answer keyless = send(tenant, operation, call, null);
    assertThat(keyless.status()).as(keyless.text()).isEqualTo(400);
    assertThat(keyless.text()).contains("/problems/idempotency-key-missing");
    assertThat(calls.effects(call)).as("effects without a key").isZero();

    ApiClient.Answer first = send(tenant, operation, call, key);
    assertThat(first.status()).as(first.text()).isBetween(200, 299);
    assertThat(calls.effects(call)).as("effects of the first call").isEqualTo(1);

    ApiClient.Answer again = send(tenant, operation, call, key);
    if (call.secret()) {
      Replays.assertSameHead(first, again);
    } else {
      Replays.assertReplay(first, again);
    }
    assertThat(calls.effects(call)).as("effects of both calls").isEqualTo(1);
  }

  private static AssertionError unknown(Operation operation) {
    return new AssertionError(
        "%s (%s) changes something, and nothing here shows that it does so once for a key. Add to ValidCalls how to call it once validly, and a query that counts what it did."
            .formatted(operation.id(), operation));
  }

  private static ApiClient.Answer send(
      Tenant tenant, Operation operation, ValidCalls.Call call, @Nullable String key)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Asker.server().resolve(call.path()))
            .header("Authorization", "Bearer " + tenant.token());
    String body = call.body();
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    return ApiClient.send(
        request
            .method(
                operation.method().toUpperCase(Locale.ROOT),
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build(),
        body == null ? "" : body);
  }
}
