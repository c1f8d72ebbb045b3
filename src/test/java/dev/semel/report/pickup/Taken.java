// A gate that writes down what comes.
package dev.semel.report.pickup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A gate that writes down what comes. */
public final class Taken implements ReportIntake {
  public final List<ArrivedReport> reports = new CopyOnWriteArrayList<>();
  private final List<String> contents = new CopyOnWriteArrayList<>();

  /** Whether it fails once it has the bytes. */
  public volatile boolean fails;

  /** What happens while it takes a report. */
  public volatile Runnable meanwhile = () -> {};

  @Override
  public byte[] take(ArrivedReport report) throws IOException {
    try (InputStream in = report.content().open()) {
      byte[] bytes = in.readAllBytes();
      reports.add(report);
      contents.add(new String(bytes, StandardCharsets.UTF_8));
      meanwhile.run();
      if (fails) {
        throw new IllegalStateException("the node dies here");
      }
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What came, in order. */
  public List<String> contents() {
    return contents;
  }
}
