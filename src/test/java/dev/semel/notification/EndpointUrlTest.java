// Which addresses events may be delivered to, and which ones look harmless and are not.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.problem.FieldErrorCode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointUrlTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com",
        "HTTPS://Example.COM/semel?shop=1",
        "https://hooks.example.com:8443/a/b",
        "https://xn--bcher-kva.example/",
        "https://8.8.8.8/x",
        "https://[2606:4700:4700::1111]/x",
        "https://localhost.example.com/",
        "https://10.example.com/"
      })
  void an_address_on_the_public_internet_may_be_kept(String url) {
    assertThat(EndpointUrl.fault(url, false)).isEmpty();
    assertThat(EndpointUrl.fault(url, true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1/",
        "https://127.8.9.10/",
        "https://0.0.0.0/",
        "https://10.0.0.7/",
        "https://172.16.0.1/",
        "https://172.31.255.255/",
        "https://192.168.1.1/",
        "https://100.64.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://168.63.129.16/",
        "https://192.0.0.192/",
        "https://198.18.0.1/",
        "https://224.0.0.1/",
        "https://255.255.255.255/",
        "https://[::]/",
        "https://[::1]/",
        "https://[fe80::1]/",
        "https://[fc00::1]/",
        "https://[fd00:ec2::254]/",
        "https://[ff02::1]/",
        "https://[::127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[2001:0:7f00:1::]/",
        "https://[2001:db8::1]/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://api.localhost/",
        "https://printer.local/",
        "https://metadata.google.internal/",
        "https://metadata.google.internal./",
        "https://db:5432/"
      })
  void a_private_or_reserved_host_is_refused_unless_that_is_allowed(String url) {
    assertThat(EndpointUrl.fault(url, false))
        .map(EndpointUrl.Fault::code)
        .contains(FieldErrorCode.NOT_ALLOWED);
    assertThat(EndpointUrl.fault(url, true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://2130706433/",
        "https://0x7f000001/",
        "https://017700000001/",
        "https://0177.0.0.1/",
        "https://0x7f.0.0.1/",
        "https://127.1/",
        "https://127.0.1/",
        "https://127.0.0.1./",
        "https://000000127.000.000.001/",
        "https://0/",
        "https://256.1.1.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[::ffff:8.8.8.8]/",
        "https://%31%32%37.0.0.1/",
        "https://１２７.0.0.1/",
        "https://bücher.example/"
      })
  void an_odd_spelling_of_a_host_is_refused_always(String url) {
    assertThat(EndpointUrl.fault(url, false))
        .map(EndpointUrl.Fault::code)
        .contains(FieldErrorCode.FORMAT);
    assertThat(EndpointUrl.fault(url, true))
        .map(EndpointUrl.Fault::code)
        .contains(FieldErrorCode.FORMAT);
  }

  @ParameterizedTest
  @CsvSource({
    "/semel, NOT_ALLOWED",
    "example.com/semel, NOT_ALLOWED",
    "ftp://example.com/, NOT_ALLOWED",
    "file:///etc/passwd, NOT_ALLOWED",
    "javascript:alert(1), NOT_ALLOWED",
    "https:example.com, FORMAT",
    "https:///semel, FORMAT",
    "https://, FORMAT",
    "https://user@example.com/, FORMAT",
    "https://user:word@example.com/, FORMAT",
    "https://example.com/#part, FORMAT",
    "https://example.com/#, FORMAT",
    "https://example.com:0/, FORMAT",
    "https://example.com:99999/, FORMAT",
    "https://exa mple.com/, FORMAT",
    "https://example.com\\@evil.example/, FORMAT",
    "https://[fe80::1%25eth0]/, NOT_ALLOWED",
    "https://[::1/, FORMAT"
  })
  void what_is_no_plain_absolute_url_is_refused(String url, FieldErrorCode code) {
    assertThat(EndpointUrl.fault(url, false)).map(EndpointUrl.Fault::code).contains(code);
  }

  @Test
  void plain_http_is_for_private_networks() {
    assertThat(EndpointUrl.fault("http://example.com/", false))
        .map(EndpointUrl.Fault::code)
        .contains(FieldErrorCode.NOT_ALLOWED);
    assertThat(EndpointUrl.fault("http://127.0.0.1:8080/hook", true)).isEmpty();
  }

  @Test
  void a_url_has_at_most_2048_characters() {
    String longest = "https://example.com/" + "a".repeat(2048 - 20);
    assertThat(EndpointUrl.fault(longest, false)).isEmpty();
    assertThat(EndpointUrl.fault(longest + "a", false))
        .map(EndpointUrl.Fault::code)
        .contains(FieldErrorCode.TOO_LONG);
  }

  @ParameterizedTest
  @CsvSource({
    "9.255.255.255, true",
    "11.0.0.0, true",
    "100.63.255.255, true",
    "100.128.0.0, true",
    "172.15.255.255, true",
    "172.32.0.0, true",
    "192.167.255.255, true",
    "223.255.255.255, true",
    "10.255.255.255, false",
    "100.127.255.255, false",
    "172.31.255.255, false",
    "2001:200::1, true",
    "2001:1ff::1, false",
    "2003::1, true",
    "3ffe::1, true",
    "3fff:fff::1, false",
    "4000::1, false"
  })
  void the_blocks_end_where_they_end(String address, boolean isPublic) throws UnknownHostException {
    assertThat(PublicAddress.isPublic(InetAddress.ofLiteral(address))).isEqualTo(isPublic);
  }
}
