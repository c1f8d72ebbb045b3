// One demonstration, from its start to its end.
package dev.semel.app.demo;

import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.db.embedded.EmbeddedPostgresException;
import dev.semel.security.Token;
import dev.semel.simulator.WebhookTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** Starts everything, has the story told, and ends everything in order. */
final class Demo {
  private final Narrator narrator;
  private final DemoDirectory directory;
  private final boolean keep;
  private final boolean exit;
  private final SecureRandom random = new SecureRandom();

  /**
   * Prepares a demonstration.
   *
   * @param keep whether to go on with the data of the last one
   * @param exit whether to end after the story instead of serving on
   */
  Demo(Narrator narrator, DemoDirectory directory, boolean keep, boolean exit) {
    this.narrator = narrator;
    this.directory = directory;
    this.keep = keep && directory.used();
    this.exit = exit;
  }

  /**
   * Runs the demonstration.
   *
   * @param wishedPort what {@code SEMEL_HTTP_PORT} says, or blank
   * @return the exit status: 0 when both sides agreed
   * @throws DemoException when it can't be run; the message says why
   */
  int run(String wishedPort) {
    int port = DemoServer.port(wishedPort);
    EmbeddedPostgres postgres = database();
    try {
      return withDatabase(postgres, port);
    } finally {
      postgres.close();
    }
  }

  private EmbeddedPostgres database() {
    narrator.say(
        keep
            ? "Going on with the data of the last demo in " + directory.root() + "."
            : "Everything of this demo is in "
                + directory.root()
                + (directory.used() ? "; what the last one left there is removed" : "")
                + ". (--keep goes on with it.)");
    narrator.say("Starting PostgreSQL (a real one, with its data on the disk) ...");
    EmbeddedPostgres postgres;
    try {
      postgres = EmbeddedPostgres.start(directory.database());
    } catch (EmbeddedPostgresException e) {
      throw new DemoException(String.valueOf(e.getMessage()), e);
    }
    // Only now: while another demo holds the database, nothing of its is touched.
    directory.prepare(keep);
    if (!keep) {
      new DemoStore(postgres).empty();
    }
    return postgres;
  }

  private int withDatabase(EmbeddedPostgres postgres, int port) {
    URI base = URI.create("http://127.0.0.1:" + port);
    String apiKey = secret();
    String webhookSecret = secret();
    narrator.say("Starting the simulated partner (a server of its own, with its own memory) ...");
    WebhookTarget webhooks = new WebhookTarget(base.resolve("/webhooks/simulator"), webhookSecret);
    try (Partner partner = Partner.start(directory.simulator(), apiKey, webhooks)) {
      DemoProviderFile.write(directory.providers());
      String token = token();
      try (Client client = new Client(base, token)) {
        narrator.say("Starting the server ...");
        DemoServer server =
            DemoServer.start(
                postgres,
                DemoServer.settings(port, token, partner.uri(), apiKey, webhookSecret, directory),
                client,
                directory.log());
        Thread hook = new Thread(narrator::fallSilent, "fall-silent");
        Runtime.getRuntime().addShutdownHook(hook);
        String prefix =
            keep
                ? "demo-" + Long.toString(Instant.now().getEpochSecond(), Character.MAX_RADIX)
                : "demo";
        Stage stage = new Stage(client, partner, narrator, prefix);
        return tell(stage, new DemoStore(postgres), server, new Pasting(base, token, partner));
      }
    }
  }

  private int tell(Stage stage, DemoStore store, DemoServer server, Pasting pasting) {
    try {
      narrator.say("Ready. Its log, quiet when all is well, is " + directory.log() + ".");
      narrator.lines(pasting.lines());
      Instant start = Instant.now();
      List<Told> told = new Story(stage, Chapters.all()).play();
      List<String> wrong = new Finale(stage, store, told).play(start);
      if (!exit) {
        narrator.say("");
        narrator.say("Still serving, until Ctrl-C:");
        narrator.lines(pasting.lines(told));
        server.await();
      }
      return wrong.isEmpty() ? 0 : 1;
    } finally {
      server.stop();
    }
  }

  /** The credential's token: a new one, or that of the data that is gone on with. */
  private String token() {
    try {
      if (keep) {
        return Files.readString(directory.credential(), StandardCharsets.UTF_8).strip();
      }
      String token = Token.issue("key_demo", random).text();
      Files.createFile(
          directory.credential(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(directory.credential(), token + "\n", StandardCharsets.UTF_8);
      return token;
    } catch (IOException e) {
      throw new UncheckedIOException("The demo's credential can't be kept.", e);
    }
  }

  private String secret() {
    byte[] bytes = new byte[24];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
