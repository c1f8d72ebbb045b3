// Names that never resolve hold up their own tenant, and nobody else.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.notification.Names.NoTurnException;
import dev.semel.notification.Names.UnresolvedException;
import dev.semel.testing.Wait;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NamePoolTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration AT_ONCE = Duration.ofMillis(1);
  private static final InetAddress ADDRESS = InetAddress.ofLiteral("203.0.113.9");
  private static final int MOST = 6;
  private static final int PER_TENANT = 2;

  private final CountDownLatch never = new CountDownLatch(1);
  private final ConcurrentHashMap<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final NamePool pool = new NamePool("names-of-the-test", MOST, PER_TENANT, this::resolve);

  @AfterEach
  void end() {
    never.countDown();
    pool.close();
  }

  /** Of a dead name nobody ever hears, and nothing interrupts the question. */
  private InetAddress[] resolve(String host) throws UnknownHostException {
    asked.computeIfAbsent(host, _ -> new AtomicInteger()).incrementAndGet();
    if (host.equals("unknown.test")) {
      throw new UnknownHostException(host);
    }
    boolean dead = host.startsWith("dead");
    while (dead && never.getCount() > 0) {
      try {
        never.await();
      } catch (InterruptedException e) {
        // As the system's resolver does.
      }
    }
    return new InetAddress[] {ADDRESS};
  }

  @Test
  void names_of_one_tenant_that_never_resolve_hold_no_thread_that_another_needs() throws Exception {
    for (int tenant = 1; tenant <= 2; tenant++) {
      String dead = "dead-tenant-" + tenant;
      for (int i = 0; i < PER_TENANT; i++) {
        String host = "dead-" + tenant + "-" + i + ".test";
        assertThatThrownBy(() -> pool.addresses(dead, host, AT_ONCE))
            .isInstanceOf(UnresolvedException.class);
      }
      assertThatThrownBy(() -> pool.addresses(dead, "more.test", PATIENCE))
          .as("it has as many as one tenant gets, and nobody was asked")
          .isInstanceOf(NoTurnException.class);
    }
    assertThat(asked).doesNotContainKey("more.test");

    assertThat(pool.addresses("well", "shop.test", PATIENCE)).containsExactly(ADDRESS);
  }

  @Test
  void a_name_that_many_deliveries_wait_for_holds_one_thread() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> pool.addresses("t", "dead.test", AT_ONCE))
          .isInstanceOf(UnresolvedException.class)
          .hasMessage("The name was not resolved in time.");
    }
    Wait.until("a question", PATIENCE, () -> asked.containsKey("dead.test"), yes -> yes);
    assertThat(asked.get("dead.test")).hasValue(1);
    assertThat(pool.addresses("t", "shop.test", PATIENCE)).containsExactly(ADDRESS);
  }

  @Test
  void when_every_thread_is_held_nobody_is_asked_and_that_is_not_said_of_the_name()
      throws Exception {
    List<String> tenants = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      String tenant = "t" + i;
      tenants.add(tenant);
      assertThatThrownBy(() -> pool.addresses(tenant, "dead.test", AT_ONCE))
          .isInstanceOf(UnresolvedException.class);
    }
    assertThatThrownBy(() -> pool.addresses("well", "shop.test", PATIENCE))
        .isInstanceOf(NoTurnException.class);

    never.countDown();
    Wait.until(
        "threads that are free again", PATIENCE, () -> resolves(tenants.getFirst()), yes -> yes);
    assertThat(pool.addresses("well", "shop.test", PATIENCE)).containsExactly(ADDRESS);
  }

  private boolean resolves(String tenant) {
    try {
      return !pool.addresses(tenant, "shop.test", PATIENCE).isEmpty();
    } catch (NoTurnException | UnresolvedException e) {
      return false;
    }
  }

  @Test
  void a_name_that_nobody_has_is_said_to_be_unknown() {
    assertThatThrownBy(() -> pool.addresses("t", "unknown.test", PATIENCE))
        .isInstanceOf(UnresolvedException.class)
        .hasMessage("The name was not found.");
  }
}
