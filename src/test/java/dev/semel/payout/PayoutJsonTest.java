// How account numbers are shown.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayoutJsonTest {

  @ParameterizedTest
  @CsvSource({
    "0012345678, ******5678",
    "12345, ****5",
    "1234, ****",
    "1, *",
    "\uD83D\uDCB8\uD83D\uDCB8\uD83D\uDCB8\uD83D\uDCB8\uD83D\uDCB8, ****\uD83D\uDCB8",
    "ab\uD83D\uDCB812345678, *******5678"
  })
  void an_account_number_is_masked_character_by_character(String number, String shown) {
    ObjectNode beneficiary = JsonNodeFactory.instance.objectNode();
    beneficiary.putObject("bank_account").put("account_number", number);

    assertThat(PayoutJson.masked(beneficiary).at("/bank_account/account_number").textValue())
        .isEqualTo(shown);
  }
}
