// One tenant that takes part in a run: its credentials, its marks, and what it has learned.
package dev.semel.testing.fuzz;

import dev.semel.testing.Tenant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * A tenant with its credentials. Every text that it sends carries its mark, so that one answer to
 * somebody else that holds it gives a leak away.
 */
final class Party {

  /**
   * A credential of the party.
   *
   * @param id its id
   * @param token what it sends
   * @param permissions what it may do; {@code all} for everything
   */
  record Key(String id, String token, Set<String> permissions) {
    boolean may(String permission) {
      return permissions.contains("all") || permissions.contains(permission);
    }
  }

  private final String name;
  private final String mark;
  private final boolean operator;
  private final Supplier<Tenant> more;
  private final Harvest harvest = new Harvest();
  private final List<Key> keys = new CopyOnWriteArrayList<>();
  private final List<Key> weak = new CopyOnWriteArrayList<>();
  private final Set<String> endangered = ConcurrentHashMap.newKeySet();

  /**
   * A party.
   *
   * @param mark a text that nobody else sends
   * @param operator whether the tenant runs the server
   * @param more makes another credential of the tenant that may do everything
   */
  Party(String name, String mark, boolean operator, Supplier<Tenant> more) {
    this.name = name;
    this.mark = mark;
    this.operator = operator;
    this.more = more;
    keys.add(fresh());
    keys.add(fresh());
  }

  String name() {
    return name;
  }

  String mark() {
    return mark;
  }

  boolean isOperator() {
    return operator;
  }

  Harvest harvest() {
    return harvest;
  }

  /** Credentials that may do everything. */
  List<Key> keys() {
    return keys;
  }

  /** Credentials that may do less. */
  List<Key> weakKeys() {
    return weak;
  }

  /** From now on this one may be refused: it takes no further part. */
  void endanger(String credentialId) {
    if (keys.stream().anyMatch(key -> key.id().equals(credentialId))
        && endangered.add(credentialId)) {
      keys.add(fresh());
      keys.removeIf(key -> key.id().equals(credentialId));
    }
    weak.removeIf(key -> key.id().equals(credentialId));
    endangered.add(credentialId);
  }

  /** Whether a request has been sent that may have ended this credential. */
  boolean isEndangered(String credentialId) {
    return endangered.contains(credentialId);
  }

  private Key fresh() {
    Tenant tenant = more.get();
    return new Key(tenant.credentialId(), tenant.token(), Set.of("all"));
  }
}
