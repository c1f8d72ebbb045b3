// Which addresses messages may be sent to, whatever names stand for them.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.notification.ReceiverAddresses.Found;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverAddressesTest {
  private static final String PUBLIC = "8.8.8.8";
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.255.255.254",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "168.63.129.16",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "192.0.2.1",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:808:808::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:db8::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "2600::5efe:a00:1",
        "ff02::1",
        "100::1",
        "3fff::1"
      })
  void s_02_a_name_that_stands_for_what_is_not_public_is_refused_also_beside_a_public_address(
      String address) {
    assertThat(of("https://a.example.com/", false, new PaperNames().tell("a.example.com", address)))
        .isInstanceOf(Found.Refused.class);
    for (String[] mixed : new String[][] {{PUBLIC, address}, {address, PUBLIC}}) {
      assertThat(of("https://a.example.com/", false, new PaperNames().tell("a.example.com", mixed)))
          .isInstanceOfSatisfying(
              Found.Refused.class,
              refused ->
                  assertThat(refused.reason())
                      .as("it must not tell what stands in a private network")
                      .doesNotContain(address));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {PUBLIC, "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111"})
  void a_public_address_is_allowed(String address) {
    assertThat(of("https://a.example.com/", false, new PaperNames().tell("a.example.com", address)))
        .isInstanceOfSatisfying(
            Found.Allowed.class,
            found -> assertThat(found.addresses()).containsExactly(InetAddress.ofLiteral(address)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3",
        "100.64.0.1",
        "::1",
        "fd12::1",
        "64:ff9b::a00:1",
        "64:ff9b::808:808",
        "2002:7f00:1::1",
        "fd12::5efe:a00:1"
      })
  void what_is_private_is_allowed_where_the_operators_say_so(String address) {
    assertThat(of("http://inside.test/", true, new PaperNames().tell("inside.test", address)))
        .isInstanceOf(Found.Allowed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
        "fd00:ec2::254",
        "0.0.0.0",
        "::",
        "224.0.0.1",
        "ff02::1",
        "255.255.255.255",
        "fe80::1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b::e000:1",
        "64:ff9b:1::a9fe:a9fe",
        "64:ff9b:1:a9fe:a9:fe00::",
        "::ffff:169.254.169.254",
        "::ffff:0:169.254.169.254",
        "::169.254.169.254",
        "2002:a9fe:a9fe::1",
        "2002:a83f:8110::1",
        "2001:0:a9fe:a9fe::1",
        "2001:0:808:808::5601:5601",
        "fd12::5efe:a9fe:a9fe",
        "fd12::200:5efe:a9fe:a9fe",
        "2600::5efe:a9fe:a9fe"
      })
  void what_is_no_receiver_anywhere_is_refused_even_then(String address) {
    assertThat(of("http://inside.test/", true, new PaperNames().tell("inside.test", address)))
        .isInstanceOf(Found.Refused.class);
  }

  @Test
  void an_address_that_stands_in_the_url_itself_is_checked_too_and_nobody_is_asked() {
    PaperNames names = new PaperNames();
    assertThat(of("https://8.8.8.8/x", false, names)).isInstanceOf(Found.Allowed.class);
    assertThat(of("https://[::1]/x", false, names)).isInstanceOf(Found.Refused.class);
    assertThat(of("http://127.0.0.1:8080/x", true, names)).isInstanceOf(Found.Allowed.class);
    assertThat(of("http://[::1]:8080/x", true, names)).isInstanceOf(Found.Allowed.class);
    assertThat(of("http://169.254.169.254/x", true, names)).isInstanceOf(Found.Refused.class);
    assertThat(names.asked()).isEmpty();
  }

  @Test
  void what_was_registered_while_it_was_allowed_is_refused_when_it_is_no_longer() {
    assertThat(of("http://a.example.com/", false, new PaperNames().tell("a.example.com", PUBLIC)))
        .isInstanceOf(Found.Refused.class);
  }

  @Test
  void a_name_that_nobody_knows_stands_for_nothing() {
    assertThat(of("https://a.example.com/", false, new PaperNames()))
        .isEqualTo(new Found.None("The name was not found."));
  }

  @Test
  void the_dot_at_the_end_of_a_name_is_not_part_of_it() {
    PaperNames names = new PaperNames().tell("a.example.com", PUBLIC);
    assertThat(of("https://A.Example.com./", false, names)).isInstanceOf(Found.Allowed.class);
    assertThat(names.asked()).containsExactly("a.example.com");
  }

  private static Found of(String url, boolean allowPrivate, PaperNames names) {
    return new ReceiverAddresses(names, () -> allowPrivate)
        .of(new Names.Asker(Names.Occasion.DELIVERY, "t"), URI.create(url), PATIENCE);
  }
}
