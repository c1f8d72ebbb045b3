// `./semel credential …`: who may call.
package dev.semel.app;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Credentials on the command line, for whoever may use the machine and its database. */
@Command(
    name = "credential",
    description = "Credentials: who may call.",
    mixinStandardHelpOptions = true,
    subcommands = {CreateCredentialCommand.class})
final class CredentialCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "Say what to do: semel credential create …");
  }
}
