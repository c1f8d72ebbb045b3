// The walls between packages, and the habits that reviews would otherwise have to keep.
package dev.semel;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callCodeUnitWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

@AnalyzeClasses(packages = "dev.semel", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String ROOT = "dev.semel.";

  /** The table "Packages" of docs/architecture.md: each package, and what it may use. */
  private static final Map<String, Set<String>> MAY_USE =
      packages(
          """
          domain         :
          db             :
          problem        :
          json           : problem
          idempotency    : db problem json
          security       :
          payout         : domain
          provider       : domain
          submission     : domain payout provider
          webhook        : domain payout provider
          report         : domain provider
          casework       : domain payout
          reconciliation : domain payout provider report casework
          notification   : domain payout
          console        : domain payout provider submission webhook report reconciliation casework notification
          simulator      :
          app            : domain payout provider submission webhook report casework reconciliation notification console simulator
          """);

  /**
   * What every feature may use: transactions and ids, and for its HTTP side callers, keys, problems
   * and JSON. The pure rules and the simulator are no features.
   */
  private static final Set<String> FOR_FEATURES =
      Set.of("db", "security", "idempotency", "problem", "json");

  private static final Set<String> NO_FEATURES =
      Set.of("domain", "db", "idempotency", "problem", "json", "simulator");

  @ArchTest
  static final ArchRule packages_use_only_what_the_table_allows =
      classes()
          .should(useOnlyAllowedPackages())
          .because("a feature that reaches into another can't be understood or changed alone")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule the_domain_is_plain_java =
      classes()
          .that()
          .resideInAPackage(ROOT + "domain..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(ROOT + "domain..", "java..", "org.jspecify.annotations"))
          .because("the rules of a payout must run, and be tested, without any machinery")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule reading_and_refusing_need_no_feature =
      classes()
          .that()
          .resideInAnyPackage(ROOT + "problem..", ROOT + "json..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  ROOT + "problem..",
                  ROOT + "json..",
                  "java..",
                  "com.fasterxml.jackson..",
                  "jakarta.ws.rs..",
                  "jakarta.inject..",
                  "org.jboss.logging..",
                  "org.jspecify.annotations"))
          .because("every feature uses them, so whatever they used would be everywhere");

  @ArchTest
  static final ArchRule the_domain_asks_neither_clock_nor_chance_nor_the_world =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "domain..")
          .should(callMethodWhere(readsClockOrChance()))
          .orShould()
          .dependOnClassesThat(
              resideInAnyPackage("java.io..", "java.net..", "java.nio.file..", "java.sql.."))
          .because("the same payout and the same event must always give the same decision")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule features_are_given_time_and_chance =
      noClasses()
          .that(resideInAPackage("dev.semel.."))
          .and()
          .resideOutsideOfPackages(ROOT + "app..", ROOT + "db.embedded..", ROOT + "simulator..")
          .should(callMethodWhere(readsClockOrChance()))
          .because("what reads the clock itself can be tested only by waiting")
          .allowEmptyShould(true);

  /** Who may know this node's clock, and what for. */
  private static final Map<String, String> KNOW_THE_NODES_CLOCK =
      Map.of(
          "provider.http.Caller", "stamps the entries of the call log",
          "provider.http.ConnectorTools", "hands it to Caller",
          "provider.http.FileProvider", "hands it to Caller");

  @ArchTest
  static final ArchRule nothing_is_decided_by_this_nodes_clock =
      noClasses()
          .that(resideInAPackage("dev.semel.."))
          .and()
          .resideOutsideOfPackages(ROOT + "app..", ROOT + "db.embedded..", ROOT + "simulator..")
          .and(
              describe(
                  "do not only stamp with it",
                  type ->
                      !KNOW_THE_NODES_CLOCK.containsKey(
                          outermost(type).getName().substring(ROOT.length()))))
          .should()
          .dependOnClassesThat()
          .haveNameMatching("java\\.time\\.(InstantSource|Clock)")
          .because(
              "a node whose clock is an hour off must do no harm: times that decide are the database's, and spans are measured by a clock that only goes forward; whether a partner's certificate is valid is for TLS alone");

  @ArchTest
  static final ArchRule claims_and_leases_know_no_clock_but_the_databases =
      noClasses()
          .that()
          .haveNameMatching(
              "dev.semel.submission.(Claim.*|RunningClaims.*|SweepAbandoned|TakePlaces|FlowStore.*|Pace.*)")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(InstantSource.class)
          .because(
              "a node whose clock is an hour off must neither claim twice nor end a lease early; between two statements a node counts nanoseconds that only go forward");

  @ArchTest
  static final ArchRule money_and_its_neighbours_know_no_floating_point =
      noFields()
          .that()
          .areDeclaredInClassesThat(
              resideInAnyPackage(
                  ROOT + "domain..",
                  ROOT + "payout..",
                  ROOT + "report..",
                  ROOT + "reconciliation.."))
          .should()
          .haveRawType(
              describe(
                  "a floating-point type",
                  type -> Set.of("double", "float").contains(unboxed(type))))
          .because("an amount that has been a double is no longer the amount that was asked for")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule nothing_on_the_way_of_money_asks_for_a_floating_point_value =
      noClasses()
          .that()
          .resideInAnyPackage(
              ROOT + "domain..",
              ROOT + "json..",
              ROOT + "idempotency..",
              ROOT + "payout..",
              ROOT + "provider..",
              ROOT + "report..",
              ROOT + "reconciliation..",
              ROOT + "casework..",
              ROOT + "webhook..",
              ROOT + "simulator..")
          .should(callCodeUnitWhere(describe("a double or a float", ArchitectureTest::isFloating)))
          .because(
              "an amount or an id that has been a double is no longer the one that was told, even if no field keeps it");

  @ArchTest
  static final ArchRule only_those_who_keep_the_rules_of_a_call_make_one =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + "submission..", ROOT + "report..", ROOT + "provider..")
          .should(callMethodWhere(callsProvider()))
          .because(
              "a call to a provider needs a committed attempt before it and no transaction around it")
          .allowEmptyShould(true);

  /** It holds no statement: it tells a database that is away from one that refused, by SQLSTATE. */
  private static final String READS_SQL_STATES = ROOT + "problem.ProblemMapper";

  @ArchTest
  static final ArchRule sql_lives_in_stores =
      noClasses()
          .that(
              describe(
                  "are neither stores nor the database package",
                  type -> !mayTouchDatabase(type) && !type.getName().equals(READS_SQL_STATES)))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "org.jdbi..", "java.sql..", "javax.sql..", "io.agroal..", "org.postgresql..")
                  .or(describe("an entity manager", ArchitectureTest::isEntityManager))
                  // To read why a statement failed is not to run one.
                  .and(describe("not its error", type -> !type.isEquivalentTo(SQLException.class))))
          .because("whoever changes a table has to find every statement about it")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule pages_show_what_features_offer =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "console..")
          .should()
          .dependOnClassesThat(
              describe(
                  "entities or stores",
                  type ->
                      type.getName().startsWith(ROOT)
                          && (outermost(type).getSimpleName().endsWith("Store")
                              || type.isAnnotatedWith("jakarta.persistence.Entity"))))
          .because("a page must not see or change what its person may not")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule names_say_what_a_class_does =
      noClasses()
          .should()
          .haveNameMatching(".*(Manager|Helper|Util|Utils|Impl|Service)")
          .because("such a name says nothing, and everything ends up in it")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule dependencies_come_through_constructors =
      noFields()
          .should()
          .beAnnotatedWith("jakarta.inject.Inject")
          .because("a constructor shows what a class needs, and a test can give it")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule only_the_command_line_prints =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "app..")
          .should()
          .accessFieldWhere(
              describe("System.out or System.err", ArchitectureTest::isStandardStream))
          .orShould()
          .callMethod(Throwable.class, "printStackTrace")
          .because("the log has levels, times and request ids, and hides what is secret")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule times_are_java_time =
      noClasses()
          // The OpenPGP library tells its times so, and they become instants there at once.
          .that()
          .doNotHaveFullyQualifiedName(ROOT + "report.KeyRules")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.util\\.(Date|Calendar|GregorianCalendar)|java\\.text\\.\\w*DateFormat")
          .because("java.util.Date can be changed by whoever holds it and hides its time zone")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule nothing_sleeps =
      noClasses()
          // A measurement waits for a server that is another process.
          .that()
          .resideOutsideOfPackage(ROOT + "app.bench..")
          .should(
              callMethodWhere(
                  describe(
                      "sleep",
                      (JavaCall<?> call) ->
                          call.getName().equals("sleep")
                              && Set.of("java.lang.Thread", "java.util.concurrent.TimeUnit")
                                  .contains(call.getTargetOwner().getName()))))
          .because("whatever has to happen later is a row with a due_at, or a scheduled task")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule every_package_is_null_marked =
      classes()
          .should(liveInNullMarkedPackages())
          .because("NullAway checks only what says that it wants to be checked")
          .allowEmptyShould(true);

  private static Map<String, Set<String>> packages(String table) {
    return table
        .lines()
        .map(line -> line.split(":", -1))
        .collect(
            Collectors.toUnmodifiableMap(
                row -> row[0].strip(),
                row ->
                    Stream.of(row[1].strip().split(" +"))
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toUnmodifiableSet())));
  }

  private static ArchCondition<JavaClass> useOnlyAllowedPackages() {
    return new ArchCondition<>("use only the packages that the table allows") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        String from = feature(type);
        if (!MAY_USE.containsKey(from)) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getName() + " is in a package that is not in the table"));
          return;
        }
        type.getDirectDependenciesFromSelf().stream()
            .filter(dependency -> dependency.getTargetClass().getName().startsWith(ROOT))
            .filter(
                dependency ->
                    !mayUse(type, feature(dependency.getTargetClass().getBaseComponentType())))
            .forEach(
                dependency ->
                    events.add(SimpleConditionEvent.violated(type, dependency.getDescription())));
      }
    };
  }

  private static boolean mayUse(JavaClass type, String target) {
    String from = feature(type);
    return from.equals(target)
        || MAY_USE.getOrDefault(from, Set.of()).contains(target)
        || (FOR_FEATURES.contains(target) && !NO_FEATURES.contains(from));
  }

  /** The first part of the package after {@code dev.semel}: what lives below shares its walls. */
  private static String feature(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(ROOT) ? name.substring(ROOT.length()).split("\\.", 2)[0] : "";
  }

  private static ArchCondition<JavaClass> liveInNullMarkedPackages() {
    return new ArchCondition<>("live in packages whose package-info says @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked =
            type.getPackage()
                .tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false);
        if (!marked) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getPackageName() + " has no package-info with @NullMarked"));
        }
      }
    };
  }

  private static DescribedPredicate<JavaCall<?>> readsClockOrChance() {
    return describe(
        "the system's clock or chance",
        call -> {
          String method = call.getTargetOwner().getName() + "." + call.getName();
          return switch (method) {
            case "java.lang.System.currentTimeMillis",
                "java.lang.Math.random",
                "java.util.UUID.randomUUID",
                "java.util.concurrent.ThreadLocalRandom.current" ->
                true;
            default ->
                method.matches(
                    "java\\.time\\.(\\w+\\.now|Clock\\.system\\w*|InstantSource\\.system)");
          };
        });
  }

  private static DescribedPredicate<JavaCall<?>> callsProvider() {
    return describe(
        "a provider's submit, lookup, status or fetch",
        call ->
            Set.of("submit", "lookup", "status", "fetch").contains(call.getName())
                && (call.getTargetOwner().isAssignableTo(ROOT + "provider.Provider")
                    || call.getTargetOwner()
                        .isAssignableTo(ROOT + "provider.Provider$ReportSource")));
  }

  private static boolean mayTouchDatabase(JavaClass type) {
    return isStore(type) || feature(type).equals("db");
  }

  private static boolean isStore(JavaClass type) {
    return outermost(type).getSimpleName().matches(".*(Store|Rows)");
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
  }

  /** A call that takes or gives a floating-point value, constructors of BigDecimal among them. */
  private static boolean isFloating(JavaCall<?> call) {
    Set<String> floating = Set.of("double", "float");
    boolean ofValues =
        call.getTargetOwner().getName().startsWith("com.fasterxml.jackson")
            || call.getTargetOwner().getName().startsWith("java.math")
            || call.getTargetOwner().isAssignableTo(Number.class)
            || Set.of("java.sql.ResultSet", "java.sql.PreparedStatement")
                .contains(call.getTargetOwner().getName());
    return ofValues
        && (floating.contains(unboxed(call.getTarget().getRawReturnType()))
            || call.getTarget().getRawParameterTypes().stream()
                .anyMatch(type -> floating.contains(unboxed(type))));
  }

  private static boolean isEntityManager(JavaClass type) {
    return type.isAssignableTo("jakarta.persistence.EntityManager")
        || type.isAssignableTo("org.hibernate.SharedSessionContract");
  }

  private static boolean isStandardStream(JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(System.class)
        && Set.of("out", "err").contains(access.getName());
  }

  private static String unboxed(JavaClass type) {
    return switch (type.getName()) {
      case "java.lang.Double" -> "double";
      case "java.lang.Float" -> "float";
      default -> type.getName();
    };
  }
}
