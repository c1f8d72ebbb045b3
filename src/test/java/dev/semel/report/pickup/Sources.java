// A provider whose reports come as a test says, and what the database has of it.
package dev.semel.report.pickup;

import dev.semel.provider.As2Partnership;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.provider.ReportArrival;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFetch;
import dev.semel.provider.ReportFolder;
import dev.semel.provider.RowSink;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** A provider whose reports come as a test says, and what the database has of it. */
public final class Sources implements Providers {
  public final String name = "pick-" + UUID.randomUUID().toString().substring(0, 8);
  private final DataSource database;
  private Provider.ReportSource source =
      new Source(new ReportArrival.Brought(), _ -> new ReportFetch.NotThere(""));

  public Sources(DataSource database) {
    this.database = database;
  }

  /** From now on its reports are found in this folder. */
  void found(ReportFolder folder) {
    source =
        new Source(new ReportArrival.Found(folder), _ -> new ReportFetch.NotThere("in its folder"));
  }

  /** From now on it sends them over AS2. */
  public void sent(As2Partnership partnership) {
    source = new Source(new ReportArrival.Sent(partnership), _ -> new ReportFetch.NotThere("sent"));
  }

  /** From now on it is asked for them, and answers this. */
  void asked(Function<LocalDate, ReportFetch> answer) {
    source = new Source(new ReportArrival.Asked(), answer);
  }

  /** From now on its reports come, and are read, like this. */
  public void as(Provider.ReportSource other) {
    source = other;
  }

  private record Source(ReportArrival arrival, Function<LocalDate, ReportFetch> answer)
      implements Provider.ReportSource {
    @Override
    public ZoneId timeZone() {
      return ZoneId.of("Africa/Nairobi");
    }

    @Override
    public LocalTime due() {
      return LocalTime.of(3, 0);
    }

    @Override
    public Duration lag() {
      return Duration.ofDays(2);
    }

    @Override
    public ReportFetch fetch(LocalDate businessDate) {
      return answer.apply(businessDate);
    }

    @Override
    public ReportFacts read(InputStream content, RowSink rows) {
      throw new UnsupportedOperationException("nothing is read here");
    }
  }

  @Override
  public Optional<Provider> find(String wanted) {
    return all().stream().filter(_ -> wanted.equals(name)).findFirst();
  }

  @Override
  public Collection<Provider> all() {
    return List.of(
        (Provider)
            Proxy.newProxyInstance(
                Provider.class.getClassLoader(),
                new Class<?>[] {Provider.class},
                (_, method, _) ->
                    switch (method.getName()) {
                      case "name" -> name;
                      case "reportSource" -> Optional.of(source);
                      default -> throw new UnsupportedOperationException(method.getName());
                    }));
  }

  /** The next look is due. */
  void due() {
    run("UPDATE report_source SET due_at = now() WHERE provider = ?");
  }

  /** What a query about it answers in its first column. */
  List<String> texts(String query) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, name);
      List<String> texts = new ArrayList<>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      return texts;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Changes what the database has of it. */
  void run(String change) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(change)) {
      statement.setString(1, name);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
