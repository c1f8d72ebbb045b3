// Why an exchange failed, in words for people.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

class ReasonsTest {

  @Test
  void no_class_is_named_to_people() {
    assertThat(Reasons.ofConnecting(new SocketException("x")))
        .isEqualTo("no connection came about (socket)");
    assertThat(Reasons.ofWaiting(new ClosedChannelException()))
        .isEqualTo("the connection ended before a complete answer (closed channel)");
    assertThat(Reasons.kind(new StackOverflowError())).isEqualTo("stack overflow");
  }

  @Test
  void what_happens_often_has_its_own_words() {
    assertThat(Reasons.ofConnecting(new ConnectException("x")))
        .isEqualTo("the connection was refused");
    assertThat(Reasons.ofConnecting(null)).isEqualTo("no connection came about");
    assertThat(Reasons.ofWaiting(null)).isEqualTo("the connection ended before a complete answer");
  }
}
