// No client is told of a failure that is none.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.EventType;
import dev.semel.domain.Fault;
import dev.semel.domain.HoldReason;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of every state and every reason, with what partners and people may have written. */
class ClientWordsTest {
  private static final String THEIR_WORDS = "PAYMENT_FAILED: the payment failed and was declined";
  private static final Pattern OF_FAILURE =
      Pattern.compile("fail|declin|reject|refus|bounce|unsuccessful|denied");

  @ParameterizedTest
  @EnumSource(PayoutState.class)
  void only_a_payout_that_the_provider_refused_or_failed_is_told_as_failed(PayoutState state) {
    PayoutRecord payout = payout(state);
    payout.failureCode = "account_closed";
    payout.failureFault = Fault.BENEFICIARY;
    payout.failureMessage = THEIR_WORDS;
    ObjectNode told = PayoutJson.payout(payout);

    if (state == PayoutState.FAILED) {
      assertThat(told.at("/failure/code").textValue()).isEqualTo("account_closed");
    } else {
      assertThat(told.get("failure").isNull()).isTrue();
      assertThat(textOf(told)).doesNotContainPattern(OF_FAILURE);
    }
    assertThat(EventType.of(state) == EventType.FAILED).isEqualTo(state == PayoutState.FAILED);
  }

  @ParameterizedTest
  @EnumSource(HoldReason.class)
  void a_hold_is_no_failure_and_says_whose_side_it_is_on(HoldReason reason) {
    PayoutRecord payout = payout(PayoutState.HELD);
    payout.holdReason = reason;
    payout.holdMessage = THEIR_WORDS;
    ObjectNode told = PayoutJson.payout(payout);

    assertThat(told.get("final").booleanValue()).isFalse();
    assertThat(told.at("/hold/fault").textValue()).isEqualTo("platform");
    assertThat(told.at("/hold/message").textValue())
        .contains("The provider does not have")
        .endsWith(".");
    assertThat(textOf(told)).doesNotContainPattern(OF_FAILURE);
  }

  private static PayoutRecord payout(PayoutState state) {
    ObjectNode beneficiary = JsonNodeFactory.instance.objectNode().put("name", "Amina Wanjiru");
    return new PayoutRecord(
        new PayoutRecord.Asked(
            "po_01kbz3v8m4e9f2n6r7t5w1x0ya",
            "ten_1",
            "key_1",
            "order-1",
            Money.of("125.50", "KES"),
            "simulator",
            beneficiary,
            JsonNodeFactory.instance.objectNode(),
            null,
            JsonNodeFactory.instance.objectNode(),
            "cleared",
            null,
            null,
            null,
            Instant.parse("2026-12-01T10:00:00Z")),
        state,
        "REFERENCE-1",
        "key-1");
  }

  /** All of it but for the names of members. */
  private static String textOf(ObjectNode told) {
    ObjectNode rest = told.deepCopy();
    rest.remove("failure");
    return rest.toString().toLowerCase(Locale.ROOT);
  }
}
