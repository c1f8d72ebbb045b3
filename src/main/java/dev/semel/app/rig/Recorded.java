// A payout as our database has it.
package dev.semel.app.rig;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * A payout as our database has it.
 *
 * @param id its id
 * @param reference the client's reference
 * @param state its state, as the API writes it
 * @param amount what was asked
 * @param currency ISO 4217
 * @param due whether something is planned for it
 * @param openCases how many cases about it wait for a person
 */
public record Recorded(
    String id,
    String reference,
    String state,
    BigDecimal amount,
    String currency,
    boolean due,
    int openCases) {

  /** What all of its references at the partner begin with. */
  public String nameAtPartner() {
    return nameAtPartner(id);
  }

  /** What the references of a payout at the partner begin with. */
  public static String nameAtPartner(String id) {
    return id.substring(id.indexOf('_') + 1).toUpperCase(Locale.ROOT);
  }
}
