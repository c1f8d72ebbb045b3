// Fingerprints that were stored by an earlier release, or under another locale, are still the same.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The literals were computed outside of this program, from the text that is hashed: method, path
 * and the understood request in code-point order, each on a line of its own. A change of any of
 * them would turn the repeats of requests from before an upgrade into refusals: don't.
 */
class PinnedFingerprintTest {
  private static final String ORDINARY =
      """
      {"reference": "order-7731", "amount": "12500.00", "currency": "KES", "funding": "cleared",
       "provider": "simulator",
       "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
         "bank_account": {"account_number": "0012345678", "bank_code": "01"}},
       "sender": {"name": "Jon Doe", "country": "GB"}, "purpose": "family_support",
       "submit_after": null, "submit_before": "2026-12-01T10:00:00Z",
       "metadata": {"customer": "c-19"}}""";
  private static final String STRANGE =
      """
      {"metadata": {"\\u0131": "", "I": "i\\/\\\\"}, "submit_after": "2026-12-01T11:30:00.000001+03:00",
       "beneficiary": {"bank_account": {"iban": "de89 3704 0044 0532 0130 00"}, "method": "bank_account",
         "country": "DE", "name": "Jose\\u0301 \\"I\\" U\\u0308nal \\ud83d\\ude00"},
       "funding": "pending", "currency": "KWD", "amount": "0.1000", "reference": "I\\u0307zmir/1"}""";
  private static final String SHORT =
      """
      {"reference": "r", "amount": "500", "currency": "JPY",
       "beneficiary": {"name": "n", "country": "JP", "method": "mobile_wallet",
         "mobile_wallet": {"msisdn": "+819012345678"}}}""";

  @Test
  void fingerprints_are_what_they_always_were() {
    assertPinned();
  }

  @Test
  void fingerprints_do_not_depend_on_the_locale() {
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      assertPinned();
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertPinned();
    } finally {
      Locale.setDefault(usual);
    }
  }

  private static void assertPinned() {
    assertThat(RespelledPayoutTest.fingerprint(ORDINARY))
        .isEqualTo("4809e71ecb1ca840e32883f338ead0c420c97ac866be4bbd3ec315acb56f945b");
    assertThat(RespelledPayoutTest.fingerprint(STRANGE))
        .isEqualTo("c5b4cf38b1ce942089272f6ff9d10e8884203e6e6262bfa18bb296e86680ae61");
    assertThat(RespelledPayoutTest.fingerprint(SHORT))
        .isEqualTo("2a423984b735a0488a92fc8c8148902187bf5d4c5c5dcb1f0a2f5178034e6cea");
  }
}
