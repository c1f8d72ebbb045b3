// `./semel provider …`.
package dev.semel.app;

import dev.semel.app.conformance.ProviderTestCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** What can be done with provider files. */
@Command(
    name = "provider",
    description = "Works with provider files.",
    subcommands = {ProviderCheckCommand.class, ProviderTestCommand.class, HelpCommand.class})
final class ProviderCommand {}
