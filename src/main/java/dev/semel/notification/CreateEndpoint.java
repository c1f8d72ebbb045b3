// Makes a webhook endpoint.
package dev.semel.notification;

import dev.semel.db.Ids;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import dev.semel.security.SecretSeal;
import jakarta.inject.Singleton;
import java.security.SecureRandom;

/** Makes a webhook endpoint, with a key; a secret of it can be seen this once. */
@Singleton
class CreateEndpoint {
  private final EndpointStore endpoints;
  private final SecretSeal seal;
  private final AuditStore audit;
  private final SecureRandom random;

  CreateEndpoint(EndpointStore endpoints, SecretSeal seal, AuditStore audit, SecureRandom random) {
    this.endpoints = endpoints;
    this.seal = seal;
    this.audit = audit;
    this.random = random;
  }

  /** What became of the wish. */
  sealed interface Outcome {
    /** The endpoint is there. */
    record Created(FreshEndpoint fresh) implements Outcome {}

    /** The tenant has as many as it may have. */
    record Full(ProblemException problem) implements Outcome {}
  }

  /** Makes the endpoint, in the open transaction. */
  Outcome create(Caller caller, WebhookEndpoint.Terms terms, SigningKey.Kind signing) {
    String id = Ids.next(Ids.Kind.WEBHOOK_ENDPOINT);
    SigningKey key = SigningKey.make(signing, random);
    if (!endpoints.insert(
        id, caller.tenantId(), terms, key.sealed(seal, id), caller.credentialId())) {
      return new Outcome.Full(
          new ProblemException(
              ProblemType.WEBHOOK_ENDPOINT_LIMIT,
              "There are "
                  + EndpointStore.MOST
                  + " webhook endpoints already. Delete one that you no longer need."));
    }
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.create", id, null));
    return new Outcome.Created(
        new FreshEndpoint(endpoints.find(caller.tenantId(), id).orElseThrow(), key));
  }
}
