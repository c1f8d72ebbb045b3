// Requests made by chance from the contract, for every operation that is in it.
package dev.semel.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.Contract;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.SimulatorResource;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;

/**
 * Two tenants and the operator send requests from several clients at once.
 *
 * <ul>
 *   <li>{@code -Dfuzz.requests=20000} how many
 *   <li>{@code -Dfuzz.seed=7} which ones
 *   <li>{@code -Dfuzz.only=123} only this one of them, after the tenants have been made
 * </ul>
 */
@QuarkusTest
class ContractFuzzApiTest {

  private static final Logger LOG = Logger.getLogger(ContractFuzzApiTest.class);
  private static final long SEED = Long.getLong("fuzz.seed", 1);
  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 6_300);
  private static final int ONLY = Integer.getInteger("fuzz.only", -1);

  /** Of what the contract allows an operation may refuse much, for reasons of the business. */
  private static final int LEAST_ACCEPTED_PERCENT = 2;

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject InstantSource clock;

  @ConfigProperty(name = SimulatorResource.PARTNER)
  URI simulator;

  @ConfigProperty(name = SimulatorResource.CONTROL)
  URI simulatorControl;

  private final Contract contract = Contract.load();
  private final Findings findings = new Findings();
  private final Coverage coverage = new Coverage();
  private final UsedKeys used = new UsedKeys();

  @Test
  void whatever_is_sent_every_answer_fits_the_contract_and_shows_nothing_of_others()
      throws Exception {
    Aftermath aftermath = new Aftermath(database, findings);
    Tenant first = Tenant.create(credentials, database);
    Tenant second = Tenant.create(credentials, database);
    Tenant operator = Tenant.operator(credentials, database);
    List<Party> parties = new ArrayList<>();
    parties.add(party("first", first, false));
    parties.add(party("second", second, false));
    parties.add(party("operator", operator, true));
    Leaks leaks = new Leaks(parties);

    try (LogWatch _ = new LogWatch(line -> readLog(leaks, line))) {
      RequestMaker maker =
          new RequestMaker(
              contract,
              parties,
              used,
              new SignedWebhooks(Belongings.webhookSecret(), clock.instant()),
              SEED,
              clock.instant());
      Oracle oracle = new Oracle(contract, leaks, used, findings, coverage);
      FuzzRun run =
          new FuzzRun(
              URI.create("http://localhost:" + RestAssured.port),
              parties,
              maker,
              used,
              oracle,
              findings);
      if (ONLY >= 0) {
        run.send(ONLY, ONLY + 1);
      } else {
        run.send(0, REQUESTS);
        coverage
            .gaps(contract.operations(), LEAST_ACCEPTED_PERCENT)
            .forEach(gap -> findings.add("not reached", gap));
      }
    }
    aftermath.check(List.of(PartnersResource.partner(), Partner.at(simulator, simulatorControl)));

    LOG.infof("Seed %d, %s", SEED, coverage.table(contract.operations()));
    assertThat(findings.isEmpty()).as("seed %d:%s", SEED, findings).isTrue();
  }

  private Party party(String name, Tenant tenant, boolean operator) throws Exception {
    String mark = "Mk" + tenant.id().substring(tenant.id().length() - 8) + "Z";
    Supplier<Tenant> more = () -> Tenant.again(tenant, credentials, database);
    Party party = new Party(name, mark, operator, more);
    Belongings belongings = new Belongings(contract, tenant, mark, clock, database);
    belongings.make();
    party.weakKeys().add(belongings.credential(List.of("payouts:read")));
    party.weakKeys().add(belongings.credential(List.of("cases:read", "payouts:write")));
    belongings.gather(party.harvest());
    return party;
  }

  private void readLog(Leaks leaks, String line) {
    leaks.inLog(line).forEach(leak -> findings.add("the log shows " + leak, line));
    if (line.contains("Request") && line.contains("failed")) {
      findings.add("the log tells of a failed request", line);
    }
  }
}
