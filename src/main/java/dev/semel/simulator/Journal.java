// The simulator's durable memory: an append-only file of JSON lines, on disk before anything is
// answered.
package dev.semel.simulator;

import com.fasterxml.jackson.databind.ObjectReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends entries in the order they are given. What is appended together is flushed together, by a
 * thread of its own. A process killed at any instant leaves at most a cut last line, which was
 * never answered for and is taken off at the next start. One process uses a journal at a time.
 */
final class Journal implements AutoCloseable {

  private record Item(byte[] line, @Nullable CompletableFuture<Void> flushed) {}

  private static final byte[] NOTHING = {};
  private static final ObjectReader ENTRIES = Json.MAPPER.readerFor(JournalEntry.class);

  private final Path file;
  private final FileChannel channel;
  private final BlockingQueue<Item> waiting = new LinkedBlockingQueue<>();
  private final Thread writer;
  private volatile boolean closing;

  private Journal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
    this.writer = Thread.ofPlatform().name("simulator-journal").daemon().unstarted(this::write);
  }

  /**
   * Opens the journal of a directory and reads what is in it.
   *
   * @param reader gets every entry, oldest first
   * @throws IOException when the directory can't be used, is used by another instance, or a line in
   *     the middle of the file is damaged
   */
  static Journal open(Path directory, Consumer<JournalEntry> reader) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve("journal.jsonl");
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock(channel, directory);
      channel.truncate(readWholeLines(file, reader));
      channel.position(channel.size());
      Journal journal = new Journal(file, channel);
      journal.writer.start();
      return journal;
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
  }

  /** Puts an entry behind all others. It is on disk once a later {@link #flushed()} completes. */
  void append(JournalEntry entry) {
    byte[] json = Json.write(entry);
    byte[] line = new byte[json.length + 1];
    System.arraycopy(json, 0, line, 0, json.length);
    line[json.length] = '\n';
    waiting.add(new Item(line, null));
  }

  /** Completes when everything appended so far is on disk; fails when it can't be written. */
  CompletableFuture<Void> flushed() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    waiting.add(new Item(NOTHING, done));
    return done;
  }

  /** Reads the file from its beginning, as far as it is on disk. */
  void read(Consumer<JournalEntry> reader) throws IOException {
    readWholeLines(file, reader);
  }

  @Override
  public void close() throws IOException {
    closing = true;
    waiting.add(new Item(NOTHING, null));
    try {
      writer.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    channel.close();
  }

  private void write() {
    List<Item> batch = new ArrayList<>();
    try {
      while (!(closing && waiting.isEmpty())) {
        batch.clear();
        batch.add(waiting.take());
        waiting.drainTo(batch);
        flush(batch);
        batch.forEach(Journal::completeFlush);
      }
    } catch (IOException failure) {
      failEverything(batch, failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void flush(List<Item> batch) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (Item item : batch) {
      lines.writeBytes(item.line());
    }
    if (lines.size() == 0) {
      return;
    }
    ByteBuffer bytes = ByteBuffer.wrap(lines.toByteArray());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }

  private static void completeFlush(Item item) {
    if (item.flushed() != null) {
      item.flushed().complete(null);
    }
  }

  // After a failed write nothing may be answered any more: every later flush fails as well.
  private void failEverything(List<Item> batch, IOException failure) {
    List<Item> unwritten = new ArrayList<>(batch);
    try {
      while (true) {
        for (Item item : unwritten) {
          if (item.flushed() != null) {
            item.flushed().completeExceptionally(failure);
          }
        }
        if (closing && waiting.isEmpty()) {
          return;
        }
        unwritten = List.of(waiting.take());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void lock(FileChannel channel, Path directory) throws IOException {
    String inUse = "Another simulator uses %s already.".formatted(directory);
    try {
      if (channel.tryLock() == null) {
        throw new IOException(inUse);
      }
    } catch (OverlappingFileLockException sameProcess) {
      throw new IOException(inUse, sameProcess);
    }
  }

  /** Reads all lines that end, and returns how many bytes they take. */
  private static long readWholeLines(Path file, Consumer<JournalEntry> reader) throws IOException {
    long whole = 0;
    int number = 0;
    byte[] buffer = new byte[1 << 16];
    int filled = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer);
          read >= 0;
          read = in.read(buffer, filled, buffer.length - filled)) {
        int end = filled + read;
        int start = 0;
        for (int at = filled; at < end; at++) {
          if (buffer[at] == '\n') {
            number++;
            reader.accept(parse(buffer, start, at - start, file, number));
            start = at + 1;
          }
        }
        whole += start;
        filled = end - start;
        System.arraycopy(buffer, start, buffer, 0, filled);
        if (filled == buffer.length) {
          buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
      }
    }
    return whole;
  }

  private static JournalEntry parse(byte[] bytes, int start, int length, Path file, int number)
      throws IOException {
    try {
      return ENTRIES.readValue(bytes, start, length);
    } catch (IOException damaged) {
      throw new IOException("Line %d of %s is damaged.".formatted(number, file), damaged);
    }
  }
}
