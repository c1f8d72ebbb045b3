// Who makes a request.
package dev.semel.security;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Set;

/**
 * Who makes a request, once the token is known to be good.
 *
 * @param credentialId the credential
 * @param tenantId whose data the request sees
 * @param operator whether that tenant runs this server
 * @param permissions what the credential may do
 */
public record Caller(
    String credentialId, String tenantId, boolean operator, Set<Permission> permissions) {
  private static final String PROPERTY = Caller.class.getName();

  public Caller {
    permissions = Set.copyOf(permissions);
  }

  /** The caller of a request that has passed authentication. */
  public static Caller of(ContainerRequestContext request) {
    if (request.getProperty(PROPERTY) instanceof Caller caller) {
      return caller;
    }
    throw new IllegalStateException("the request has not passed authentication");
  }

  void attachTo(ContainerRequestContext request) {
    request.setProperty(PROPERTY, this);
  }

  /** How the caller is named in histories and in the audit log. */
  public String actor() {
    return "credential:" + credentialId;
  }

  /** Whether the caller holds a permission. */
  public boolean may(Permission permission) {
    return permissions.contains(permission);
  }
}
