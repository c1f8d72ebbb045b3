// Our credentials go nowhere but to the partner.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartnerLinkTest {
  private static final URI BASE = URI.create("https://api.acme.test/v1");

  @ParameterizedTest
  @CsvSource({
    "https://api.acme.test/v1/payouts/7,      https://api.acme.test/v1/payouts/7",
    "https://API.ACME.TEST:443/p?x=1,         https://API.ACME.TEST:443/p?x=1",
    "/v1/payouts/7,                           https://api.acme.test/v1/payouts/7",
    "//api.acme.test/p,                       https://api.acme.test/p"
  })
  void at_the_partner_s_own_place_it_may_be_asked(String address, String asked) {
    assertThat(PartnerLink.mayBeAsked(BASE, Set.of(), address)).contains(URI.create(asked));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://api.acme.test/p",
        "https://api.acme.test:8443/p",
        "https://evil.test/p",
        "//evil.test/p",
        "https://api.acme.test.evil.test/p",
        "https://api.acme.test@evil.test/p",
        "https://evil.test@api.acme.test/p",
        "https://evil.test\\@api.acme.test/p",
        "https://evil.test#@api.acme.test/p",
        "https://api.acme.test/p#x",
        "https://api.acme.test./p",
        "https:///p",
        "https:api.acme.test",
        "ftp://api.acme.test/p",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://169.254.169.254/latest",
        "https://[::1]/p",
        "https://api.acme.test/\r\nX: 1",
        "https://api.acme.test/ p",
        "https://аpi.acme.test/p",
        "\u0000"
      })
  void elsewhere_it_is_not(String address) {
    assertThat(PartnerLink.mayBeAsked(BASE, Set.of(), address)).isEmpty();
    assertThat(PartnerLink.mayBeAsked(BASE, Set.of("api.sandbox.acme.test"), address)).isEmpty();
  }

  @Test
  void a_listed_host_may_be_asked_at_its_usual_port_or_the_listed_one() {
    Set<String> hosts = Set.of("other.acme.test", "third.acme.test:8443");
    assertThat(PartnerLink.mayBeAsked(BASE, hosts, "https://other.acme.test/p")).isPresent();
    assertThat(PartnerLink.mayBeAsked(BASE, hosts, "https://third.acme.test:8443/p")).isPresent();
    assertThat(PartnerLink.mayBeAsked(BASE, hosts, "https://other.acme.test:8443/p")).isEmpty();
    assertThat(PartnerLink.mayBeAsked(BASE, hosts, "https://third.acme.test/p")).isEmpty();
    assertThat(PartnerLink.mayBeAsked(BASE, hosts, "http://other.acme.test/p")).isEmpty();
  }

  @Test
  void one_that_is_longer_than_any_address_is_not() {
    String address = "https://api.acme.test/" + "x".repeat(2000);
    assertThat(PartnerLink.mayBeAsked(BASE, Set.of(), address)).isEmpty();
  }
}
