// The body of createCredential.
package dev.semel.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.json.BodyReader;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What somebody asks for who wants a credential.
 *
 * @param permissions what it may do, each once
 * @param tenant the name of another tenant that it is for
 */
record CredentialRequest(
    String name,
    List<Permission> permissions,
    Optional<String> tenant,
    Optional<Instant> expiresAt,
    Optional<String> reason) {
  private static final String ALL = "all";
  private static final List<String> ALLOWED =
      Stream.concat(Stream.of(ALL), Arrays.stream(Permission.values()).map(Permission::wireName))
          .toList();
  private static final Pattern TENANT = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  CredentialRequest {
    permissions = List.copyOf(permissions);
  }

  /** Reads the body. */
  static CredentialRequest read(byte[] bytes) {
    BodyReader body = BodyReader.of(bytes);
    String name = body.requiredText("name", 1, 100);
    List<String> words = body.requiredChoices("permissions", 1, 40, ALLOWED);
    if (words.contains(ALL) && words.size() > 1) {
      body.error("permissions", FieldErrorCode.CONFLICT, "Send 'all' alone.");
    }
    Optional<String> tenant =
        body.optionalMatch("tenant", TENANT, "Send 1 to 64 lower-case letters, digits and dashes.");
    Optional<Instant> expiresAt = body.optionalInstant("expires_at");
    Optional<String> reason = body.optionalReason();
    body.throwIfInvalid();
    return new CredentialRequest(name, permissions(words), tenant, expiresAt, reason);
  }

  private static List<Permission> permissions(List<String> words) {
    return words.contains(ALL)
        ? List.of(Permission.values())
        : words.stream().flatMap(word -> Permission.find(word).stream()).sorted().toList();
  }

  /** Everything that makes two requests the same, in one exact form. */
  JsonNode understood() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", name);
    permissions.forEach(permission -> json.withArray("permissions").add(permission.wireName()));
    tenant.ifPresent(value -> json.put("tenant", value));
    expiresAt.ifPresent(value -> json.put("expires_at", value.toString()));
    reason.ifPresent(value -> json.put("reason", value));
    return json;
  }

  /**
   * Makes sure that nobody gives more than they have: other tenants are for those who run the
   * server, and a permission can be given by who holds it.
   */
  void requireGrantableBy(Caller caller) {
    if (tenant.isPresent() && !(caller.operator() && caller.may(Permission.TENANTS_MANAGE))) {
      throw denied(
          "Only a credential of the tenant that runs this server, with the permission 'tenants:manage', may name a tenant. Leave 'tenant' out to create one for your own.");
    }
    permissions.stream()
        .filter(permission -> !caller.may(permission))
        .findFirst()
        .ifPresent(
            lacking -> {
              throw denied(
                  "This credential lacks the permission '"
                      + lacking.wireName()
                      + "' and so can't give it. Leave it out, or use a credential that has it.");
            });
  }

  private static ProblemException denied(String detail) {
    return new ProblemException(ProblemType.PERMISSION_DENIED, detail);
  }
}
