// What the rules of a file make of a sample report.
package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement.MoneyBack;
import dev.semel.domain.WireNames;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.RowSink;
import dev.semel.provider.report.ReportReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads a sample report as a real one, and tells what was read of its first row. */
final class ReportSample {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private ReportSample() {}

  static SampleMeaning meaning(ProviderFile.Report report, JsonNode sample) {
    FirstRow first = new FirstRow();
    try {
      new ReportReader(report.format())
          .read(new ByteArrayInputStream(bytes(report, sample)), first);
      return new SampleMeaning(SampleMeaning.READ, "it is as promised", first.values());
    } catch (ReportRefusedException e) {
      return new SampleMeaning(SampleMeaning.UNREADABLE, String.valueOf(e.getMessage()), Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory can be had", e);
    }
  }

  private static byte[] bytes(ProviderFile.Report report, JsonNode sample)
      throws JsonProcessingException {
    return sample.has("body")
        ? JSON.writeValueAsBytes(sample.path("body"))
        : sample.path("text").asText().getBytes(report.format().charset());
  }

  /** Keeps the first row, and how many there are. */
  private static final class FirstRow implements RowSink {
    private Optional<ReportRow> row = Optional.empty();
    private int rows;

    @Override
    public void take(ReportRow next) {
      row = row.or(() -> Optional.of(next));
      rows++;
    }

    @Override
    public void commit(ReportFacts facts) {}

    @Override
    public void discard() {
      row = Optional.empty();
    }

    Map<String, String> values() {
      Map<String, String> values = new HashMap<>();
      values.put("rows", String.valueOf(rows));
      row.ifPresent(first -> tell(first, values));
      return values;
    }
  }

  private static void tell(ReportRow row, Map<String, String> values) {
    values.put("kind", WireNames.of(row.kind()));
    row.reference().ifPresent(reference -> values.put("reference", reference));
    row.statement().providerPayoutId().ifPresent(id -> values.put("id", id));
    values.put("status", row.statement().providerWord());
    values.put("stands", WireNames.of(row.statement().status()));
    row.statement()
        .money()
        .ifPresent(
            money -> {
              values.put("amount", money.decimal());
              values.put("currency", money.currency().code());
            });
    if (row.statement().back() instanceof MoneyBack.Apart apart) {
      apart.told().map(Money::decimal).ifPresent(told -> values.put("returned_amount", told));
    }
    row.settledAt().map(Instant::toString).ifPresent(at -> values.put("settled_at", at));
  }
}
