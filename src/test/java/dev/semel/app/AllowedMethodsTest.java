// What Allow says comes from the contract.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllowedMethodsTest {

  private final AllowedMethods allowed = new AllowedMethods(ContractFile.tree());

  @Test
  void a_path_of_the_contract_has_its_methods_in_order() {
    assertThat(allowed.of("/v1/payouts")).contains("GET, POST");
    assertThat(allowed.of("/v1/payouts/po_1")).contains("GET");
    assertThat(allowed.of("/v1/payouts/po_1/cancel")).contains("POST");
  }

  @Test
  void another_path_has_none() {
    assertThat(allowed.of("/v1/payouts/")).isEmpty();
    assertThat(allowed.of("/console")).isEmpty();
  }
}
