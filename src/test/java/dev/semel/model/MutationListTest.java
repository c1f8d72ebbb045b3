// The list of guards that tools/mutate breaks is true of the sources.
package dev.semel.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutationListTest {
  @Test
  void every_guard_on_the_list_is_in_its_file_exactly_once() throws IOException {
    for (Mutation mutation : Mutation.all()) {
      assertThat(mutation.occurrences())
          .as("%s, in %s", mutation.title(), mutation.file())
          .isEqualTo(1);
      assertThat(mutation.replaced()).as(mutation.title()).isNotEqualTo(mutation.found());
    }
  }

  @Test
  void every_test_on_the_list_is_there() throws IOException {
    for (Mutation mutation : Mutation.all()) {
      assertThat(mutation.tests())
          .as(mutation.title())
          .isNotEmpty()
          .allMatch(
              test -> test.startsWith(MutantRun.MODEL) || MutantRun.classOf(test).isPresent());
    }
  }

  @Test
  void no_guard_is_on_the_list_twice() throws IOException {
    List<Mutation> all = Mutation.all();
    assertThat(all).extracting(Mutation::title).doesNotHaveDuplicates();
    assertThat(all).hasSizeGreaterThan(30);
    assertThat(all)
        .extracting(Mutation::file)
        .contains(Path.of("src/main/java/dev/semel/domain/PayoutLifecycle.java"));
  }
}
