// An endpoint with a new key, whose secret can be seen this once.
package dev.semel.notification;

/** An endpoint with a new key; a secret of it can be seen this once. */
record FreshEndpoint(WebhookEndpoint endpoint, SigningKey key) {}
