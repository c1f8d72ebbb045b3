// Runs the model check and tests on broken classes.
package dev.semel.model;

import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the model check and tests until one of them fails, on the classes that it was loaded with.
 */
final class MutantRun {
  static final String KILLED = "killed by ";
  static final String SURVIVED = "survived";
  static final String MODEL = "model";

  private static final List<String> PACKAGES =
      List.of("domain", "submission", "payout", "provider.http", "webhook", "model");

  private MutantRun() {}

  /**
   * Runs tests until one fails.
   *
   * @param tests {@code model}, {@code model:} and a scope, or names of test classes
   * @return {@code killed by …} or {@code survived}
   */
  static String verdict(String... tests) {
    for (String test : tests) {
      Optional<String> failure = test.startsWith(MODEL) ? model(scopes(test)) : tests(test);
      if (failure.isPresent()) {
        return KILLED + failure.get();
      }
    }
    return SURVIVED;
  }

  /** All scopes, or the one after the colon. */
  private static List<Scopes> scopes(String test) {
    return test.equals(MODEL)
        ? List.of(Scopes.values())
        : List.of(Scopes.valueOf(test.substring(MODEL.length() + 1)));
  }

  private static Optional<String> model(List<Scopes> scopes) {
    for (Scopes scope : scopes) {
      try {
        Explorer.Found found =
            new Explorer(scope.scope, ModelCheckTest.MOST).explore(List.of(scope.scope.start()));
        if (found.violated().isPresent()) {
          return Optional.of(
              "model | " + scope.scope.name() + " | " + found.violated().get().shortly());
        }
      } catch (RuntimeException e) {
        return Optional.of("model | " + scope.scope.name() + " | " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> tests(String name) {
    Class<?> type = classOf(name).orElseThrow();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(type))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    if (summary.getTestsFoundCount() == 0) {
      throw new IllegalStateException(name + " has no tests");
    }
    if (summary.getContainersFailedCount() > 0) {
      throw new IllegalStateException(name + " could not be prepared");
    }
    return summary.getFailures().stream()
        .findFirst()
        .map(
            failure ->
                name
                    + " | "
                    + failure.getTestIdentifier().getDisplayName().replace("()", "")
                    + " |");
  }

  static Optional<Class<?>> classOf(String test) {
    for (String name : PACKAGES) {
      try {
        return Optional.of(Class.forName("dev.semel." + name + "." + test));
      } catch (ClassNotFoundException _) {
        // In another package.
      }
    }
    return Optional.empty();
  }
}
