// `./semel credential create`: makes a credential, beside a running server or without one.
package dev.semel.app;

import dev.semel.db.embedded.CommandDatabase;
import dev.semel.db.embedded.EmbeddedPostgresException;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.security.Token;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Makes a credential straight in the database and prints its token, this once and alone, on the
 * standard output. It neither serves nor works on anything.
 */
@Command(
    name = "create",
    description = "Makes a credential and prints its token once.",
    mixinStandardHelpOptions = true)
final class CreateCredentialCommand implements Callable<Integer> {
  private static final Pattern TENANT = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");
  private static final String ALL = "all";
  private static final int LONGEST_NAME = 100;

  @Option(
      names = "--tenant",
      required = true,
      description = "The tenant's name; made when there is none. The first of all runs the server.")
  String tenant;

  @Option(names = "--name", required = true, description = "What people call the credential.")
  String name;

  @Option(
      names = "--permissions",
      required = true,
      split = ",",
      description = "'all', or permissions such as payouts:write,payouts:read.")
  List<String> permissions;

  @Option(names = "--reason", description = "Why, for the audit log.")
  @Nullable String reason;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    CreateCredential.Request request = request();
    try (CommandDatabase database =
        CommandDatabase.open(Environment::find, Environment.dataDirectory())) {
      Token token = database.inTransaction(sql -> CreateCredential.on(sql).create(request));
      System.out.println(token.text());
      return 0;
    } catch (EmbeddedPostgresException e) {
      System.err.println("semel: " + e.getMessage());
      return 1;
    } catch (RuntimeException e) {
      System.err.println(
          "semel: the database can't be used: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      return 1;
    }
  }

  private CreateCredential.Request request() {
    if (!TENANT.matcher(tenant).matches()) {
      throw misused("--tenant takes 1 to 64 lower-case letters, digits and dashes.");
    }
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw misused("--name takes 1 to 100 characters.");
    }
    return new CreateCredential.Request(
        tenant, name, granted(), null, "person:command-line", reason);
  }

  private List<Permission> granted() {
    if (permissions.equals(List.of(ALL))) {
      return List.of(Permission.values());
    }
    if (permissions.contains(ALL)) {
      throw misused("--permissions takes 'all' alone, or a list without it.");
    }
    return permissions.stream().map(String::strip).distinct().map(this::permission).toList();
  }

  private Permission permission(String word) {
    return Permission.find(word)
        .orElseThrow(
            () ->
                misused(
                    "--permissions has '"
                        + word
                        + "', which is none. There are: all (alone), "
                        + String.join(
                            ", ",
                            Arrays.stream(Permission.values()).map(Permission::wireName).toList())
                        + "."));
  }

  private CommandLine.ParameterException misused(String sentence) {
    return new CommandLine.ParameterException(spec.commandLine(), sentence);
  }
}
