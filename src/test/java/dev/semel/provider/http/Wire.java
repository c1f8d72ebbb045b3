// The wire between a client and a partner, which a test can hold up and spoil.
package dev.semel.provider.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Passes bytes on both ways. What follows the client's first bytes waits until it is let go. */
final class Wire implements AutoCloseable {
  private static final int MOST_AT_ONCE = 16 * 1024;

  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int partner;
  private final CountDownLatch held = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile @Nullable OutputStream toPartner;

  Wire(int partner) throws IOException {
    this.partner = partner;
    threads.execute(this::accept);
  }

  String url() {
    return "https://localhost:" + listening.getLocalPort();
  }

  /** Lets go what the client wrote and writes. */
  void letGo() {
    held.countDown();
  }

  /** Gives the partner bytes that nobody sent. */
  void spoil(byte[] bytes) throws IOException {
    OutputStream out = toPartner;
    if (out == null) {
      throw new IllegalStateException("nobody is connected");
    }
    out.write(bytes);
    out.flush();
  }

  private void accept() {
    try {
      while (!listening.isClosed()) {
        Socket client = listening.accept();
        Socket server = new Socket(listening.getInetAddress(), partner);
        sockets.add(client);
        sockets.add(server);
        toPartner = server.getOutputStream();
        threads.execute(() -> pass(client, server, true));
        threads.execute(() -> pass(server, client, false));
      }
    } catch (IOException closed) {
      closeAll();
    }
  }

  private void pass(Socket from, Socket to, boolean holds) {
    byte[] buffer = new byte[MOST_AT_ONCE];
    boolean first = true;
    try {
      InputStream in = from.getInputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (holds && !first) {
          held.await();
        }
        first = false;
        to.getOutputStream().write(buffer, 0, read);
      }
      to.shutdownOutput();
    } catch (IOException gone) {
      close(from);
      close(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeAll() {
    sockets.forEach(Wire::close);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // It is closed either way.
    }
  }

  @Override
  public void close() throws IOException {
    letGo();
    listening.close();
    closeAll();
    threads.close();
  }
}
