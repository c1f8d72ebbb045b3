// The rows of a report that counts, in memory.
package dev.semel.provider.report;

import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRow;
import dev.semel.provider.RowSink;
import dev.semel.provider.UnreadableMessageException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes rows as a database would: they are there after the commit, and never after a refusal. */
public final class ReadRows implements RowSink {
  private final List<ReportRow> taken = new ArrayList<>();
  private Optional<ReportFacts> facts = Optional.empty();
  private boolean discarded;

  @Override
  public void take(ReportRow row) {
    if (facts.isPresent() || discarded) {
      throw new IllegalStateException("a row after the end");
    }
    taken.add(row);
  }

  @Override
  public void commit(ReportFacts told) {
    if (facts.isPresent() || discarded) {
      throw new IllegalStateException("a commit after the end");
    }
    facts = Optional.of(told);
  }

  @Override
  public void discard() {
    if (facts.isPresent() || discarded) {
      throw new IllegalStateException("a refusal after the end");
    }
    discarded = true;
  }

  /** The rows that count; none of a report that was refused. */
  public List<ReportRow> rows() {
    return facts.isPresent() ? List.copyOf(taken) : List.of();
  }

  /** What the report says of itself; empty of one that was refused. */
  public Optional<ReportFacts> facts() {
    return facts;
  }

  /** Whether the report was refused. */
  public boolean discarded() {
    return discarded;
  }

  /** The rows that a source reads. */
  public static List<ReportRow> of(ReportSource source, byte[] content)
      throws UnreadableMessageException {
    ReadRows sink = new ReadRows();
    try {
      source.read(new ByteArrayInputStream(content), sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sink.rows();
  }
}
