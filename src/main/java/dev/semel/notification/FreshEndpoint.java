// An endpoint with the secret that can be seen this once.
package dev.semel.notification;

/** An endpoint with a new secret, which can be seen this once. */
record FreshEndpoint(WebhookEndpoint endpoint, EndpointSecret secret) {}
