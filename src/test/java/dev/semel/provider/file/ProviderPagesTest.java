// The pages of the partners say what their files say.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderClaims.Claim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The matrix, and the table at the head of each partner's page, are rendered from the shipped
 * files. With {@code -Dproviders.write=true} they are written anew instead of compared.
 */
class ProviderPagesTest {
  private static final Path FILES = Path.of("src/main/resources/providers");
  private static final Path PAGES = Path.of("docs/providers");
  private static final String COMMAND =
      "./mvnw test -Dtest=ProviderPagesTest -Dproviders.write=true";
  private static final String GLANCE = "at a glance";
  private static final String STATEMENTS = "statements";

  /** What may be read of an answer that nobody has confirmed: none of it moves or ends anything. */
  private static final Set<String> CAUTIOUS =
      Set.of("duplicate", "busy", "throttled", "absent", "found");

  private static final String HEAD =
      """
      # Partners

      The partners whose files ship with the program, and what each promises. This page is written from the files by `%s`; the same command writes the table on each partner's page.
      A shipped file serves nobody until its settings are there. What stands behind each statement of a file is said in its comments: [D] the partner's own documentation, [M] a copy of it or an integrator's notes, [S] a standard of HTTP; [R] recalled and not confirmed, *unsure*. The page of each partner lists all of them. Where it is not confirmed the cautious reading is taken: a payout that is not found proves nothing, a duplicate is looked up, nothing is resent past the time that is known, an answer that nobody has confirmed is unknown rather than refused, and no word that nobody has confirmed ends a payout.

      [writing-one.md](writing-one.md) connects a new partner. Which payouts a partner is offered is set by `SEMEL_PROVIDER_<NAME>_CORRIDORS` ([provider-files.md](../provider-files.md#corridors)).

      """
          .formatted(COMMAND);

  /** A column of the matrix. */
  private record Column(String title, Function<ProviderGlance, String> cell) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("partner", p -> "[" + p.title() + "](" + p.name() + ".md)"),
          new Column("money moves at", ProviderGlance::movesMoney),
          new Column("the same request again", ProviderGlance::repeat),
          new Column("a reference is remembered", ProviderGlance::memory),
          new Column("an unknown outcome", ProviderGlance::lookup),
          new Column("\"not found\"", ProviderGlance::notFound),
          new Column("messages", ProviderGlance::trust),
          new Column("an event's id", ProviderGlance::eventId),
          new Column("money that comes back", ProviderGlance::comesBack),
          new Column("report", ProviderGlance::report),
          new Column("statements", ProviderGlance::sources));

  static Stream<String> partners() throws IOException {
    return Files.readAllLines(FILES.resolve("shipped.txt")).stream()
        .filter(line -> !line.startsWith("#") && !line.equals("simulator.yaml"))
        .map(line -> line.replace(".yaml", ""));
  }

  @Test
  void the_matrix_shows_every_shipped_partner() throws IOException {
    List<ProviderGlance> glances = partners().map(ProviderPagesTest::glance).toList();
    assertThat(glances).hasSize(10);
    String page =
        HEAD
            + row(COLUMNS.stream().map(Column::title))
            + row(COLUMNS.stream().map(_ -> "---"))
            + glances.stream()
                .map(g -> row(COLUMNS.stream().map(column -> column.cell().apply(g))))
                .collect(Collectors.joining());
    writtenIsRendered(PAGES.resolve("README.md"), page);
  }

  @ParameterizedTest
  @MethodSource("partners")
  void the_tables_of_a_page_show_its_file(String name) throws IOException {
    Path page = PAGES.resolve(name + ".md");
    String text = Files.readString(page);
    assertThat(text).contains("\n## Set up\n", "\n## Traps\n", "\n## Confirmed, and not\n");
    ProviderGlance glance = glance(name);
    String atAGlance =
        row(Stream.of("", ""))
            + row(Stream.of("---", "---"))
            + glance.rows().entrySet().stream()
                .map(row -> row(Stream.of(row.getKey(), row.getValue())))
                .collect(Collectors.joining());
    String statements =
        row(Stream.of("statement", "confirmed"))
            + row(Stream.of("---", "---"))
            + glance.claims().stream()
                .map(claim -> row(Stream.of(claim.says().replace("|", "\\|"), claim.standing())))
                .collect(Collectors.joining());
    writtenIsRendered(page, with(with(text, GLANCE, atAGlance), STATEMENTS, statements));
  }

  private static String with(String page, String name, String table) {
    String begin = "<!-- " + name + " -->\n";
    String end = "<!-- /" + name + " -->\n";
    assertThat(page).contains(begin, end);
    return page.substring(0, page.indexOf(begin) + begin.length())
        + table
        + page.substring(page.indexOf(end));
  }

  @ParameterizedTest
  @MethodSource("partners")
  void what_a_file_claims_of_its_partner_says_what_stands_behind_it(String name) {
    assertThat(glance(name).claims())
        .allSatisfy(claim -> assertThat(claim.tags()).as(claim.pointer()).isNotEmpty());
  }

  @ParameterizedTest
  @MethodSource("partners")
  void what_nobody_has_confirmed_moves_nothing_and_ends_nothing(String name) {
    List<Claim> unconfirmed =
        glance(name).claims().stream().filter(claim -> !claim.confirmed()).toList();
    assertThat(unconfirmed)
        .filteredOn(claim -> claim.pointer().matches("/(submit|lookup|status)/answers/.*"))
        .allSatisfy(claim -> assertThat(CAUTIOUS).as(claim.pointer()).contains(claim.is()));
    assertThat(unconfirmed)
        .extracting(Claim::pointer)
        .noneMatch(pointer -> pointer.startsWith("/after_paid/"))
        .noneMatch(pointer -> pointer.matches("/statuses/(paid|failed|returned|cancelled)"));
    assertThat(glance(name).notFound()).isEqualTo("proves nothing");
  }

  private static ProviderGlance glance(String name) {
    try {
      return new ProviderGlance(Files.readString(FILES.resolve(name + ".yaml")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String row(Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static void writtenIsRendered(Path file, String rendered) throws IOException {
    if (Boolean.getBoolean("providers.write")) {
      Files.writeString(file, rendered);
    }
    assertThat(file).as("%s is missing; write it with: %s", file, COMMAND).exists();
    assertThat(Files.readString(file))
        .as("%s is out of date; write it anew with: %s", file, COMMAND)
        .isEqualTo(rendered);
  }
}
