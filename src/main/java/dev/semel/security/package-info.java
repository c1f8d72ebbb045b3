/**
 * Who calls, what they may do, and what they did: credentials, permissions, tenants and the audit
 * log.
 */
@NullMarked
package dev.semel.security;

import org.jspecify.annotations.NullMarked;
