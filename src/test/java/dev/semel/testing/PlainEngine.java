// The engine on a real database, without the server's container.
package dev.semel.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.app.ConnectedProviders;
import dev.semel.app.rig.Wiring;
import dev.semel.casework.OpenCase;
import dev.semel.db.PlainDatabase;
import dev.semel.db.Sql;
import dev.semel.db.Tx;
import dev.semel.notification.RaiseAlert;
import dev.semel.notification.TellClients;
import dev.semel.payout.AlertDesk;
import dev.semel.payout.CaseDesk;
import dev.semel.payout.EventDesk;
import dev.semel.payout.FreshLookup;
import dev.semel.payout.ProviderDirectory;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.submission.AskAgain;
import dev.semel.submission.Node;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;

/**
 * The engine on a real database, without the server's container, so that a test of it can be run on
 * classes that were broken on purpose.
 *
 * @param tenant whose payouts there are
 */
public record PlainEngine(DataSource source, Tenant tenant, PlainDatabase database, Wiring wiring) {
  /** One on a fresh database, connected to one provider. */
  public static PlainEngine on(DataSource source, Provider provider) {
    Tenant tenant = new Tenant("ten_engine", "key_engine", "unused");
    PlainDatabase database = new PlainDatabase(source);
    Wiring wiring =
        new Wiring(Map.of())
            .give(Sql.class, database.sql())
            .give(Node.class, new Node("a-node"))
            .give(Providers.class, new Connected(List.of(provider)))
            .give(InstantSource.class, InstantSource.system())
            .give(LongSupplier.class, System::nanoTime)
            .give(RandomGenerator.class, new SplittableRandom(1))
            .give(SecureRandom.class, new SecureRandom())
            .give(ObjectMapper.class, new ObjectMapper())
            .give(MeterRegistry.class, new SimpleMeterRegistry())
            .choose(ProviderDirectory.class, ConnectedProviders.class)
            .choose(CaseDesk.class, OpenCase.class)
            .choose(AlertDesk.class, RaiseAlert.class)
            .choose(EventDesk.class, TellClients.class)
            .choose(FreshLookup.class, AskAgain.class);
    PlainEngine engine = new PlainEngine(source, tenant, database, wiring);
    engine.run(
        "INSERT INTO tenant (id, name) VALUES ('ten_engine', 'one') ON CONFLICT (id) DO NOTHING");
    engine.run(
        "INSERT INTO credential (id, tenant_id, name, secret_hash, permissions, created_by)"
            + " VALUES ('key_engine', 'ten_engine', 'n', sha256('s'), '{}', 'test') ON CONFLICT (id) DO NOTHING");
    return engine;
  }

  private record Connected(Collection<Provider> all) implements Providers {
    @Override
    public Optional<Provider> find(String name) {
      return all.stream().filter(provider -> provider.name().equals(name)).findFirst();
    }
  }

  /** The one part of a type. */
  public <T> T get(Class<T> type) {
    return wiring.get(type);
  }

  /** Does something whose transactions are on this database. */
  public <T> T call(Supplier<T> work) {
    AtomicReference<T> result = new AtomicReference<>();
    Tx.with(database, () -> result.set(work.get()));
    return Objects.requireNonNull(result.get());
  }

  /** The same without a result. */
  public void perform(Runnable work) {
    Tx.with(database, work);
  }

  /** Changes the tables, beside the engine. */
  public void run(String change, String... values) {
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(change)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of the first row as text; "nothing" where there is none. */
  public String text(String query, String... values) {
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      try (var rows = statement.executeQuery()) {
        return rows.next() ? String.valueOf(rows.getString(1)) : "nothing";
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
