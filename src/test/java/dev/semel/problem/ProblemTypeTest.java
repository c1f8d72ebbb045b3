// The code and the contract list the same problems.
package dev.semel.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.testing.Contract;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemTypeTest {

  private static final Contract CONTRACT = Contract.load();

  @Test
  void the_contract_lists_the_same_types_with_the_same_status_and_title() {
    assertThat(CONTRACT.document().path("x-problem-types"))
        .map(
            type ->
                "%s %d %s"
                    .formatted(
                        type.path("slug").asText(),
                        type.path("status").intValue(),
                        type.path("title").asText()))
        .containsExactlyElementsOf(
            Arrays.stream(ProblemType.values())
                .map(type -> "%s %d %s".formatted(type.slug(), type.status(), type.title()))
                .toList());
  }

  @Test
  void the_schemas_of_the_contract_name_the_same_types() {
    assertThat(schema("/components/schemas/ProblemSlug/enum"))
        .map(JsonNode::asText)
        .containsExactlyElementsOf(
            Arrays.stream(ProblemType.values()).map(ProblemType::slug).toList());
    assertThat(schema("/components/schemas/Problem/properties/type/enum"))
        .map(JsonNode::asText)
        .containsExactlyElementsOf(
            Arrays.stream(ProblemType.values()).map(ProblemType::path).toList());
  }

  @Test
  void the_contract_lists_the_same_error_codes() {
    assertThat(schema("/components/schemas/FieldError/properties/code/enum"))
        .map(JsonNode::asText)
        .containsExactlyElementsOf(
            Arrays.stream(FieldErrorCode.values()).map(FieldErrorCode::wireName).toList());
  }

  @ParameterizedTest
  @EnumSource(ProblemType.class)
  void a_type_is_found_by_its_slug(ProblemType type) {
    assertThat(ProblemType.of(type.slug())).contains(type);
  }

  @ParameterizedTest
  @EnumSource(ProblemType.class)
  void a_problem_of_every_type_fits_the_contract(ProblemType type) {
    Problem problem =
        new ProblemException(type, "Do this.").problem("/v1/payouts", "checkout-2f61");
    assertThat(violations(problem)).isEmpty();
  }

  @Test
  void faults_are_listed_with_pointer_or_parameter() {
    Problem problem =
        ProblemException.invalid(
                List.of(
                    FieldError.at("/amount", FieldErrorCode.FORMAT, "Send an amount."),
                    FieldError.ofParameter("limit", FieldErrorCode.OUT_OF_RANGE, "Send 1 to 100.")))
            .problem("/v1/payouts", "r");
    assertThat(violations(problem)).isEmpty();
    assertThat(problem.toJson().path("errors").toString())
        .isEqualTo(
            "[{\"pointer\":\"/amount\",\"code\":\"format\",\"detail\":\"Send an amount.\"},"
                + "{\"parameter\":\"limit\",\"code\":\"out_of_range\",\"detail\":\"Send 1 to"
                + " 100.\"}]");
  }

  @Test
  void a_flood_of_faults_is_cut_and_says_so() {
    ProblemException problem =
        ProblemException.invalid(
            Collections.nCopies(
                101, FieldError.at("/a", FieldErrorCode.UNKNOWN_MEMBER, "Leave it out.")));
    assertThat(problem.errors()).hasSize(100);
    assertThat(problem.detail()).contains("more than 100 rules").contains("the first 100");
  }

  @Test
  void a_validation_problem_without_a_fault_is_a_mistake() {
    assertThatThrownBy(() -> ProblemException.invalid(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> violations(Problem problem) {
    return CONTRACT.violations(schema("/components/schemas/Problem"), problem.toJson());
  }

  private static JsonNode schema(String pointer) {
    return CONTRACT.document().at(pointer);
  }
}
