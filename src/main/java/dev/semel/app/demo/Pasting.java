// Lines that can be pasted into a shell.
package dev.semel.app.demo;

import dev.semel.app.rig.Recorded;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code curl} lines that work while the demonstration serves.
 *
 * @param base where the API is
 * @param token the demo credential's
 * @param partner the simulator
 */
record Pasting(URI base, String token, Partner partner) {

  /** Lines for a payout of one's own. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "Paste into another terminal, while the demo runs (the credential may do everything):");
    lines.add("");
    lines.add("  export SEMEL=" + base + " SIMULATOR=" + partner.controlUri());
    lines.add("  export AUTH='Authorization: Bearer " + token + "'");
    lines.add("  # create a payout; paste it again: the same answer, and no second payout");
    lines.add("  curl -s $SEMEL/v1/payouts -H \"$AUTH\" -H 'Idempotency-Key: mine-1' \\");
    lines.add("    -H 'Content-Type: application/json' -d '{\"reference\": \"mine-1\",");
    lines.add(
        "    \"amount\": \"125.50\", \"currency\": \"KES\", \"beneficiary\": {\"name\": \"Amina"
            + " Wanjiru\",");
    lines.add("    \"country\": \"KE\", \"method\": \"bank_account\",");
    lines.add(
        "    \"bank_account\": {\"account_number\": \"0012340003\", \"bank_code\": \"01\"}}}'");
    lines.add("  # get it, with its id; read its history; the cases; what the partner really did");
    lines.add("  curl -s \"$SEMEL/v1/payouts?reference=mine-1\" -H \"$AUTH\"");
    lines.add(
        "  ID=$(curl -s \"$SEMEL/v1/payouts?reference=mine-1\" -H \"$AUTH\" | grep -o"
            + " 'po_[0-9a-z]*')");
    lines.add("  curl -s $SEMEL/v1/payouts/$ID -H \"$AUTH\"");
    lines.add("  curl -s $SEMEL/v1/payouts/$ID/events -H \"$AUTH\"");
    lines.add("  curl -s $SEMEL/v1/ops/cases -H \"$AUTH\"");
    lines.add("  curl -s $SIMULATOR/truth");
    return lines;
  }

  /** The same, and the history and the truth of the payout whose answer was lost. */
  List<String> lines(List<Told> told) {
    List<String> lines = new ArrayList<>(lines());
    told.stream()
        .filter(each -> each.scene().title().equals(Timeline.TITLE))
        .findFirst()
        .ifPresent(
            lost -> {
              lines.add(
                  "  # the payout whose answer was lost: its history, and the partner's truth");
              lines.add("  curl -s $SEMEL/v1/payouts/" + lost.payoutId() + "/events -H \"$AUTH\"");
              lines.add("  curl -s $SIMULATOR/truth/" + Recorded.nameAtPartner(lost.payoutId()));
            });
    return lines;
  }
}
