// Where work for people is handed in.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.CaseKind;
import dev.semel.domain.Money;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where work for people is handed in, inside the transaction that found it. */
public interface CaseDesk {
  /**
   * Opens a case; the same difference again is the same case.
   *
   * @return whether people have something new to look at: the case is new, or opened again
   */
  boolean open(NewCase newCase);

  /**
   * Resolves a case whose matter is over by itself; does nothing where none is open.
   *
   * @param difference what makes it one case
   * @param note how one knows that it is over
   */
  void over(String tenantId, CaseKind kind, String difference, String note);

  /**
   * A case to open.
   *
   * @param tenantId whose people it is for
   * @param kind what it asks about
   * @param difference what makes it one case: the same text is the same case
   * @param provider the provider it is about
   * @param payoutId the payout it is about
   * @param summary what is the matter and what to do next, in a sentence or two, naming payout and
   *     provider
   * @param facts ours and theirs side by side, without account numbers
   * @param risk the money that may be lost or owed, where that can be told
   */
  record NewCase(
      String tenantId,
      CaseKind kind,
      String difference,
      @Nullable String provider,
      @Nullable String payoutId,
      String summary,
      JsonNode facts,
      Optional<Money> risk) {

    /** A case of which nobody can say how much money it is about. */
    public NewCase(
        String tenantId,
        CaseKind kind,
        String difference,
        @Nullable String provider,
        @Nullable String payoutId,
        String summary,
        JsonNode facts) {
      this(tenantId, kind, difference, provider, payoutId, summary, facts, Optional.empty());
    }
  }
}
