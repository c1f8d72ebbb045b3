// Ports that nobody listens on.
package dev.semel.app.rig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds ports for processes that have to keep theirs when they are started again. */
public final class FreePort {
  private FreePort() {}

  /** A port of the loopback address that nobody listened on just now. */
  public static int find() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
