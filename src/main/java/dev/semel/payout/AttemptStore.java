// The SQL of attempts that are not worked on by the state of their payout.
package dev.semel.payout;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Finds attempts of payouts, and keeps of which of them the provider is to be asked because a
 * message that proves nothing spoke of them.
 *
 * <p>While an attempt is being asked about, {@code ask_at} is exactly {@link #UNTIL_ASKED_AGAIN}
 * after {@code asked_at}: so it is asked about once more when the node dies over it, and a message
 * that comes meanwhile, which sets an earlier time, is not forgotten with the answer.
 */
@Singleton
public class AttemptStore {
  private static final String UNTIL_ASKED_AGAIN = "interval '2 minutes'";

  /** However many messages come, the provider is asked once a minute. */
  private static final String SPACING = "interval '1 minute'";

  private final Sql sql;
  private final PayoutRows rows;

  AttemptStore(Sql sql, PayoutRows rows) {
    this.sql = sql;
    this.rows = rows;
  }

  /** One attempt of a payout. */
  public AttemptRecord get(String payoutId, int number) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT *, now() AS read_at FROM attempt WHERE payout_id = :payout AND number = :number")
                .bind("payout", payoutId)
                .bind("number", number)
                .map((row, _) -> rows.attempt(row))
                .one());
  }

  /**
   * The number of the attempt of a payout's that has a reference, where that is not the present
   * one: one before it, or after people have adopted an earlier one, one after it.
   */
  public Optional<Integer> other(PayoutRecord payout, String reference) {
    return sql.with(
            handle ->
                handle
                    .createQuery(
                        "SELECT number FROM attempt WHERE payout_id = :payout AND client_reference = :reference")
                    .bind("payout", payout.id())
                    .bind("reference", reference)
                    .mapTo(Integer.class)
                    .findOne())
        .filter(number -> number != payout.attempt());
  }

  /** Has the provider asked about an attempt, by its reference, soon. */
  public void askSoon(String payoutId, int number) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt SET ask_at = least(ask_at, greatest(now(), asked_at + <spacing>))
                    WHERE payout_id = :payout AND number = :number
                    """
                        .replace("<spacing>", SPACING))
                .bind("payout", payoutId)
                .bind("number", number)
                .execute());
  }

  /**
   * Has a provider asked about the attempts of which its report says that it has or paid them, and
   * that are not taken to be there. A report moves no payout; the answer may.
   */
  public void askAboutReported(String provider, String reportId) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt a SET ask_at = least(a.ask_at, greatest(now(), a.asked_at + <spacing>))
                    FROM report_line l, payout p
                    WHERE l.report_id = :report AND l.status IN ('processing', 'paid', 'returned')
                        AND a.provider = :provider AND a.client_reference = l.reference COLLATE "C" AND p.id = a.payout_id
                        AND (a.number <> p.attempt AND p.alive_attempt IS DISTINCT FROM a.number AND a.number <> ALL (p.alive_besides) OR a.number = p.attempt AND p.state IN ('ready', 'held') AND p.ever_submitted)
                    """
                        .replace("<spacing>", SPACING))
                .bind("provider", provider)
                .bind("report", reportId)
                .execute());
  }

  /** An attempt that is to be asked about. */
  public record Due(String payoutId, int number, String provider) {}

  /**
   * Takes attempts that are to be asked about now.
   *
   * @param providers whose
   * @param most how many at most
   */
  public List<Due> takeDue(Collection<String> providers, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    WITH due AS MATERIALIZED (
                        SELECT payout_id, number FROM attempt WHERE ask_at <= now() AND provider = ANY (:providers)
                        ORDER BY ask_at LIMIT :most FOR UPDATE SKIP LOCKED)
                    UPDATE attempt a SET asked_at = now(), ask_at = now() + <again> FROM due
                    WHERE a.payout_id = due.payout_id AND a.number = due.number
                    RETURNING a.payout_id, a.number, a.provider
                    """
                        .replace("<again>", UNTIL_ASKED_AGAIN))
                .bind("providers", providers.toArray(String[]::new))
                .bind("most", most)
                .map(
                    (row, _) ->
                        new Due(
                            row.getString("payout_id"),
                            row.getInt("number"),
                            row.getString("provider")))
                .list());
  }

  /** The provider has answered, or people are asked instead. */
  public void answered(Due due) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt SET unclear_answers = 0, ask_at = CASE WHEN ask_at <> asked_at + <again> THEN ask_at END
                    WHERE payout_id = :payout AND number = :number
                    """
                        .replace("<again>", UNTIL_ASKED_AGAIN))
                .bind("payout", due.payoutId())
                .bind("number", due.number())
                .execute());
  }

  /** The answer came by itself, as a message. */
  public void heardOf(String payoutId, String reference) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE attempt SET unclear_answers = 0, ask_at = NULL WHERE payout_id = :payout AND client_reference = :reference AND ask_at IS NOT NULL")
                .bind("payout", payoutId)
                .bind("reference", reference)
                .execute());
  }

  /** The provider gave no usable answer; it is asked again. Returns how often that was in a row. */
  public int unclear(Due due) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "UPDATE attempt SET unclear_answers = unclear_answers + 1 WHERE payout_id = :payout AND number = :number RETURNING unclear_answers")
                .bind("payout", due.payoutId())
                .bind("number", due.number())
                .mapTo(Integer.class)
                .one());
  }
}
